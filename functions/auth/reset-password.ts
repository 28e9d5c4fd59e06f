import { CODE_REJECTIONS } from '../../lib/accounts/code.ts';
import { client } from '../../lib/accounts/network.ts';
import { passwordReset, resetPassword } from '../../lib/accounts/reset-password.ts';
import {
  recoveryCodesLeft,
  sessionResult,
  sessionTokenResponse,
  TOKEN_HEADERS,
} from '../../lib/accounts/response.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { CHECK_AND_COUNT, HAVE_MAIL_SENT, may } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Choose a new password with a mailed token, and end all sessions',
  description:
    'This ends all access tokens, share links and offers too, and verifies the address. The response has the token of a new session.',
  method: 'POST',
  route: '/auth/reset-password',
  permissions: [may(['GetItem', 'UpdateItem'], 'PERSON'), CHECK_AND_COUNT, HAVE_MAIL_SENT],
  load: 'hashing',
  authentication: none,
  input: { body: passwordReset, client },
  output: { token: sessionTokenResponse, recovery_codes_left: recoveryCodesLeft },
  headers: TOKEN_HEADERS,
  errors: [403, 429],
  forbidden: CODE_REJECTIONS,
  messages: { success: 'Password changed successfully', failure: 'Failed to change the password' },
  handle: async ({ body, client }) => sessionResult(await resetPassword(body, client)),
});
