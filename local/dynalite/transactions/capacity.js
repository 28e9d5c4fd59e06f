import { db } from '../parts.js';

/** @typedef {import('dynalite/db').Units} Units */

/**
 * The answer of a transaction. If it was asked for, it has twice the units of the actions for each table.
 * @param {import('./request.js').TransactionRequest} request
 * @param {'ReadCapacityUnits' | 'WriteCapacityUnits'} kind
 * @param {Units[]} units of each action
 */
export function answerWithCapacity({ ReturnConsumedCapacity = 'NONE' }, kind, units) {
  if (ReturnConsumedCapacity === 'NONE') return {};
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const { TableName, CapacityUnits } of units)
    sums.set(TableName, (sums.get(TableName) ?? 0) + 2 * CapacityUnits);
  const ConsumedCapacity = Array.from(sums, ([TableName, CapacityUnits]) => {
    const capacity = { CapacityUnits, [kind]: CapacityUnits };
    return { TableName, ...capacity, ...(ReturnConsumedCapacity === 'INDEXES' && { Table: capacity }) };
  });
  return { ConsumedCapacity };
}

/**
 * The units of reading an item.
 * @param {string} TableName
 * @param {import('dynalite/db').Item | undefined} item
 * @returns {Units}
 */
export const unitsOfReading = (TableName, item) => ({
  TableName,
  CapacityUnits: db.capacityUnits(item, true, true),
});
