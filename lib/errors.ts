/** DynamoDB throttles or can't be reached, after the SDK's retries; `cause` is its last word. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
}
