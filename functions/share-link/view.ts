import { endpoint } from '../../lib/http/endpoint.ts';
import { shareToken } from '../../lib/http/share-link-authentication.ts';
import { ETAG, listResult } from '../../lib/http/versions.ts';
import { CHECK_AND_COUNT, may, SEE_LINK_OWNER } from '../../lib/permissions.ts';
import { linkQuery, readSharedEvent, sharedEvent, toSharedEvent } from '../../lib/share-link/shared-event.ts';

export const handler = endpoint({
  summary: 'Get the event that a share link shows',
  description: 'Needs the `token` of the link.',
  method: 'GET',
  route: '/shared-event',
  permissions: [may(['GetItem'], 'LINK', 'ACCOUNT'), SEE_LINK_OWNER, CHECK_AND_COUNT],
  throttle: 'expensive',
  authentication: shareToken,
  input: { query: linkQuery },
  output: { data: sharedEvent },
  headers: { etag: ETAG },
  errors: [401, 429],
  messages: {
    failure: 'Event failed to load',
    401: 'This link is invalid or has expired. Ask for a new one.',
    bare: [401],
  },
  handle: async ({ query }, target) =>
    listResult({ data: toSharedEvent(await readSharedEvent(target), query.include) }),
});
