/** @typedef {import('dynalite/db').ResponseError} ResponseError */
/** @typedef {{ Code: string, Message?: string, Item?: object }} Reason */

const DYNAMODB = 'com.amazonaws.dynamodb.v20120810#';

/**
 * Whether this is an error response, as dynalite throws it, and not a defect.
 * @param {unknown} error
 * @returns {error is ResponseError}
 */
export const isResponseError = (error) => error instanceof Error && 'statusCode' in error && 'body' in error;

/**
 * @param {string} __type
 * @param {string} message
 * @param {object} [more]
 * @returns {ResponseError}
 */
const responseError = (__type, message, more) =>
  Object.assign(new Error(message), { statusCode: 400, body: { __type, message, ...more } });

/** @param {string} message */
export const notJson = (message) => responseError('com.amazon.coral.service#SerializationException', message);

export const otherContent = () =>
  responseError(
    `${DYNAMODB}IdempotentParameterMismatchException`,
    'A transaction with this token had other content in the last ten minutes.',
  );

/** @param {string} message */
export const storeFailed = (message) =>
  Object.assign(responseError(`${DYNAMODB}InternalServerError`, message), { statusCode: 500 });

/** @param {Reason[]} reasons of all actions in order */
export function canceled(reasons) {
  const codes = reasons.map(({ Code }) => Code).join(', ');
  const message = `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`;
  return responseError(`${DYNAMODB}TransactionCanceledException`, message, { CancellationReasons: reasons });
}

/**
 * Why an action can't be done. Throws what isn't a reason.
 * @param {unknown} error
 * @returns {Reason}
 */
export function reasonOf(error) {
  if (!isResponseError(error)) throw error;
  const { __type, message, Item } = error.body;
  const Code = codes.get(__type.split('#')[1]);
  if (!Code) throw error;
  return { Code, Message: message, ...(Item && { Item }) };
}

/** @type {Map<string | undefined, string>} */
const codes = new Map([
  ['ConditionalCheckFailedException', 'ConditionalCheckFailed'],
  ['ValidationException', 'ValidationError'],
]);
