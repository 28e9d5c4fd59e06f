import { CODE_REJECTIONS } from '../../lib/accounts/code.ts';
import { emailChange, requestEmailChange } from '../../lib/accounts/email.ts';
import { client } from '../../lib/accounts/network.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { CHECK_AND_COUNT, HAVE_MAIL_SENT, may } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Change your e-mail address with a link that is mailed to the new one',
  description:
    'Needs your password, and a code if you have a second factor. The link works once, for an hour, and until then the old address stays. Accept invitations to it first: ' +
    "they don't move to the new one. The response is the same if the new address has an account already, but no mail is sent.",
  method: 'POST',
  route: '/account/change-email',
  permissions: [may(['GetItem', 'UpdateItem'], 'PERSON'), CHECK_AND_COUNT, HAVE_MAIL_SENT],
  load: 'hashing',
  authentication: session,
  input: { body: emailChange, client },
  errors: [401, 403, 422, 429, 501],
  forbidden: CODE_REJECTIONS,
  messages: {
    success: 'Confirm the new address by the e-mail sent to it.',
    failure: 'Failed to change the e-mail address',
  },
  handle: ({ body, client }, caller) => requestEmailChange(caller, body, client),
});
