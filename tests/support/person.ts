import { countFailedLogin } from '../../lib/accounts/limits.ts';
import { EDITORS, OWNER, type VIEWERS } from '../../lib/auth/roles.ts';

export const PASSWORD = 'correct horse battery';

let people = 0;

/** A signup body with a unique e-mail address. */
export const person = (fields: Record<string, unknown> = {}) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `ada-${++people}@example.com`,
  password: PASSWORD,
  ...fields,
});

/** The day in so many days (UTC). */
export const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Who calls an operation on an event, as a contract says which roles suffice for it. */
const callerWith = (roles: typeof VIEWERS) => (accountId: string) => ({ accountId, roles });

export const asEditor = callerWith(EDITORS);
export const asOwner = callerWith(OWNER);

/** As many as an e-mail address may have in 15 minutes. */
export const MAX_FAILED_LOGINS = 100;

/** Counts failed logins to an e-mail address, as those from many networks are counted. */
export async function countFailedLogins(email: string, times = MAX_FAILED_LOGINS): Promise<void> {
  for (let n = 0; n < times; n += 1) await countFailedLogin(email);
}
