import { DatabaseUnavailableError, LimitExceededError } from '../errors.ts';
import { conflict, fieldError, Refusal, unavailable } from './refusals.ts';
import type { Reply } from './replies.ts';

/** What Lambda hands to API Gateway. */
export interface Answer {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/** The sentences of an operation for what may go wrong with it. */
export interface Sentences {
  /** Where no other sentence fits. */
  failure: string;
  /** For 404; the failure sentence where left out. */
  notFound?: string;
  /** For 405. */
  wrongMethod?: string;
}

export const successAnswer = ({ statusCode, headers, fields }: Reply): Answer =>
  answer(statusCode, { status: 'success', ...fields }, headers);

/** The only writer of an error body. What was not foreseen leaves no trace of its inside. */
export function errorAnswer(
  error: unknown,
  { failure, notFound, wrongMethod = 'Invalid request method' }: Sentences,
): Answer {
  const { status, details } = refusalFor(error);
  const byStatus: Record<number, string | undefined> = { 404: notFound, 405: wrongMethod };
  const message = details.sentence ?? byStatus[status] ?? failure;
  const { errors, headers } = details;
  return answer(status, { status: 'error', message, ...(errors && { errors }) }, headers);
}

function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof LimitExceededError) return conflict([fieldError(error.field, error.complaint)]);
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
