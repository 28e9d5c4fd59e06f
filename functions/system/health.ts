import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { version, versionResponse } from '../../lib/version.ts';

export const handler = endpoint({
  summary: 'Check that the service is up, and get its version',
  method: 'GET',
  authentication: none,
  input: {},
  success: 200,
  output: { version: versionResponse },
  errors: [],
  messages: { failure: 'Service failed' },
  handle: async () => ({ body: { version } }),
});
