import { anyone } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { shownVersion, version } from '../../lib/http/version.ts';

export const handler = endpoint({
  summary: 'Tell that the service is there, and its version',
  method: 'GET',
  access: anyone,
  input: {},
  output: { version: shownVersion },
  failure: 'Service failed',
  handle: async () => ({ body: { version } }),
});
