import { CHANGES, db, validationOf } from './parts.js';

const PARAMETER = 'ReturnValuesOnConditionCheckFailure';

/** Its type, in the way of dynalite. */
export const RETURNED_ITEM = { [PARAMETER]: { type: 'String', enum: ['ALL_OLD', 'NONE'] } };

/** Makes dynalite return the existing item with a failed condition, as DynamoDB does for `ALL_OLD`. dynalite 4 never does. */
export function returnItemsOfFailedConditions() {
  for (const action of CHANGES) Object.assign(validationOf(action).types, RETURNED_ITEM);
  const { checkConditional } = db;
  /** @type {typeof checkConditional} */
  const withItem = (request, item) => {
    const failure = checkConditional(request, item);
    if (failure && item && request[PARAMETER] === 'ALL_OLD') failure.body.Item = item;
    return failure;
  };
  Object.assign(db, { checkConditional: withItem });
}
