import { type Problem, problem } from './problem.ts';

/** DynamoDB throttled the request or was unreachable, after all retries. `cause` is the SDK's last error. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** A write would exceed a limit. */
export class LimitExceededError extends Error {
  override name = 'LimitExceededError';
  readonly field: string;
  readonly problem: Problem;

  constructor(field: string, problem: Problem) {
    super(`${field} ${problem}`);
    this.field = field;
    this.problem = problem;
  }
}

/** An item would exceed DynamoDB's 400 KB. */
export const eventTooLarge = () =>
  new LimitExceededError(
    'event',
    problem('too_large', 'is too large (maximum is 400 KB including its budgets)'),
  );

/** The items of a partition would exceed DynamoDB's 10 GB. */
export const accountFull = () =>
  new LimitExceededError('events', problem('full', 'are full (maximum is 10 GB per account)'));

/** The rate limit is reached. The next attempt is possible after `retryAfterSeconds`. */
export class RateLimitError extends Error {
  override name = 'RateLimitError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Rate limit reached');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
