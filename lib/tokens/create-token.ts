import * as z from 'zod/mini';
import { type Account, sessionsPart } from '../accounts/account.ts';
import { changeOwnAccount } from '../accounts/change-account.ts';
import { changeConfirmed, currentPassword, requirePassword } from '../accounts/check-password.ts';
import { sentCode, type UseCode, withCode } from '../accounts/code.ts';
import {
  type Access,
  type AccessToken,
  access,
  activeTokens,
  isTokenActive,
  newAccessToken,
} from '../auth/access-token.ts';
import type { SessionReference } from '../auth/session.ts';
import { endOf, lastDayFault, requiredDay } from '../day.ts';
import { Rejection } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import { newName, withNewTexts } from '../new-text.ts';
import { problem } from '../problem.ts';
import { BLANK, text } from '../schema.ts';

/** Maximum validity of an access token: a year, even a leap year. */
const MAX_DAYS = 366;

/** Three years for a calendar, because people don't notice at once that it has ended. */
const MAX_CALENDAR_DAYS = 1_096;

/** The latest possible last day depends on the access. */
const isInTime = z.check<{ access: Access; expires_on: string }>(({ value, issues }) => {
  const { access, expires_on } = value;
  const message = lastDayFault(expires_on, access === 'calendar' ? MAX_CALENDAR_DAYS : MAX_DAYS);
  if (message !== undefined) issues.push({ code: 'custom', input: value, path: ['expires_on'], message });
});

const givenAccess = z.enum(access.options, {
  error: ({ input }) => (input === undefined ? BLANK : problem('invalid', 'must be read, write or calendar')),
});

export const tokenInput = z
  .object({
    password: currentPassword,
    code: sentCode,
    name: text({ min: 1, max: 50, trim: true }).check(
      z.meta({ description: 'What the token is for, in 1 to 50 characters' }),
    ),
    access: givenAccess.check(
      z.meta({
        description:
          '`write` includes `read`. Each operation says what it needs. `calendar` is only `GET /calendar.ics`',
      }),
    ),
    expires_on: requiredDay.check(
      z.meta({
        description: `The token works to the end of this day (UTC): today, or one of the next ${MAX_DAYS} days. For \`calendar\`, one of the next ${MAX_CALENDAR_DAYS}`,
      }),
    ),
  })
  .check(
    isInTime,
    z.meta({
      id: 'TokenInput',
      examples: [
        { password: 'correct horse', name: 'Nightly import', access: 'write', expires_on: '2027-06-30' },
      ],
    }),
  );

/** More could fill an account's item, a part of which every call reads, beyond 4 KB. */
const MAX_TOKENS = 10;

export const tokensFull = () =>
  new Rejection('conflict', {
    field: 'tokens',
    problem: problem('full', 'An account can have at most {maximum} access tokens.', { maximum: MAX_TOKENS }),
  });

export interface CreatedToken {
  id: string;
  /** The token itself. Only its hash is stored. */
  text: string;
  token: AccessToken;
}

/**
 * Creates an access token of the caller's account, and removes those that have ended. Throws `conflict` if there are
 * too many, and as `requirePassword` and `withCode` do.
 */
export async function createToken(
  caller: SessionReference,
  { password, code, access, expires_on, ...texts }: z.output<typeof tokenInput>,
): Promise<CreatedToken> {
  const { name } = withNewTexts({ name: newName }, texts);
  const account = await requirePassword(caller, password);
  const { text, id, hash } = newAccessToken(caller.accountId, access);
  const token = { h: hash, n: name, a: access, s: Date.now(), e: endOf(expires_on) };
  const change = (useCode: UseCode) =>
    changeConfirmed(caller, account, (found) => useCode(withToken(found, id, token)));
  await withCode(account, code, change, caller);
  await queueNotice({ kind: 'token_created', account_id: caller.accountId, access, expires_on });
  return { id, text, token };
}

/** Adds an access token to an account, and removes those that have expired. Throws `conflict` if there are too many. */
export function withToken(account: Account, id: string, token: AccessToken): Account {
  const active = activeTokens(account.tokens);
  if (active.length >= MAX_TOKENS) throw tokensFull();
  return { ...account, tokens: { ...Object.fromEntries(active), [id]: token } };
}

/** Ends an access token of the caller's account. Throws `not_found`, also if it has expired, and `unauthorized`. */
export const endToken = (caller: SessionReference, id: string): Promise<void> =>
  changeOwnAccount(caller, sessionsPart, (account) => {
    const { [id]: ended, ...tokens } = account.tokens;
    if (!ended || !isTokenActive(ended)) throw new Rejection('not_found');
    return { ...account, tokens };
  });
