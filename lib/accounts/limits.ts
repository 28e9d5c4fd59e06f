import type { ActiveToken } from '../auth/access-token.ts';
import { hmacOf } from '../auth/signing-keys.ts';
import { LOGIN_WINDOW_SECONDS, readConfig } from '../config/config.ts';
import { getItem } from '../dynamodb/items.ts';
import {
  calendarCallsKey,
  codesKey,
  expensiveCallsKey,
  failedLoginsKey,
  invitationsKey,
  loginsKey,
  mailsKey,
  networkLoginsKey,
  networkMailsKey,
  passwordsKey,
  signupsKey,
} from '../dynamodb/keys.ts';
import {
  type Attempt,
  countAttempt,
  countAttempts,
  requireBelowLimit,
  takeWindow,
} from '../dynamodb/rate-limit.ts';
import { isRejection } from '../errors.ts';
import type { MailRequest } from '../mail/request.ts';

/** Stands for an e-mail address or account id in counters' keys and in the log, because both outlive the account. */
export const hmacOfCounted = (emailOrId: string): string => hmacOf('email', emailOrId);

// Each `count…` but `countFailedLogin` throws `too_many` at its limit.

export const countSignup = (network: string): Promise<Attempt> =>
  countAttempt(signupsKey(network), readConfig().signupLimit);

export const countLogin = (email: string, network: string): Promise<Attempt> =>
  countAttempt(loginsKey(hmacOfCounted(email), network), readConfig().loginLimit);

export const countSessionPassword = (sessionId: string): Promise<Attempt> =>
  countAttempt(passwordsKey(sessionId), readConfig().loginLimit);

/** Three of a million codes are right at a time, so guessing for a day succeeds with a probability of 0.009 %. */
const CODES_AN_HOUR = { attempts: 10, windowSeconds: 3_600 };
const CODES_A_DAY = { attempts: 30, windowSeconds: 86_400 };

/** Those of each session count apart, so that nobody with the password alone can stop the owner. */
export const countCode = (accountHmac: string, factor: number, sessionId: string | undefined) =>
  countAttempts(
    { key: codesKey(accountHmac, factor, sessionId, 'hour'), limit: CODES_AN_HOUR },
    { key: codesKey(accountHmac, factor, sessionId, 'day'), limit: CODES_A_DAY },
  );

export const countNetworkLogin = (network: string): Promise<Attempt> =>
  countAttempt(networkLoginsKey(network), readConfig().networkLoginLimit);

export const countExpensiveCall = (accountId: string): Promise<Attempt> =>
  countAttempt(expensiveCallsKey(accountId), readConfig().expensiveCallLimit);

/** Counts a call with a calendar's token, apart from all others of its account. */
export const countCalendarCall = ({ accountId, id }: ActiveToken): Promise<Attempt> =>
  countAttempt(calendarCallsKey(accountId, id), readConfig().expensiveCallLimit);

const FAILED_LOGINS = { attempts: 100, windowSeconds: LOGIN_WINDOW_SECONDS };

/** Reads the failed logins to an e-mail address, from any network. The function it returns throws `too_many` at the limit. */
export async function failedLoginsOf(email: string): Promise<() => void> {
  const counter = await getItem(failedLoginsKey(hmacOfCounted(email)));
  return () => requireBelowLimit(counter, FAILED_LOGINS);
}

export async function countFailedLogin(email: string): Promise<void> {
  try {
    await countAttempt(failedLoginsKey(hmacOfCounted(email)), FAILED_LOGINS);
  } catch (error) {
    // Concurrent failures have reached the limit. It rejects the next login, not this one, which has failed already.
    if (!isRejection(error, 'too_many')) throw error;
  }
}

/** Counts a mail that a client asks for, whether or not the address has an account. */
export async function countMail(
  kind: MailRequest['kind'],
  email: string,
  network: string,
  accountId?: string,
): Promise<void> {
  const { mailLimit, networkMailLimit } = readConfig();
  await countAttempts(
    // Otherwise one account could mail to many addresses from many networks.
    ...(accountId === undefined ? [] : [{ key: mailsKey(hmacOfCounted(accountId), kind), limit: mailLimit }]),
    // Before the network, so that a client that retries at the limit of one address doesn't use up its network's.
    { key: mailsKey(hmacOfCounted(email), kind), limit: mailLimit },
    { key: networkMailsKey(network, kind), limit: networkMailLimit },
  );
}

export async function countInvitation(accountId: string, network: string): Promise<void> {
  const { invitationLimit, networkMailLimit } = readConfig();
  await countAttempts(
    { key: invitationsKey(accountId), limit: invitationLimit },
    { key: networkMailsKey(network, 'invited'), limit: networkMailLimit },
  );
}

/**
 * Returns whether an inviter may cause a mail to an address: one in a window, and one about offers. Others don't matter, so the
 * inviter may be told.
 */
export const takeMailWindow = (
  kind: 'invited' | 'offered',
  inviterId: string,
  email: string,
  invitationId: number,
): Promise<boolean> =>
  takeWindow(
    mailsKey(hmacOfCounted(`${email}\n${inviterId}`), kind),
    invitationId,
    readConfig().mailLimit.windowSeconds,
  );

/** Counts an invitation or an offer. */
export const countInvitationMail = (email: string): Promise<Attempt> =>
  countAttempt(mailsKey(hmacOfCounted(email), 'invited'), readConfig().mailLimit);

/** Notices of which each is about another event or recovery code. */
const OFTEN: MailRequest['kind'][] = [
  ...(['ownership_offered', 'ownership_accepted', 'ownership_declined', 'recovery_code_used'] as const),
];

/** Counts a mail that nobody asked for. */
export async function countNotice(
  kind: MailRequest['kind'],
  email: string,
  accountId: string,
): Promise<void> {
  const { mailLimit, invitationLimit } = readConfig();
  const limit = OFTEN.includes(kind) ? invitationLimit : mailLimit;
  await countAttempt(mailsKey(hmacOfCounted(accountId), kind), limit);
  await countAttempt(mailsKey(hmacOfCounted(email), kind), limit);
}
