import { client } from '../../lib/accounts/network.ts';
import { emailTaken } from '../../lib/accounts/repository.ts';
import { sessionResult, sessionTokenResponse, TOKEN_HEADERS } from '../../lib/accounts/response.ts';
import { registration, signUp } from '../../lib/accounts/sign-up.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { COUNT_ATTEMPTS, HAVE_MAIL_SENT, mayTogether } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Register an account and get a token',
  description: 'Starts a session, and mails a link that verifies the address.',
  method: 'POST',
  route: '/auth/signup',
  permissions: [COUNT_ATTEMPTS, mayTogether(['PutItem'], 'EMAIL', 'PERSON'), HAVE_MAIL_SENT],
  load: 'hashing',
  authentication: none,
  input: { body: registration, client },
  success: 201,
  output: { token: sessionTokenResponse },
  headers: TOKEN_HEADERS,
  errors: [409, 429],
  conflicts: [emailTaken],
  messages: {
    success: 'Account registered successfully',
    failure: 'Account failed to register',
    // The contract's word is "Email".
    invalid: (first) => `Validation failed: ${first.replace(/^E-mail/, 'Email')}`,
    409: 'Validation failed: Email has already been taken.',
  },
  handle: async ({ body, client }) => sessionResult(await signUp(body, client)),
});
