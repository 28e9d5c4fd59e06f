import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/errors.ts';
import { none } from '../../lib/http/no-authentication.ts';

export const handler = endpoint({
  summary: 'Respond 404 to every path that has no endpoint',
  method: 'ANY',
  authentication: none,
  input: {},
  success: 200,
  errors: [404],
  messages: { failure: 'Not found' },
  handle: async () => notFound(),
});
