import express from 'express';
import serverless from 'serverless-http';
import { notFound, unauthorized, viewEvent } from './event.ts';
import { subjectOf } from './token.ts';

const app = express();

app.get('/events/view/:id', async (request, response) => {
  const accountId = await subjectOf(request.headers.authorization);
  if (!accountId) return response.status(401).json(unauthorized);
  const event = await viewEvent(accountId, request.params.id);
  return event ? response.json(event) : response.status(404).json(notFound);
});

export const handler = serverless(app);
