import { NotFoundError } from '../../lib/errors.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { verifyEmailFile } from '../../lib/system/files.ts';
import { pageParameters } from '../../lib/system/parameters.ts';

export const handler = endpoint({
  summary: 'Page to confirm an e-mail address after a mailed link',
  method: 'GET',
  route: '/verify-email',
  further: ['/verify-email/{file}'],
  permissions: [],
  authentication: none,
  input: { path: pageParameters },
  success: 200,
  serves: 'text/html',
  errors: [404],
  messages: { failure: 'Page failed to load', 404: 'Not found' },
  handle: async ({ path }) => {
    const file = verifyEmailFile(path.file);
    if (!file) throw new NotFoundError('There is no such file');
    return { file };
  },
});
