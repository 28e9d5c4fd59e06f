const MAX_ACCOUNTS = 1_000;
const REMEMBERED_MS = 60_000;

/** Accounts of which a call was rejected, with the time until which they are remembered, in Unix time (milliseconds). */
const rejected = new Map<string, number>();

/** Remembers an account for a minute, and forgets the one that was rejected first if there are too many. */
export function rememberRejected(accountId: string): void {
  rejected.delete(accountId);
  const [first] = rejected.keys();
  if (first !== undefined && rejected.size >= MAX_ACCOUNTS) rejected.delete(first);
  rejected.set(accountId, Date.now() + REMEMBERED_MS);
}

/** Returns whether a call of the account was rejected within the last minute. */
export const wasRejected = (accountId: string): boolean => (rejected.get(accountId) ?? 0) > Date.now();
