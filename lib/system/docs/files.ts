import guide from 'gzip:../../../docs/api.md';
import documentOfFiles from 'gzip:../../../docs/files.md';
import reference from 'gzip:../../../openapi.json';
import styles from 'gzip:../browser/docs/docs.css';
import script from 'gzip:../browser/docs/docs.js';
import theme from 'gzip:../browser/theme.css';
import { cssFile, htmlFile, type StaticFile, scriptFile } from '../../http/static-file.ts';
import { PAGE } from '../parameters.ts';

export const docsFiles: ReadonlyMap<string, StaticFile> = new Map([
  [PAGE, htmlFile(reference)],
  ['api.md', htmlFile(guide)],
  ['files.md', htmlFile(documentOfFiles)],
  ['theme.css', cssFile(theme)],
  ['docs.css', cssFile(styles)],
  ['docs.js', scriptFile(script)],
]);
