import { anyone } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { jsonFile } from '../../lib/http/replies.ts';
import document from '../../openapi.json' with { type: 'json' };

const file = jsonFile(document);

export const handler = endpoint({
  summary: 'The OpenAPI document of the service',
  method: 'GET',
  access: anyone,
  input: {},
  serves: 'application/json',
  failure: 'Document failed to load',
  handle: async () => ({ file }),
});
