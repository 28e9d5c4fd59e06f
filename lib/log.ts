import { Logger } from '@aws-lambda-powertools/logger';

/** Writes JSON, one line per entry. Of an error, it writes what {@link toLogged} lists. */
export const logger = new Logger({
  serviceName: 'event-budget-service',
  jsonReplacerFn: (key, value) => (key === 'error' || value instanceof Error ? toLogged(value) : value),
});

interface LoggedError {
  name: string;
  message: string;
  stack?: string;
  cause?: LoggedError;
}

/** All that the log may have of an error. What else hangs on one may be an item, a request or a response. */
function toLogged(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { name: typeof error, message: 'was thrown instead of an error' };
  const { stack, cause } = error;
  return {
    ...nameOf(error),
    ...(stack !== undefined && { stack: unquoted(stack) }),
    ...(cause instanceof Error && { cause: nameOf(cause) }),
  };
}

const nameOf = ({ name, message }: Error): LoggedError => ({
  name: unquoted(name),
  message: unquoted(message),
});

/** Leaves out what messages quote: a part of a text that is no JSON, and an address that is a key in the path of a problem. */
const unquoted = (text: unknown): string =>
  String(text)
    .replace(/^([^"]*)".*(?= is not valid JSON)/s, '$1…')
    .replace(/(?<![^\s"'<>/\\@])[^\s"'<>/\\@]+@[^\s"'<>/\\@]+/g, '…');

/** An error for Lambda's runtime, which logs all properties of the one that a function throws. */
export function withoutDetails(error: unknown): Error {
  const { name, message, stack } = toLogged(error);
  return Object.defineProperties(new Error(message), { name: { value: name }, stack: { value: stack } });
}
