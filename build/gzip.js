import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';

const PREFIX = 'gzip:';
const SUFFIX = '.gz';

/** @param {string} specifier @param {string} importer */
const pathOf = (specifier, importer) => createRequire(importer).resolve(specifier.slice(PREFIX.length));

/** @param {string} path */
const gzipped = (path) => gzipSync(readFileSync(path), { level: 9 });

/**
 * Has `import content from 'gzip:…'` give a file's gzipped content in base64, for the bundles.
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
 * The same for the tests.
 * @type {import('vite').Plugin}
 */
export const gzipForTests = {
  name: 'gzip',
  enforce: 'pre',
  resolveId: (id, importer = '') =>
    // Without a suffix of its own the path of a style sheet would have it read as one.
    id.startsWith(PREFIX) ? `\0${PREFIX}${pathOf(id, importer)}${SUFFIX}` : undefined,
  load: (id) =>
    id.startsWith(`\0${PREFIX}`)
      ? `export default '${gzipped(id.slice(1 + PREFIX.length, -SUFFIX.length)).toString('base64')}'`
      : undefined,
};
