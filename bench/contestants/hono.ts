import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { notFound, unauthorized, viewEvent } from './event.ts';
import { subjectOf } from './token.ts';

const app = new Hono();

app.get('/events/view/:id', async (c) => {
  const accountId = await subjectOf(c.req.header('authorization'));
  if (!accountId) return c.json(unauthorized, 401);
  const event = await viewEvent(accountId, c.req.param('id'));
  return event ? c.json(event) : c.json(notFound, 404);
});

export const handler = handle(app);
