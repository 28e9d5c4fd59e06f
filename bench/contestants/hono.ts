import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { respond } from './event.ts';
import { callerOf } from './token.ts';

const app = new Hono();

app.get('/events/view/:id', async (c) => {
  const caller = await callerOf(c.req.header('authorization'));
  const { status, body } = await respond(caller, c.req.param('id'));
  return c.json(body, status);
});

export const handler = handle(app);
