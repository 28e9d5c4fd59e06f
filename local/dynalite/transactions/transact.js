import { promisify } from 'node:util';
import { answerWithCapacity, unitsOfReading } from './capacity.js';
import { canceled, otherContent } from './errors.js';
import { itemsOf, lock } from './items.js';
import { outcomeOf } from './outcome.js';
import { operationsOf, transactionRequest } from './request.js';
import { contentOf, contentOfToken, forgetTokens, rememberToken } from './tokens.js';

/** @typedef {import('dynalite/db').Store} Store */
/** @typedef {import('./request.js').TransactionRequest} TransactionRequest */
/** @typedef {{ request: TransactionRequest, content: string, operations: import('./request.js').Operation[], items: import('./items.js').StoredItem[] }} Transaction */

/**
 * Answers a `TransactWriteItems` as DynamoDB does. Throws a failure like dynalite's.
 * @param {string} body
 * @param {Store} store
 */
export async function transact(body, store) {
  const request = transactionRequest(body);
  // Before dynalite's validation adds to the operations.
  const content = contentOf(request.TransactItems);
  const operations = operationsOf(request, store);
  const items = await itemsOf(operations, store);
  const unlock = await lock(store, request.ClientRequestToken, items);
  try {
    return await actOnce({ request, content, operations, items }, store);
  } finally {
    unlock();
  }
}

/**
 * @param {Transaction} transaction
 * @param {Store} store
 */
async function actOnce(transaction, store) {
  const { ClientRequestToken: token } = transaction.request;
  if (token === undefined) return act(transaction, store, []);
  const before = await contentOfToken(store, token);
  if (before === transaction.content) return repeated(transaction);
  if (before) throw otherContent();
  await forgetTokens(store);
  return act(transaction, store, [rememberToken(token, transaction.content)]);
}

/**
 * Writes everything in one batch, which LevelDB keeps whole or not at all.
 * @param {Transaction} transaction
 * @param {Store} store
 * @param {import('dynalite/db').Write[]} more
 */
async function act({ request, operations }, store, more) {
  const outcomes = await Promise.all(operations.map((operation) => outcomeOf(operation, store)));
  const reasons = outcomes.map(({ reason }) => reason);
  if (reasons.some(({ Code }) => Code !== 'None')) throw canceled(reasons);
  const writes = outcomes.flatMap((outcome) => outcome.writes);
  await promisify(store.db.batch)([...writes, ...more]);
  const units = outcomes.flatMap((outcome) => outcome.units ?? []);
  return answerWithCapacity(request, 'WriteCapacityUnits', units);
}

/**
 * The answer to a transaction that was done before. DynamoDB then only reads.
 * @param {Transaction} transaction
 */
async function repeated({ request, items }) {
  const units = await Promise.all(
    items.map(async ({ records, key, table }) => unitsOfReading(table, await promisify(records.get)(key))),
  );
  return answerWithCapacity(request, 'ReadCapacityUnits', units);
}
