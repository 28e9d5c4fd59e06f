import { eventView, listQuery } from '../../lib/events/event.ts';
import { listEvents } from '../../lib/events/event-repository.ts';
import { tokenHolder } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { pageOf } from '../../lib/http/page.ts';
import { ok } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'GET',
  access: tokenHolder,
  input: { query: listQuery },
  failure: 'Events failed to load',
  handle: async ({ query }, accountId) => ok(await pageOf(listEvents(accountId, query.cursor), eventView)),
});
