import { Rejection } from '../../lib/errors.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { docsFiles } from '../../lib/system/docs/files.ts';
import { pageParameters } from '../../lib/system/parameters.ts';

export const handler = endpoint({
  summary: 'Interactive API documentation',
  method: 'GET',
  route: '/docs',
  further: ['/docs/{file}'],
  permissions: [],
  throttle: 'static',
  authentication: none,
  input: { path: pageParameters },
  serves: 'text/html',
  errors: [404],
  messages: { failure: 'Docs failed to load', 404: 'Not found' },
  handle: async ({ path }) => {
    const file = docsFiles.get(path.file);
    if (!file) throw new Rejection('not_found');
    return { file };
  },
});
