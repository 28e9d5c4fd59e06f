import { CODE_REJECTIONS } from '../../lib/accounts/code.ts';
import { endFactor, factorEnd, noFactor } from '../../lib/factor/second-factor.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { CHECK_AND_COUNT, HAVE_MAIL_SENT, may } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Remove the second factor',
  description: 'Needs your password and a code.',
  method: 'POST',
  route: '/account/second-factor/end',
  permissions: [may(['GetItem', 'UpdateItem'], 'PERSON'), CHECK_AND_COUNT, HAVE_MAIL_SENT],
  load: 'hashing',
  authentication: session,
  input: { body: factorEnd },
  errors: [401, 403, 409, 422, 429],
  forbidden: CODE_REJECTIONS,
  conflicts: [noFactor],
  messages: { success: 'Second factor ended successfully', failure: 'Failed to remove the second factor' },
  handle: ({ body }, caller) => endFactor(caller, body),
});
