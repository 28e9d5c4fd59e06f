const MAX_ACCOUNTS = 1_000;
const REMEMBERED_MS = 60_000;

/** Accounts of which a call was refused, with the time until which they are remembered, in Unix time (milliseconds). */
const refused = new Map<string, number>();

/** Remembers an account for a minute, and forgets the one that was refused first if there are too many. */
export function rememberRefused(accountId: string): void {
  refused.delete(accountId);
  const [first] = refused.keys();
  if (first !== undefined && refused.size >= MAX_ACCOUNTS) refused.delete(first);
  refused.set(accountId, Date.now() + REMEMBERED_MS);
}

/** Returns whether a call of the account was refused within the last minute. */
export const wasRefused = (accountId: string): boolean => (refused.get(accountId) ?? 0) > Date.now();
