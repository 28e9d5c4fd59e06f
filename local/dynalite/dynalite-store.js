import { createRequire } from 'node:module';

/** @typedef {import('dynalite').Options} Options */

/** @type {{ create: typeof import('dynalite/db').create }} */
const db = createRequire(import.meta.url)('dynalite/db');

/**
 * Makes dynalite's server, and gives the store too, which the server keeps to itself.
 * @param {Options} options
 */
export async function dynaliteWithStore(options) {
  // Not before, because its parts are changed first.
  const { default: dynalite } = await import('dynalite');
  const { create } = db;
  const store = create(options);
  db.create = () => store;
  const server = dynalite(options);
  db.create = create;
  return { server, store };
}
