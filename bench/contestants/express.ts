import express from 'express';
import serverless from 'serverless-http';
import { respond } from './event.ts';
import { callerOf } from './token.ts';

const app = express();

app.get('/events/view/:id', async (request, response) => {
  const caller = await callerOf(request.headers.authorization);
  const { status, body } = await respond(caller, request.params.id);
  return response.status(status).json(body);
});

export const handler = serverless(app);
