import { readConfig } from '../config.ts';
import { failedLoginsKey, loginsKey, networkLoginsKey } from '../dynamodb/keys.ts';
import { type Attempt, countAttempt } from '../dynamodb/rate-limit.ts';
import { RateLimitError } from '../errors.ts';

/** Counts a login to an e-mail address from a network. Throws `RateLimitError` at the limit. */
export const countLogin = (email: string, network: string): Promise<Attempt> =>
  countAttempt(loginsKey(email, network), readConfig().loginLimit);

/** Counts a login from a network, to any address. Throws `RateLimitError` at the limit. */
export const countNetworkLogin = (network: string): Promise<Attempt> =>
  countAttempt(networkLoginsKey(network), readConfig().networkLoginLimit);

/** Counts a failed login to an e-mail address from any network. */
export async function countFailedLogin(email: string): Promise<void> {
  try {
    await countAttempt(failedLoginsKey(email), readConfig().emailLoginLimit);
  } catch (error) {
    // Concurrent failures reached the limit. It refuses the next login, not this one, whose password was compared.
    if (!(error instanceof RateLimitError)) throw error;
  }
}
