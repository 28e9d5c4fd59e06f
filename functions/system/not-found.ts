import { anyone } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'Answer whatever no other endpoint has',
  method: 'ANY',
  access: anyone,
  input: {},
  failure: 'Not found',
  handle: async () => {
    throw notFound();
  },
});
