import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { handler as list } from '../../../functions/sessions/list.ts';
import type { Account } from '../../../lib/accounts/account.ts';
import { newAccessToken } from '../../../lib/auth/access-token.ts';
import { hashOfRecoveryCode, keyOf, newFactor } from '../../../lib/auth/codes.ts';
import { newSession } from '../../../lib/auth/session.ts';
import { issueSessionToken } from '../../../lib/auth/session-tokens.ts';
import { storedBytesOf } from '../../../lib/dynamodb/item-size.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { newAccount } from '../../support/account.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { putItem } from '../../support/put-items.ts';

/** What one read unit covers. */
const UNIT_BYTES = 4_096;

const BROWSER =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const LONGEST_CLIENT = 'x'.repeat(1_000);

const label = 'x'.repeat(63);
const longestEmail = `${'x'.repeat(64)}@${label}.${label}.${'x'.repeat(57)}.org`;
const named = (name: string, email: string) => ({ first_name: name, last_name: name, email });
const USUAL = named('Charlotte', 'charlotte.charlotte@example.com');
const LONGEST = named('x'.repeat(100), longestEmail);
const WIDEST = named('😀'.repeat(100), longestEmail);

/** Ten access tokens of this name. */
function tokens(name: string): Pick<Account, 'tokens'> {
  const token = { n: name, a: 'calendar', s: 1_766_400_000_123, e: 1_797_120_000 } as const;
  const made = Array.from({ length: 10 }, () => newAccessToken(randomUUID(), 'calendar'));
  return { tokens: Object.fromEntries(made.map(({ id, hash }) => [id, { ...token, h: hash }])) };
}
const NONE = {};
const TEN = tokens('x'.repeat(50));
const WIDEST_TEN = tokens('😀'.repeat(50));

const { secret, recoveryCodes } = newFactor();
const FACTOR = {
  factor: { k: keyOf(secret), s: 1_766_400_000_123, u: 60_000_000, r: recoveryCodes.map(hashOfRecoveryCode) },
  factor_changes: 1,
};

describe('an account with 30 sessions', () => {
  it.each([
    { of: 'a browser', by: 'usual names', userAgent: BROWSER, person: USUAL, more: NONE, bytes: 2_697 },
    {
      of: 'a browser, ten tokens',
      by: 'usual names',
      userAgent: BROWSER,
      person: USUAL,
      more: TEN,
      bytes: 4_017,
    },
    {
      of: 'the longest client',
      by: 'usual names',
      userAgent: LONGEST_CLIENT,
      person: USUAL,
      more: NONE,
      bytes: 2_757,
    },
    {
      of: 'the longest client, ten tokens',
      by: 'usual names',
      userAgent: LONGEST_CLIENT,
      person: USUAL,
      more: TEN,
      bytes: 4_077,
    },
    {
      of: 'the longest client',
      by: 'the longest names',
      userAgent: LONGEST_CLIENT,
      person: LONGEST,
      more: NONE,
      bytes: 3_162,
    },
    {
      of: 'the longest client',
      by: 'the longest names in emojis',
      userAgent: LONGEST_CLIENT,
      person: WIDEST,
      more: NONE,
      bytes: 3_762,
    },
    {
      of: 'the longest client, ten tokens',
      by: 'the longest names',
      userAgent: LONGEST_CLIENT,
      person: LONGEST,
      more: TEN,
      bytes: 4_482,
    },
    {
      of: 'the longest client, ten tokens in emojis',
      by: 'the longest names in emojis',
      userAgent: LONGEST_CLIENT,
      person: WIDEST,
      more: WIDEST_TEN,
      bytes: 6_582,
    },
    {
      of: 'the longest client, a second factor',
      by: 'usual names',
      userAgent: LONGEST_CLIENT,
      person: USUAL,
      more: FACTOR,
      bytes: 3_095,
    },
    {
      of: 'the longest client, ten tokens, a second factor',
      by: 'usual names',
      userAgent: LONGEST_CLIENT,
      person: USUAL,
      more: { ...TEN, ...FACTOR },
      bytes: 4_415,
    },
  ])('of $of, with $by, takes $bytes bytes', async ({ userAgent, person, more, bytes }) => {
    const sessions = Array.from({ length: 30 }, () => newSession(userAgent, '192.0.2.1'));
    const account = newAccount({
      ...person,
      password_hash: 'x'.repeat(60),
      sessions: Object.fromEntries(sessions.map(({ id, session }) => [id, session])),
    });
    const accountId = account.account_id;
    const item = { ...accountKey(accountId), ...account, ...more };
    expect(storedBytesOf(item)).toBe(bytes);

    await putItem(accountKey(accountId), item);
    const [{ id: sessionId, session } = newSession('', '')] = sessions;
    const token = await issueSessionToken({ accountId, sessionId }, session.e);
    takeRequests();
    expect((await call(list, { method: 'GET', token })).status).toBe(200);
    // The check of the session reads the item, and so does the list.
    expect(takeRequests().units.read).toBe(2 * Math.ceil(bytes / UNIT_BYTES));
  });
});
