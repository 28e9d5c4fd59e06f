import styles from 'gzip:./browser/page.css';
import script from 'gzip:./browser/page.js';
import sharedStyles from 'gzip:./browser/shared.css';
import sharedScript from 'gzip:./browser/shared.js';
import sharedContent from 'gzip:./browser/shared-content.js';
import ar from 'gzip:./browser/text-ar.js';
import de from 'gzip:./browser/text-de.js';
import en from 'gzip:./browser/text-en.js';
import es from 'gzip:./browser/text-es.js';
import fr from 'gzip:./browser/text-fr.js';
import it from 'gzip:./browser/text-it.js';
import ja from 'gzip:./browser/text-ja.js';
import nl from 'gzip:./browser/text-nl.js';
import pl from 'gzip:./browser/text-pl.js';
import pt from 'gzip:./browser/text-pt.js';
import sv from 'gzip:./browser/text-sv.js';
import theme from 'gzip:./browser/theme.css';
import { cssFile, type StaticFile, scriptFile } from '../http/static-file.ts';
import { pageNamed } from './page.ts';
import { PAGE } from './parameters.ts';

const TEXTS = { ar, de, en, es, fr, it, ja, nl, pl, pt, sv };

const FILES = new Map([
  ['theme.css', cssFile(theme)],
  ['page.css', cssFile(styles)],
  ['page.js', scriptFile(script)],
  ['shared.css', cssFile(sharedStyles)],
  ['shared.js', scriptFile(sharedScript)],
  ['shared-content.js', scriptFile(sharedContent)],
  ...Object.entries(TEXTS).map(([language, texts]) => [`text-${language}.js`, scriptFile(texts)] as const),
]);

export const fileOfPage = (name: string, file: string): StaticFile | undefined =>
  file === PAGE ? pageNamed(name) : FILES.get(file);
