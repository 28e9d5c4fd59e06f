import * as z from 'zod/mini';
import { Rejection } from '../../lib/errors.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { pageOfRewrittenLink } from '../../lib/system/page.ts';

export const handler = endpoint({
  summary:
    'Serve the page of a link whose # was encoded, lead browsers from / to /docs, and respond 404 to every other path that has ' +
    'no endpoint',
  method: 'ANY',
  route: '*',
  permissions: [],
  authentication: none,
  input: {
    target: z.object({ method: z.string(), path: z.string() }),
    headers: z.object({ accept: z._default(z.string(), '') }),
  },
  serves: 'text/html',
  errors: [404],
  messages: { failure: 'Not found' },
  handle: async ({ target, headers }) => {
    const isRead = ['GET', 'HEAD'].includes(target.method);
    if (isRead && target.path === '/' && headers.accept.includes('text/html')) return { redirect: '/docs' };
    const file = isRead && pageOfRewrittenLink(target.path);
    if (!file) throw new Rejection('not_found');
    return { file };
  },
});
