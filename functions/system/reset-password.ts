import { NotFoundError } from '../../lib/errors.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { resetPasswordFile } from '../../lib/system/files.ts';
import { pageParameters } from '../../lib/system/parameters.ts';

export const handler = endpoint({
  summary: 'Page to choose a new password after a mailed link',
  method: 'GET',
  route: '/reset-password',
  further: ['/reset-password/{file}'],
  permissions: [],
  authentication: none,
  input: { path: pageParameters },
  success: 200,
  serves: 'text/html',
  errors: [404],
  messages: { failure: 'Page failed to load', 404: 'Not found' },
  handle: async ({ path }) => {
    const file = resetPasswordFile(path.file);
    if (!file) throw new NotFoundError('There is no such file');
    return { file };
  },
});
