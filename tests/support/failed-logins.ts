import { countFailedLogin } from '../../lib/accounts/limits.ts';

/** As many as an e-mail address may have in 15 minutes. */
export const MAX_FAILED_LOGINS = 100;

/** Counts failed logins to an e-mail address, as those from many networks are counted. */
export async function countFailedLogins(email: string, times = MAX_FAILED_LOGINS): Promise<void> {
  for (let n = 0; n < times; n += 1) await countFailedLogin(email);
}
