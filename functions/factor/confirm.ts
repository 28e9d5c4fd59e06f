import { confirmFactor, factorConfirmation, factorExists } from '../../lib/factor/second-factor.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { HAVE_MAIL_SENT, may } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary:
    'Add the second factor by its first code, and end all other sessions, share links and offers of events',
  description: 'From then on, a login and a reset of the password need a code. Access tokens keep working.',
  method: 'POST',
  route: '/account/second-factor/confirm',
  permissions: [may(['GetItem', 'UpdateItem'], 'PERSON'), HAVE_MAIL_SENT],
  authentication: session,
  input: { body: factorConfirmation },
  errors: [401, 409, 422],
  conflicts: [factorExists],
  messages: {
    success: 'Second factor confirmed successfully',
    failure: 'Failed to confirm the second factor',
  },
  handle: ({ body }, caller) => confirmFactor(caller, body),
});
