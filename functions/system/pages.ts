import * as z from 'zod/mini';
import { Rejection } from '../../lib/errors.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { fileOfPage } from '../../lib/system/files.ts';
import { pageParameters } from '../../lib/system/parameters.ts';

export const handler = endpoint({
  summary: 'Pages behind mailed links, and the page that shows an event',
  method: 'GET',
  route: '/reset-password',
  further: ['/reset-password/{file}', '/verify-email', '/verify-email/{file}', '/shared', '/shared/{file}'],
  permissions: [],
  authentication: none,
  input: { path: pageParameters, target: z.object({ method: z.string(), path: z.string() }) },
  serves: 'text/html',
  errors: [404],
  messages: { failure: 'Page failed to load', 404: 'Not found' },
  handle: async ({ path, target }) => {
    const [, page = ''] = target.path.split('/');
    const file = fileOfPage(page, path.file);
    if (!file) throw new Rejection('not_found');
    return { file };
  },
});
