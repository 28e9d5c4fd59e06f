import * as z from 'zod/mini';
import { call } from './call.ts';
import { dayIn, endpoints } from './service.ts';

const created = z.object({
  url: z.string(),
  token: z.string(),
  expires_on: z.string(),
  shows: z.enum(['budgets', 'categories']),
});

/** Creates the share link of an event, which works for a month and shows budgets unless the body says otherwise. */
export async function newShareLink(
  token: string,
  path: { event_id: string },
  body: Record<string, unknown> = {},
): Promise<z.output<typeof created>> {
  const request = { token, path, body: { expires_on: dayIn(30), ...body } };
  const answer = await call(endpoints.createShareLink.handler, request);
  return created.parse(answer.body.data);
}

/** What whoever has the token gets. */
export const viewShared = (
  token: string | undefined,
  headers: Record<string, string> = {},
  query: Record<string, string> = {},
) => call(endpoints.viewSharedEvent.handler, { method: 'GET', token, headers, query });
