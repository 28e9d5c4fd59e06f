import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Account } from '../../../lib/accounts/account.ts';
import { newAccessToken } from '../../../lib/auth/access-token.ts';
import { hashOfRecoveryCode, keyOf, newFactor } from '../../../lib/auth/codes.ts';
import { newSession } from '../../../lib/auth/session.ts';
import { issueSessionToken } from '../../../lib/auth/session-tokens.ts';
import { storedBytesOf } from '../../../lib/dynamodb/item-size.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { newAccount } from '../../support/account.ts';
import { clientOf } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { putItem } from '../../support/table.ts';

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

it.each<[of: string, by: string, userAgent: string, person: object, more: object, bytes: number]>([
  ['a browser', 'usual names', BROWSER, USUAL, NONE, 2_697],
  ['a browser, ten tokens', 'usual names', BROWSER, USUAL, TEN, 4_017],
  ['the longest client', 'usual names', LONGEST_CLIENT, USUAL, NONE, 2_757],
  ['the longest client, ten tokens', 'usual names', LONGEST_CLIENT, USUAL, TEN, 4_077],
  ['the longest client', 'the longest names', LONGEST_CLIENT, LONGEST, NONE, 3_162],
  ['the longest client', 'the longest names in emojis', LONGEST_CLIENT, WIDEST, NONE, 3_762],
  ['the longest client, ten tokens', 'the longest names', LONGEST_CLIENT, LONGEST, TEN, 4_482],
  ['the longest client, ten tokens', 'all names in emojis', LONGEST_CLIENT, WIDEST, WIDEST_TEN, 6_582],
  ['the longest client, a second factor', 'usual names', LONGEST_CLIENT, USUAL, FACTOR, 3_095],
  ['all of these', 'usual names', LONGEST_CLIENT, USUAL, { ...TEN, ...FACTOR }, 4_415],
])(
  'an account with 30 sessions of %s, with %s, has its bytes',
  async (_of, _by, userAgent, person, more, bytes) => {
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
    expect((await clientOf(token).listSessions()).status).toBe(200);
    // The check of the session reads the item, and so does the list.
    expect(takeRequests().units.read).toBe(2 * Math.ceil(bytes / UNIT_BYTES));
  },
);
