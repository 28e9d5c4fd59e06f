import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const PARAMETER = 'ReturnValuesOnConditionCheckFailure';

/** Its type, in the way of dynalite. */
export const RETURNED_ITEM = { [PARAMETER]: { type: 'String', enum: ['ALL_OLD', 'NONE'] } };

/** Makes dynalite return the existing item with a failed condition, as DynamoDB does for `ALL_OLD`. dynalite 4 never does. */
export function returnItemsOfFailedConditions() {
  for (const action of ['putItem', 'updateItem', 'deleteItem']) {
    Object.assign(require(`dynalite/validations/${action}`).types, RETURNED_ITEM);
  }
  const db = require('dynalite/db');
  const { checkConditional } = db;
  /** @param {Record<string, unknown>} request @param {object} [item] */
  db.checkConditional = (request, item) => {
    const failure = checkConditional(request, item);
    if (failure && item && request[PARAMETER] === 'ALL_OLD') failure.body.Item = item;
    return failure;
  };
}
