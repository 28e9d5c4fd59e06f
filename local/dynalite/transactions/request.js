import { db, validationOf, validations } from '../parts.js';
import { RETURNED_ITEM } from '../returned-items.js';
import { notJson } from './errors.js';

/** @typedef {import('dynalite/db').Item} Item */
/** @typedef {{ TableName: string, Item?: Item, Key?: Item, ReturnConsumedCapacity?: string }} ItemRequest */
/** @typedef {Record<string, ItemRequest>} TransactItem */
/** @typedef {{ TransactItems: TransactItem[], ClientRequestToken?: string, ReturnConsumedCapacity?: string }} TransactionRequest */
/** @typedef {{ kind: string, action: string, request: ItemRequest }} Operation */

/** The operations of a transaction: dynalite's action that does each, and what it must have. */
const KINDS = [
  { kind: 'ConditionCheck', action: 'deleteItem', required: ['Key', 'ConditionExpression'] },
  { kind: 'Put', action: 'putItem', required: ['Item'] },
  { kind: 'Delete', action: 'deleteItem', required: ['Key'] },
  { kind: 'Update', action: 'updateItem', required: ['Key', 'UpdateExpression'] },
];
const OPTIONS = ['TableName', 'ConditionExpression', 'ExpressionAttributeNames', 'ExpressionAttributeValues'];

/** @type {import('dynalite/validations').Types<TransactionRequest>} */
const TYPES = {
  TransactItems: {
    type: 'List',
    notNull: true,
    lengthGreaterThanOrEqual: 1,
    lengthLessThanOrEqual: 100,
    children: { type: 'ValueStruct<TransactWriteItem>', children: typesOfOperations() },
  },
  ClientRequestToken: { type: 'String', lengthGreaterThanOrEqual: 1, lengthLessThanOrEqual: 36 },
  ReturnConsumedCapacity: { type: 'String', enum: ['INDEXES', 'TOTAL', 'NONE'] },
  ReturnItemCollectionMetrics: { type: 'String', enum: ['SIZE', 'NONE'] },
};

/** The fields have dynalite's own types, among them only those that an operation of a transaction has. */
function typesOfOperations() {
  return Object.fromEntries(
    KINDS.map(({ kind, action, required }) => {
      const { types } = validationOf(action);
      const options = OPTIONS.map((name) => [name, types[name]]);
      const needed = required.map((name) => [name, { ...types[name], notNull: true }]);
      const children = { ...Object.fromEntries([...options, ...needed]), ...RETURNED_ITEM };
      return [kind, { type: `ValueStruct<${kind}>`, children }];
    }),
  );
}

/**
 * The request, if all its fields have the right types and lengths. Throws dynalite's failure otherwise.
 * @param {string} body
 */
export function transactionRequest(body) {
  const request = validations.checkTypes(objectOf(body), TYPES);
  validations.checkValidations(request, TYPES);
  return request;
}

/**
 * @param {string} body
 * @returns {unknown}
 */
function objectOf(body) {
  try {
    return JSON.parse(body) ?? {};
  } catch (error) {
    throw notJson(String(error));
  }
}

/**
 * The operations of a request, each checked by dynalite as if it had been sent alone. That adds to them what their
 * expressions say.
 * @param {TransactionRequest} request
 * @param {import('dynalite/db').Store} store
 * @returns {Operation[]}
 */
export function operationsOf({ TransactItems }, store) {
  return TransactItems.map((item) => {
    const [found, ...others] = KINDS.filter(({ kind }) => item[kind]);
    const request = found && item[found.kind];
    if (!request)
      throw db.validationError(
        'Invalid Request: TransactWriteRequest should contain Delete or Put or Update request',
      );
    if (others.length)
      throw db.validationError('TransactItems can only contain one of Check, Put, Update or Delete');
    const { kind, action } = found;
    const message = validationOf(action).custom(request, store);
    if (message) throw db.validationError(message);
    return { kind, action, request: { ...request, ReturnConsumedCapacity: 'TOTAL' } };
  });
}
