import { globSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';

/** @typedef {import('../lib/http/contract.ts').Contract} Contract */

const FOLDER = join(import.meta.dirname, '..');

/** @param {string} file such as functions/events/create.ts, which is eventsCreate */
export const nameOf = (file) =>
  file.replace(/^functions\/|\.ts$/g, '').replace(/[/-](\w)/g, (_, letter) => letter.toUpperCase());

/** Leaves out the content of pages, which only esbuild can import. */
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier.startsWith('gzip:') ? { url: specifier, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url.startsWith('gzip:')
      ? { format: 'module', source: "export default ''", shortCircuit: true }
      : next(url, context),
});

// The framework can't wait for an import.
const require = createRequire(import.meta.url);

/**
 * The contract of each file in functions/ that has one.
 * @type {{ name: string, file: string, contract: Contract }[]}
 */
export const contracts = globSync('functions/*/*.ts', { cwd: FOLDER })
  .sort()
  .map((file) => ({ name: nameOf(file), file, contract: require(join(FOLDER, file)).handler.contract }))
  .filter(({ contract }) => contract !== undefined);

// With hooks, Node 22 fails to load some packages of the framework.
hooks.deregister();
