/** The body of a rejection with one entry in `errors`, exactly as it is sent. */
export const rejection = (
  message: string,
  field: string,
  code: string,
  sentence: string,
  facts: object = {},
): string =>
  JSON.stringify({ status: 'error', message, errors: [{ field, code, message: sentence, ...facts }] });

/** The body of a 401 for a token. */
export const UNAUTHORIZED = rejection(
  'Unauthorized. Missing or invalid token.',
  'token',
  'unauthorized',
  'This requires a valid token. Log in again.',
);

/** The body of a 404 of an operation with this message. */
export const notFound = (message: string): string => rejection(message, 'path', 'not_found', 'Not found.');

/** What is wrong with a code of a second factor. */
export const WRONG_CODE = {
  field: 'code',
  code: 'wrong',
  message: 'Code is wrong or has already been used.',
};
export const WRONG_APP_CODE = {
  ...WRONG_CODE,
  message: "Code is wrong or has already been used. Check that the phone's clock is right.",
};
/** What is wrong with this code. */
export const wrongFor = (code: unknown) =>
  typeof code === 'string' && /^\d{3} ?\d{3}$/.test(code) ? WRONG_APP_CODE : WRONG_CODE;
export const MISSING_CODE = {
  ...{ field: 'code', code: 'second_factor' },
  message: 'Enter the code from your authenticator app, or a recovery code.',
};
