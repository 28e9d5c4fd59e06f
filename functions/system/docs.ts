import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/errors.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { docsFiles, docsParameters } from '../../lib/pages/docs/files.ts';

export const handler = endpoint({
  summary: 'Interactive API documentation',
  method: 'GET',
  authentication: none,
  input: { path: docsParameters },
  success: 200,
  serves: 'text/html',
  errors: [404],
  messages: { failure: 'Docs failed to load', 404: 'Not found' },
  handle: async ({ path }) => {
    const file = docsFiles.get(path.file);
    return file ? { file } : notFound();
  },
});
