import { VIEWERS } from '../../lib/auth/roles.ts';
import { eventParameters } from '../../lib/events/parameters.ts';
import { getHead } from '../../lib/events/repository.ts';
import { eventResponse, toEventResponse } from '../../lib/events/response.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, viewResult } from '../../lib/http/versions.ts';
import { single, singleResponse } from '../../lib/lists/page.ts';

export const handler = endpoint({
  summary: 'Get an event',
  method: 'GET',
  authentication: bearer,
  roles: VIEWERS,
  input: { path: eventParameters },
  success: 200,
  output: singleResponse(eventResponse),
  headers: { etag: ETAG },
  errors: [404],
  messages: { failure: 'Event failed to load', 404: 'Event not found' },
  handle: async ({ path }, caller) =>
    viewResult(await getHead(caller, path.id), (event) => single(toEventResponse(event))),
});
