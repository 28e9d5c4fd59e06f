import { changePassword, passwordChange } from '../../lib/accounts/change-password.ts';
import { CODE_REJECTIONS } from '../../lib/accounts/code.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { CHECK_AND_COUNT, HAVE_MAIL_SENT, may } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Change your password and end all other sessions',
  description:
    'Needs the current password, and a code if you have a second factor. All share links and offers of events end too. Access tokens keep working, unless `end_tokens` is `true`.',
  method: 'POST',
  route: '/account/change-password',
  permissions: [may(['GetItem', 'UpdateItem'], 'PERSON'), CHECK_AND_COUNT, HAVE_MAIL_SENT],
  load: 'hashing',
  authentication: session,
  input: { body: passwordChange },
  errors: [401, 403, 422, 429],
  forbidden: CODE_REJECTIONS,
  messages: { success: 'Password changed successfully', failure: 'Failed to change the password' },
  handle: ({ body }, caller) => changePassword(caller, body),
});
