import { unverified } from '../../lib/accounts/person.ts';
import {
  createdFactorResponse,
  createFactor,
  factorExists,
  factorInput,
} from '../../lib/factor/second-factor.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { COUNT_ATTEMPTS, may } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Create a second factor: codes of an authenticator app',
  description:
    'Needs your password and a verified e-mail address. Nothing changes until `POST /account/second-factor/confirm` gets the first code.',
  method: 'POST',
  route: '/account/second-factor/create',
  permissions: [may(['GetItem'], 'PERSON'), COUNT_ATTEMPTS],
  load: 'hashing',
  authentication: session,
  input: { body: factorInput },
  success: 201,
  output: { data: createdFactorResponse },
  errors: [401, 403, 409, 422, 429],
  forbidden: [unverified],
  conflicts: [factorExists],
  messages: { success: 'Second factor created successfully', failure: 'Failed to create the second factor' },
  handle: async ({ body }, caller) => ({ body: { data: await createFactor(caller, body.password) } }),
});
