import * as z from 'zod/mini';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';

/** The version in package.json. An import would add that whole file to the bundle. */
const version = '0.5.0';

export const handler = endpoint({
  summary: 'Check that the service is up, and get its version',
  method: 'GET',
  route: '/health',
  permissions: [],
  authentication: none,
  input: {},
  output: { version: z.string().check(z.meta({ examples: [version] })) },
  errors: [],
  messages: { failure: 'Service failed' },
  handle: async () => ({ body: { version } }),
});
