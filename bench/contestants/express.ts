import express from 'express';
import serverless from 'serverless-http';
import { eventChanges, eventId } from './schemas.ts';
import { callerOf } from './token.ts';
import { update } from './update.ts';
import { view } from './view.ts';

const app = express();

app.use(express.json());

app.get('/events/view/:id', async (request, response) => {
  const caller = await callerOf(request.headers.authorization);
  const { status, body } = await view(caller, eventId.safeParse(request.params.id).data);
  return response.status(status).json(body);
});

app.post('/events/update/:id', async (request, response) => {
  const caller = await callerOf(request.headers.authorization);
  const id = eventId.safeParse(request.params.id).data;
  const { status, body } = await update(caller, id, eventChanges.safeParse(request.body).data);
  return response.status(status).json(body);
});

export const handler = serverless(app);
