import { client } from '../../lib/accounts/network.ts';
import { OWNER } from '../../lib/auth/roles.ts';
import { accountFull, eventTooLarge } from '../../lib/errors.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { HAVE_MAIL_SENT, may, mayTogether, SEE_SESSION } from '../../lib/permissions.ts';
import {
  createdLinkResponse,
  createShareLink,
  shareLinkInput,
  toCreatedLinkResponse,
} from '../../lib/share-link/create-share-link.ts';

export const handler = endpoint({
  summary: 'Create a link with which anybody can see the event',
  description:
    'Only this response has the `url` of the page and the `token`. An event has one link: a new one ends the old one.',
  method: 'POST',
  route: '/events/{event_id}/share-link/create',
  permissions: [
    SEE_SESSION,
    may(['GetItem', 'PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'LINK'),
    HAVE_MAIL_SENT,
  ],
  usesServiceUrl: true,
  authentication: session,
  roles: OWNER,
  input: { path: inEventParameters, body: shareLinkInput, client },
  success: 201,
  output: { data: createdLinkResponse },
  errors: [403, 404, 409],
  conflicts: [eventTooLarge, accountFull],
  messages: { success: 'Share link created successfully', failure: 'Failed to create the share link' },
  handle: async ({ path, body, client }, caller) => ({
    body: { data: toCreatedLinkResponse(await createShareLink(caller, path.event_id, body, client)) },
  }),
});
