import { anyone } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';

/** Answers whatever no other endpoint has. */
export const handler = endpoint({
  method: 'ANY',
  access: anyone,
  input: {},
  failure: 'Not found',
  handle: async () => {
    throw notFound();
  },
});
