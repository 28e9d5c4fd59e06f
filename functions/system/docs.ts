import { docsFiles, docsPath } from '../../lib/docs/files.ts';
import { anyone } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { notFound } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'The API as a page to read and to try out',
  method: 'GET',
  access: anyone,
  input: { path: docsPath },
  serves: 'text/html',
  failure: 'Docs failed to load',
  notFound: 'Not found',
  handle: async ({ path }) => {
    const file = docsFiles.get(path.file);
    if (!file) throw notFound();
    return { file };
  },
});
