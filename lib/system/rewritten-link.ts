import type { StaticFile } from '../http/static-file.ts';
import { pageNamed } from './page.ts';

/** Some mail gateways encode the `#` of a link, even twice. API Gateway may decode a path before it passes it on. */
const REWRITTEN = /^\/(reset-password|verify-email|shared)(?:#|%(?:25)*23)/;

/** The page of a link whose `#` was encoded, so that its token is in the path; `undefined` for other paths. */
export function pageOfRewrittenLink(path: string): StaticFile | undefined {
  const [, name = ''] = REWRITTEN.exec(path) ?? [];
  const file = pageNamed(name);
  // A cache would keep the address, and with it the token.
  return file ? { ...file, headers: { ...file.headers, 'cache-control': 'no-store' } } : undefined;
}
