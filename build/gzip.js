import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { guidePage } from './docs/guide.ts';
import { referencePage } from './docs/reference.ts';

const PREFIX = 'gzip:';
const SUFFIX = '.gz';

/** @param {string} specifier @param {string} importer */
const pathOf = (specifier, importer) => createRequire(importer).resolve(specifier.slice(PREFIX.length));

/** A document is made into a page. @param {string} path */
function contentOf(path) {
  if (path.endsWith('.md')) return guidePage(path);
  return basename(path) === 'openapi.json' ? referencePage(path) : readFileSync(path);
}

/** @param {string} path */
export const gzipped = (path) => gzipSync(contentOf(path), { level: 9 });

/**
 * Makes `import content from 'gzip:…'` return a file's content, gzipped and base64-encoded, in the bundles.
 * @type {import('esbuild').Plugin}
 */
export const gzip = {
  name: 'gzip',
  setup(build) {
    build.onResolve({ filter: /^gzip:/ }, ({ path, importer }) => ({
      path: pathOf(path, importer),
      namespace: 'gzip',
    }));
    build.onLoad({ filter: /./, namespace: 'gzip' }, ({ path }) => ({
      contents: gzipped(path),
      loader: 'base64',
    }));
  },
};

/**
 * The path of a file that is imported with `gzip:`, for the local server.
 * @param {string} specifier
 * @param {string} importer
 */
export const gzipPathOf = (specifier, importer) =>
  specifier.startsWith(PREFIX) ? pathOf(specifier, importer) : undefined;

/**
 * The same for the tests.
 * @type {import('vite').Plugin}
 */
export const gzipForTests = {
  name: 'gzip',
  enforce: 'pre',
  resolveId: (id, importer = '') =>
    // Without the suffix, Vite would process a .css path as a style sheet.
    id.startsWith(PREFIX) ? `\0${PREFIX}${pathOf(id, importer)}${SUFFIX}` : undefined,
  load: (id) =>
    id.startsWith(`\0${PREFIX}`)
      ? `export default '${gzipped(id.slice(1 + PREFIX.length, -SUFFIX.length)).toString('base64')}'`
      : undefined,
};
