import { getOwnAccount } from '../../lib/accounts/repository.ts';
import { accountResponse, toAccountResponse } from '../../lib/accounts/response.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { may } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Get your account',
  description:
    'Your names, your e-mail address, whether it is verified, and whether a login needs a second factor.',
  method: 'GET',
  route: '/account',
  permissions: [may(['GetItem'], 'PERSON')],
  authentication: session,
  input: {},
  output: { data: accountResponse },
  errors: [401],
  messages: { failure: 'Account failed to load' },
  handle: async (_, caller) => ({ body: { data: toAccountResponse(await getOwnAccount(caller)) } }),
});
