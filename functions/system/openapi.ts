import { variable } from '../../lib/config/environment.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { jsonFile } from '../../lib/http/static-file.ts';
import document from '../../openapi.json' with { type: 'json' };

const url = variable('SERVICE_URL');
/** With the service's own address, if it knows it, instead of those in the project. */
const file = jsonFile(url ? { ...document, servers: [{ url }] } : document);

export const handler = endpoint({
  summary: 'Get the OpenAPI document',
  method: 'GET',
  route: '/openapi.json',
  permissions: [],
  throttle: 'static',
  usesServiceUrl: true,
  authentication: none,
  input: {},
  serves: 'application/json',
  errors: [],
  messages: { failure: 'Document failed to load' },
  handle: async () => ({ file }),
});
