/** The first response to a request with an `Idempotency-Key`. */
export interface FirstResponse {
  statusCode: number;
  headers: Record<string, string>;
  body: string;
}

/** An earlier request with the same key and input had a response. */
export class RepeatedError extends Error {
  override name = 'RepeatedError';
  readonly first: FirstResponse;

  constructor(first: FirstResponse) {
    super('The request is a repeat');
    this.first = first;
  }
}
