import { VIEWERS } from '../../lib/auth/roles.ts';
import { eventParameters } from '../../lib/events/parameters.ts';
import { eventQuery } from '../../lib/events/query.ts';
import { EVENT_ETAG, toListedEvent, toViewedEvent, viewedEvent } from '../../lib/events/response.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { listResult, viewResult } from '../../lib/http/versions.ts';
import { single, singleResponse } from '../../lib/lists/page.ts';
import { QUERY_HEADS, SEE_NAMES, SEE_SESSION } from '../../lib/permissions.ts';
import { withActiveLinks } from '../../lib/plan/head.ts';
import { readHead } from '../../lib/plan/repository.ts';

export const handler = endpoint({
  summary: 'Get an event',
  method: 'GET',
  route: '/events/view/{id}',
  permissions: [SEE_SESSION, SEE_NAMES, QUERY_HEADS],
  authentication: sessionOrToken('read', 'write'),
  roles: VIEWERS,
  input: { path: eventParameters, query: eventQuery },
  output: singleResponse(viewedEvent),
  headers: {
    etag: `${EVENT_ETAG}. With \`include\`, it is for \`If-None-Match\` only: for \`If-Match\`, include the \`version\``,
  },
  errors: [404],
  messages: { failure: 'Event failed to load', 404: 'Event not found' },
  handle: async ({ path, query }, caller) => {
    const event = await readHead(caller, path.id);
    if (!query.include) return viewResult(event, single(toViewedEvent(event)));
    const [shown = event] = await withActiveLinks([event]);
    return listResult(single(toListedEvent(shown, query)));
  },
});
