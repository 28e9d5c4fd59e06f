import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';
import { validator } from 'hono/validator';
import { eventChanges, eventId } from './schemas.ts';
import { callerOf } from './token.ts';
import { update } from './update.ts';
import { view } from './view.ts';

const app = new Hono();

app.get('/events/view/:id', async (c) => {
  const caller = await callerOf(c.req.header('authorization'));
  const { status, body } = await view(caller, eventId.safeParse(c.req.param('id')).data);
  return c.json(body, status);
});

const changes = validator('json', (value) => ({ changes: eventChanges.safeParse(value).data }));

app.post('/events/update/:id', changes, async (c) => {
  const caller = await callerOf(c.req.header('authorization'));
  const id = eventId.safeParse(c.req.param('id')).data;
  const { status, body } = await update(caller, id, c.req.valid('json').changes);
  return c.json(body, status);
});

export const handler = handle(app);
