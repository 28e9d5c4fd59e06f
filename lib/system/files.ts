import styles from 'gzip:./browser/page.css';
import script from 'gzip:./browser/page.js';
import sharedStyles from 'gzip:./browser/shared.css';
import sharedScript from 'gzip:./browser/shared.js';
import theme from 'gzip:./browser/theme.css';
import { cssFile, type StaticFile, scriptFile } from '../http/static-file.ts';
import { pageNamed } from './page.ts';
import { PAGE } from './parameters.ts';

const FILES = new Map([
  ['theme.css', cssFile(theme)],
  ['page.css', cssFile(styles)],
  ['page.js', scriptFile(script)],
  ['shared.css', cssFile(sharedStyles)],
  ['shared.js', scriptFile(sharedScript)],
]);

export const fileOfPage = (name: string, file: string): StaticFile | undefined =>
  file === PAGE ? pageNamed(name) : FILES.get(file);
