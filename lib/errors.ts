/** DynamoDB throttles or can't be reached, after the SDK's retries; `cause` is its last word. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}

/** A write would go over a limit. The complaint goes on where the name of the field stops. */
export class LimitExceededError extends Error {
  override name = 'LimitExceededError';
  readonly field: string;
  readonly complaint: string;

  constructor(field: string, complaint: string) {
    super(`${field} ${complaint}`);
    this.field = field;
    this.complaint = complaint;
  }
}

/** There were as many tries as there may be; the next one after so many seconds. */
export class TooManyTriesError extends Error {
  override name = 'TooManyTriesError';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('too many tries');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
