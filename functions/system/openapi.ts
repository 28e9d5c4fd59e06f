import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { jsonFile } from '../../lib/http/static-file.ts';
import document from '../../openapi.json' with { type: 'json' };

const file = jsonFile(document);

export const handler = endpoint({
  summary: 'Get the OpenAPI document',
  method: 'GET',
  authentication: none,
  input: {},
  success: 200,
  serves: 'application/json',
  errors: [],
  messages: { failure: 'Document failed to load' },
  handle: async () => ({ file }),
});
