import { DatabaseUnavailableError, LimitExceededError, TooManyTriesError } from '../errors.ts';
import { conflict, fieldError, Refusal, tooManyRequests, unavailable } from './refusals.ts';
import type { Reply } from './replies.ts';

/** What Lambda hands to API Gateway. */
export interface Answer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
  isBase64Encoded?: true;
}

/** The sentences of an operation: the contract's `message` for what may come of it. */
export interface Sentences {
  success?: string;
  /** Where no other sentence fits. */
  failure: string;
  unauthorized?: string;
  notFound?: string;
  wrongMethod?: string;
  conflict?: string;
}

/** The success of an operation; `made` where it has made what was not there. */
export function successAnswer({ body, location, file }: Reply, made: boolean, message?: string): Answer {
  if (file) return { statusCode: 200, headers: file.headers, body: file.base64, isBase64Encoded: true };
  const fields = { status: 'success', ...(message && { message }), ...body };
  return answer(made ? 201 : 200, fields, location ? { location } : {});
}

/** The only writer of an error body. What was not foreseen leaves no trace of its inside. */
export function errorAnswer(error: unknown, sentences: Sentences): Answer {
  const { status, details } = refusalFor(error);
  const { errors, headers } = details;
  const message = details.sentence ?? sentenceFor(status, sentences);
  return answer(status, { status: 'error', message, ...(errors && { errors }) }, headers);
}

/** What an operation says with a status when nothing closer is known. */
export function sentenceFor(status: number, sentences: Sentences): string {
  const byStatus: Record<number, string | undefined> = {
    401: sentences.unauthorized ?? 'Unauthorized. Missing or invalid token.',
    404: sentences.notFound,
    405: sentences.wrongMethod ?? 'Invalid request method',
    409: sentences.conflict,
  };
  return byStatus[status] ?? sentences.failure;
}

/** The refusal that an error comes to. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof LimitExceededError) return conflict([fieldError(error.field, error.complaint)]);
  if (error instanceof TooManyTriesError) return tooManyRequests(error.retryAfterSeconds);
  const passing =
    error instanceof DatabaseUnavailableError || (error instanceof Error && error.name === 'TimeoutError');
  return passing ? unavailable() : new Refusal(500);
}

const answer = (
  statusCode: number,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
): Answer => ({
  statusCode,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
