import { createRequire } from 'node:module';

/** @typedef {import('dynalite/db').Action} Action */
/** @typedef {import('dynalite/db').Options} Options */

// Loaded with `require`, which gives the objects that dynalite itself uses.
const require = createRequire(import.meta.url);

/** @type {typeof import('dynalite/db')} */
export const db = require('dynalite/db');
const { create } = db;

/** @type {typeof import('dynalite/validations')} */
export const validations = require('dynalite/validations');

/** The actions that change an item. */
export const CHANGES = ['putItem', 'updateItem', 'deleteItem'];

/** @param {string} name @returns {Action} */
export const actionOf = (name) => require(`dynalite/actions/${name}`);

/** @param {string} action @returns {import('dynalite/validations').Validation} */
export const validationOf = (action) => require(`dynalite/validations/${action}`);

/**
 * dynalite takes its actions when its first server is made, so this has to be called before.
 * @param {string} name
 * @param {Action} action
 */
export function replaceAction(name, action) {
  const module = require.cache[require.resolve(`dynalite/actions/${name}`)];
  if (!module) throw new Error(`dynalite has no ${name}.`);
  module.exports = action;
}

/**
 * Makes dynalite's server, and gives the store too, which the server keeps to itself.
 * @param {Options} options
 */
export function serverWithStore(options) {
  /** @type {(options: Options) => import('node:http').Server} */
  const dynalite = require('dynalite');
  const store = create(options);
  Object.assign(db, { create: () => store });
  return { server: dynalite(options), store };
}
