import page from 'gzip:./index.html';
import guide from 'gzip:../../../docs/api.md';
import initializer from 'gzip:../browser/docs/initializer.js';
import operations from 'gzip:../browser/docs/operations.js';
import ownStyles from 'gzip:../browser/docs/page.css';
import icon from 'gzip:swagger-ui-dist/favicon-32x32.png';
import license from 'gzip:swagger-ui-dist/LICENSE';
import notice from 'gzip:swagger-ui-dist/NOTICE';
import styles from 'gzip:swagger-ui-dist/swagger-ui.css';
import bundle from 'gzip:swagger-ui-dist/swagger-ui-bundle.js';
import bundleLicenses from 'gzip:swagger-ui-dist/swagger-ui-bundle.js.LICENSE.txt';
import { cssFile, htmlFile, packedFile, type StaticFile, scriptFile } from '../../http/static-file.ts';
import { PAGE } from '../parameters.ts';

const textFile = (content: string) => packedFile(content, 'text/plain; charset=utf-8');

export const docsFiles: ReadonlyMap<string, StaticFile> = new Map([
  [PAGE, htmlFile(page, "'self' data:")],
  ['initializer.js', scriptFile(initializer)],
  ['operations.js', scriptFile(operations)],
  ['swagger-ui-bundle.js', scriptFile(bundle)],
  ['swagger-ui.css', cssFile(styles)],
  ['page.css', cssFile(ownStyles)],
  ['api.md', textFile(guide)],
  ['favicon-32x32.png', packedFile(icon, 'image/png')],
  // Serves Swagger UI's license with it. The script names the file of its parts' licenses.
  ['LICENSE', textFile(license)],
  ['NOTICE', textFile(notice)],
  ['swagger-ui-bundle.js.LICENSE.txt', textFile(bundleLicenses)],
]);
