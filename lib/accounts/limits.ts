import { hmacOf } from '../auth/hmac.ts';
import { readConfig } from '../config.ts';
import { getItem } from '../dynamodb/items.ts';
import {
  failedLoginsKey,
  loginsKey,
  mailsKey,
  networkLoginsKey,
  networkMailsKey,
  signupsKey,
} from '../dynamodb/keys.ts';
import { type Attempt, countAttempt, requireBelowLimit } from '../dynamodb/rate-limit.ts';
import { RateLimitError } from '../errors.ts';

/** A counter outlives its account, so its key has an HMAC of the address. */
const counterOf = (email: string): string => hmacOf('email', email);

/** Counts a signup from a network. Throws `RateLimitError` at the limit. */
export const countSignup = (network: string): Promise<Attempt> =>
  countAttempt(signupsKey(network), readConfig().signupLimit);

/** Counts a login to an e-mail address from a network. Throws `RateLimitError` at the limit. */
export const countLogin = (email: string, network: string): Promise<Attempt> =>
  countAttempt(loginsKey(counterOf(email), network), readConfig().loginLimit);

/** Counts a login from a network, to any address. Throws `RateLimitError` at the limit. */
export const countNetworkLogin = (network: string): Promise<Attempt> =>
  countAttempt(networkLoginsKey(network), readConfig().networkLoginLimit);

/** Reads the failed logins to an e-mail address. The function it returns throws `RateLimitError` at the limit. */
export async function failedLoginsOf(email: string): Promise<() => void> {
  const counter = await getItem(failedLoginsKey(counterOf(email)));
  return () => requireBelowLimit(counter, readConfig().emailLoginLimit);
}

/** Counts a failed login to an e-mail address from any network. */
export async function countFailedLogin(email: string): Promise<void> {
  try {
    await countAttempt(failedLoginsKey(counterOf(email)), readConfig().emailLoginLimit);
  } catch (error) {
    // Concurrent failures reached the limit. It refuses the next login, not this one, whose password was compared.
    if (!(error instanceof RateLimitError)) throw error;
  }
}

/**
 * Counts a mail that a client asks for, whether or not the address has an account. Throws `RateLimitError` at the limit.
 */
export async function countMail(
  kind: 'reset_password' | 'verify_email' | 'change_email',
  email: string,
  network: string,
): Promise<void> {
  const { mailLimit, networkMailLimit } = readConfig();
  // First, so that a client that retries at the limit of one address doesn't use up its network's.
  await countAttempt(mailsKey(counterOf(email), kind), mailLimit);
  await countAttempt(networkMailsKey(network, kind), networkMailLimit);
}

/** Counts a mail that the caller isn't told about. Returns whether it may be sent. */
export async function countNotice(kind: 'invited', email: string): Promise<boolean> {
  try {
    await countAttempt(mailsKey(counterOf(email), kind), readConfig().mailLimit);
    return true;
  } catch (error) {
    if (error instanceof RateLimitError) return false;
    throw error;
  }
}
