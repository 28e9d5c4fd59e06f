/** DynamoDB throttled the request or was unreachable, after all retries. `cause` is the SDK's last error. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** A write would exceed a limit. `problem` follows the field's name in the error message. */
export class LimitExceededError extends Error {
  override name = 'LimitExceededError';
  readonly field: string;
  readonly problem: string;

  constructor(field: string, problem: string) {
    super(`${field} ${problem}`);
    this.field = field;
    this.problem = problem;
  }
}

/** The rate limit is reached. The next attempt is possible after `retryAfterSeconds`. */
export class RateLimitError extends Error {
  override name = 'RateLimitError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Rate limit reached');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
