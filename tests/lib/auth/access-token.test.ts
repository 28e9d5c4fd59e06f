import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAccount } from '../../../lib/accounts/repository.ts';
import { isAccessToken, newAccessToken, verifyAccessToken } from '../../../lib/auth/access-token.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { newAccount } from '../../support/account.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { changed, forged, withChecksum } from '../../support/forged-token.ts';
import { newAccessToken as createToken, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** The regular expression for secret scanners. */
const [, PATTERN = ''] = /```\n(.*eb\[ct]_.*)\n```/.exec(readFileSync('SECURITY.md', 'utf8')) ?? [];
const found = (text: string): string[] => text.match(new RegExp(PATTERN, 'g')) ?? [];

describe('newAccessToken', () => {
  const accountId = 'ab000000-0000-4000-8000-00000000001f';

  it('makes 120 characters that the regular expression in SECURITY.md finds', () => {
    expect(PATTERN).not.toBe('');
    for (let times = 0; times < 1_000; times += 1) {
      const { text } = newAccessToken(randomUUID(), 'write');
      expect(text).toHaveLength(120);
      expect(found(text)).toEqual([text]);
      expect(found(`curl -H "Authorization: Bearer ${text}"\nTOKEN=${text};`)).toEqual([text, text]);
    }
  });

  it.each([
    ['read', 'ebt_'],
    ['write', 'ebt_'],
    ['calendar', 'ebc_'],
  ] as const)('begins one for %s with %s, which the regular expression finds', (access, prefix) => {
    const { text } = newAccessToken(accountId, access);
    expect(text.slice(0, 4)).toBe(prefix);
    expect(found(`https://example.com/calendar.ics?token=${text}&only=events`)).toEqual([text]);
  });

  it.each<[name: string, change: (text: string, at: number) => string]>([
    ['less', (text, at) => text.slice(0, at) + text.slice(at + 1)],
    ['more', (text, at) => `${text.slice(0, at)}0${text.slice(at)}`],
    ['that is no digit', (text, at) => `${text.slice(0, at)}g${text.slice(at + 1)}`],
    ['in upper case', (text, at) => `${text.slice(0, at)}A${text.slice(at + 1)}`],
  ])('makes nothing that is found with one character %s', (_, change) => {
    const { text } = newAccessToken(accountId, 'write');
    for (let at = 0; at < text.length; at += 1) expect(found(change(text, at))).toEqual([]);
    expect(found(`${text}0`)).toEqual([]);
  });

  it('has the account, the id, a secret, and the checksum of all before it', () => {
    const { text, id, hash } = newAccessToken(accountId, 'write');
    expect(text.slice(0, 48)).toBe(`ebt_${accountId.replaceAll('-', '')}${id}`);
    expect(hash).toEqual(
      createHash('sha256')
        .update(Buffer.from(text.slice(48, 112), 'hex'))
        .digest(),
    );
    expect(Number.parseInt(text.slice(112), 16)).toBe(crc32(text.slice(0, 112)));
  });

  it('differs each time in id, secret and hash', () => {
    const tokens = Array.from({ length: 100 }, () => newAccessToken(accountId, 'write'));
    const distinct = (part: (token: (typeof tokens)[number]) => string) => new Set(tokens.map(part)).size;
    expect(distinct(({ id }) => id)).toBe(100);
    expect(distinct(({ text }) => text.slice(48, 112))).toBe(100);
    expect(distinct(({ hash }) => Buffer.from(hash).toString('hex'))).toBe(100);
  });
});

it.each([
  ['ebt_', true],
  ['ebt_x', true],
  ['EBT_', false],
  ['ebc_', false],
  ['ebt', false],
  [' ebt_', false],
  ['', false],
])('isAccessToken(%j) is %j', (text, expected) => {
  expect(isAccessToken(text)).toBe(expected);
});

/** Stores an account with a token that ends then (Unix time in seconds). Returns the token's text. */
async function storedToken(e: number, fields: { leaving?: number } = {}) {
  const account_id = randomUUID();
  const { text, id, hash } = newAccessToken(account_id, 'read');
  const token = { h: hash, n: 'Nightly import', a: 'read' as const, s: Date.now(), e };
  await createAccount(newAccount({ account_id, tokens: { [id]: token }, ...fields }));
  return { text, id, account_id };
}

describe('verifyAccessToken', () => {
  const END = Date.UTC(2027, 5, 30) / 1_000;

  it('says whose it is and what it allows', async () => {
    const { text, id, account_id } = await storedToken(END);
    expect(await verifyAccessToken(text)).toEqual({
      accountId: account_id,
      id,
      access: 'read',
      start: expect.any(Number),
      end: END,
      isBlocked: false,
    });
  });

  it.each([
    ['a second before its end', END * 1_000 - 1_000, true],
    ['a millisecond before its end', END * 1_000 - 1, true],
    ['at its end', END * 1_000, false],
    ['a second after its end', END * 1_000 + 1_000, false],
  ])('%s: %s is %j', async (_, now, isValid) => {
    const { text } = await storedToken(END);
    vi.useFakeTimers({ toFake: ['Date'], now });
    expect((await verifyAccessToken(text)) !== undefined).toBe(isValid);
  });

  it('takes it until its last day (UTC) is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2028, 1, 28, 12) });
    const { token } = await createToken(await newToken(), { expires_on: '2028-02-29' });
    for (const [now, isValid] of [
      [Date.UTC(2028, 1, 29), true],
      [Date.UTC(2028, 1, 29, 23, 59, 59), true],
      [Date.UTC(2028, 2, 1), false],
    ] as const) {
      vi.setSystemTime(now);
      expect((await verifyAccessToken(token)) !== undefined).toBe(isValid);
    }
  });

  it('refuses one of an account that is being deleted', async () => {
    const { text } = await storedToken(END, { leaving: Date.now() });
    expect(await verifyAccessToken(text)).toBeUndefined();
  });

  it('refuses one of no account, with an unknown id or another secret, after one read', async () => {
    const { text } = await storedToken(END);
    for (const other of [
      changed(text, { account: '0'.repeat(32) }),
      changed(text, { id: '0'.repeat(12) }),
      forged(text),
    ]) {
      takeRequests();
      expect(await verifyAccessToken(other)).toBeUndefined();
      expect(takeRequests().counts).toEqual({ reads: 1, writes: 0 });
    }
  });

  it('refuses what differs in one digit, without a read', async () => {
    const { text } = await storedToken(END);
    takeRequests();
    for (let at = 4; at < text.length; at += 1) {
      const digit = text[at] === '0' ? '1' : '0';
      expect(await verifyAccessToken(text.slice(0, at) + digit + text.slice(at + 1))).toBeUndefined();
    }
    expect(takeRequests().counts).toEqual({ reads: 0, writes: 0 });
    expect(await verifyAccessToken(text)).toBeDefined();
  });

  it.each([
    ['read', 'ebc_'],
    ['write', 'ebc_'],
    ['calendar', 'ebt_'],
  ])('refuses one for %s whose prefix was replaced by %s', async (access, prefix) => {
    const session = await newToken();
    const { token } = await createToken(session, { access });
    expect(await verifyAccessToken(token)).toMatchObject({ access });
    const disguised = withChecksum(prefix + token.slice(4));
    takeRequests();
    expect(await verifyAccessToken(disguised)).toBeUndefined();
    expect(takeRequests().counts).toEqual({ reads: 1, writes: 0 });
  });

  it('needs no more than the SHA-256 of the secret, which is all that is stored', async () => {
    const account = await newToken();
    const { id, token } = await createToken(account);
    const { tokens } = (await getItem(accountKey(accountIdOf(account)), [['tokens']])) ?? {};
    const h = createHash('sha256').update(token.slice(48, 112), 'hex').digest();
    expect(tokens).toMatchObject({ [id]: { h: new Uint8Array(h) } });
    expect(JSON.stringify(tokens)).not.toContain(token.slice(48, 112));
  });
});
