import { APP_CODE_REJECTIONS } from '../../lib/accounts/code.ts';
import {
  createRecoveryCodes,
  noFactor,
  recoveryCodesInput,
  recoveryCodesResponse,
} from '../../lib/factor/second-factor.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { CHECK_AND_COUNT, HAVE_MAIL_SENT, may } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Create new recovery codes of the second factor',
  description: 'Needs your password and a code of the authenticator app. The old recovery codes end.',
  method: 'POST',
  route: '/account/second-factor/recovery-codes',
  permissions: [may(['GetItem', 'UpdateItem'], 'PERSON'), CHECK_AND_COUNT, HAVE_MAIL_SENT],
  load: 'hashing',
  authentication: session,
  input: { body: recoveryCodesInput },
  output: { data: recoveryCodesResponse },
  errors: [401, 403, 409, 422, 429],
  forbidden: APP_CODE_REJECTIONS,
  conflicts: [noFactor],
  messages: {
    success: 'Recovery codes created successfully',
    failure: 'Failed to create the recovery codes',
  },
  handle: async ({ body }, caller) => ({ body: { data: await createRecoveryCodes(caller, body) } }),
});
