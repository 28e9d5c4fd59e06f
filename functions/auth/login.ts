import { CODE_REJECTIONS } from '../../lib/accounts/code.ts';
import { credentials, logIn } from '../../lib/accounts/log-in.ts';
import { client } from '../../lib/accounts/network.ts';
import {
  recoveryCodesLeft,
  sessionResult,
  sessionTokenResponse,
  TOKEN_HEADERS,
} from '../../lib/accounts/response.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { COUNT_ATTEMPTS, HAVE_MAIL_SENT, may } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Log in and get a token',
  description:
    'Starts a session of up to 30 days. An account has up to 30 sessions: a further login ends the oldest.',
  method: 'POST',
  route: '/auth/login',
  permissions: [
    may(['GetItem'], 'COUNTER', 'EMAIL', 'PERSON'),
    COUNT_ATTEMPTS,
    may(['UpdateItem'], 'PERSON'),
    HAVE_MAIL_SENT,
  ],
  load: 'hashing',
  authentication: none,
  input: { body: credentials, client },
  output: { token: sessionTokenResponse, recovery_codes_left: recoveryCodesLeft },
  headers: TOKEN_HEADERS,
  errors: [401, 403, 429],
  forbidden: CODE_REJECTIONS,
  invalidStatus: 400,
  messages: {
    success: 'Login Successful',
    failure: 'Login Failed. retry',
    invalid: 'Invalid. Missing username or password.',
    401: 'Invalid username or password.',
    405: 'Login Failed. retry',
    bare: [401],
  },
  handle: async ({ body, client }) => sessionResult(await logIn(body, client)),
});
