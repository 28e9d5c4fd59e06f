import { statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipPathOf, gzipped } from '../build/gzip.js';

/**
 * Ends the URL of each file of the project. A new version makes Node load an edited file and its importers again.
 * serverless-offline's own `reloadHandler` would start a thread for each call, and knows no `gzip:`.
 */
const VERSION = /\?v=\d+$/;

let isHooked = false;
let version = 0;
/** Stamps of the files of this version at the time they were loaded, by path. */
const stamps = new Map();

/** @param {string} path */
function stampOf(path) {
  const { mtimeNs, size, ino } = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? {};
  return `${mtimeNs} ${size} ${ino}`;
}

function forget() {
  version += 1;
  stamps.clear();
}

/**
 * The exports of a source file as it is on disk now.
 * @param {string} file
 * @returns {Promise<Record<string, unknown>>}
 */
export async function importLatest(file) {
  // On the first call, because with hooks Node 22 fails to load some packages of the framework.
  if (!isHooked) loadSources();
  for (const [path, stamp] of stamps) {
    if (stampOf(path) !== stamp) {
      forget();
      break;
    }
  }
  const path = resolve(file);
  noteStamp(path, `?v=${version}`);
  try {
    return await import(`${pathToFileURL(path)}?v=${version}`);
  } catch (error) {
    // Otherwise Node would cache the failure, even after the file is fixed or added.
    forget();
    throw error;
  }
}

/** @param {string} path @param {string} suffix */
function noteStamp(path, suffix) {
  if (suffix === `?v=${version}` && !stamps.has(path)) stamps.set(path, stampOf(path));
}

/** Makes Node understand the imports in the functions' sources that only esbuild understands. */
function loadSources() {
  isHooked = true;
  registerHooks({
    resolve(specifier, context, next) {
      const [suffix] = VERSION.exec(context.parentURL ?? '') ?? [];
      if (!context.parentURL || !suffix) return next(specifier, context);
      const path = gzipPathOf(specifier, context.parentURL);
      const resolved = path ? { url: `gzip:${pathToFileURL(path)}` } : next(specifier, context);
      const { url } = resolved;
      if (!/^(gzip:)?file:/.test(url) || url.includes('/node_modules/')) {
        return { ...resolved, shortCircuit: true };
      }
      noteStamp(path ?? fileURLToPath(url), suffix);
      return { ...resolved, url: url + suffix, shortCircuit: true };
    },
    load(url, context, next) {
      if (url.startsWith('gzip:')) {
        const content = gzipped(fileURLToPath(url.slice('gzip:'.length).replace(VERSION, '')));
        const source = `export default '${content.toString('base64')}'`;
        return { format: 'module', source, shortCircuit: true };
      }
      return next(url, context);
    },
  });
}
