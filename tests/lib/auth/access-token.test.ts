import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createAccount } from '../../../lib/accounts/repository.ts';
import { isAccessToken, newAccessToken, verifyAccessToken } from '../../../lib/auth/access-token.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { withChecksum } from '../../support/access-tokens.ts';
import { newAccount } from '../../support/account.ts';
import { takeRequests } from '../../support/database-requests.ts';
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

  it('begins one of a calendar in its own way, which the regular expression finds in an address', () => {
    const begins = (['read', 'write', 'calendar'] as const).map((access) => {
      const { text } = newAccessToken(accountId, access);
      expect(found(`https://example.com/calendar.ics?token=${text}&only=events`)).toEqual([text]);
      return text.slice(0, 4);
    });
    expect(begins).toEqual(['ebt_', 'ebt_', 'ebc_']);
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

it('a header may have access tokens, but none of a calendar', () => {
  const texts = ['ebt_', 'ebt_x', 'EBT_', 'ebc_', 'ebt', ' ebt_', ''];
  expect(texts.filter(isAccessToken)).toEqual(['ebt_', 'ebt_x']);
});

describe('verifyAccessToken', () => {
  it('says whose it is and what it allows, until its last day (UTC) is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2028, 1, 28, 12) });
    const session = await newToken();
    const { id, token } = await createToken(session, { access: 'read', expires_on: '2028-02-29' });
    const END = Date.UTC(2028, 2, 1);
    expect(await verifyAccessToken(token)).toEqual({
      ...{ accountId: accountIdOf(session), id, access: 'read', isBlocked: false },
      ...{ start: Date.now(), end: END / 1_000 },
    });
    vi.setSystemTime(END - 1);
    expect(await verifyAccessToken(token)).toBeDefined();
    vi.setSystemTime(END);
    expect(await verifyAccessToken(token)).toBeUndefined();
  });

  it('rejects what differs in one digit, or is none, without a read', async () => {
    const { token } = await createToken(await newToken());
    takeRequests();
    for (const text of [
      ...['ebt_', `${token}0`, `${token}\n`, token.slice(0, -1)],
      ...[withChecksum(`ebt_${token.slice(4).toUpperCase()}`), withChecksum(`EBT_${token.slice(4)}`)],
      withChecksum(token.slice(0, 111) + token.slice(112)),
      withChecksum(`${token.slice(0, 112)}0${token.slice(112)}`),
    ])
      expect(await verifyAccessToken(text)).toBeUndefined();
    for (let at = 4; at < token.length; at += 1) {
      const digit = token[at] === '0' ? '1' : '0';
      expect(await verifyAccessToken(token.slice(0, at) + digit + token.slice(at + 1))).toBeUndefined();
    }
    expect(takeRequests().counts).toEqual({ reads: 0, writes: 0 });
    expect(await verifyAccessToken(token)).toBeDefined();
  });

  it.each([
    ['read', 'ebc_'],
    ['write', 'ebc_'],
    ['calendar', 'ebt_'],
  ])('rejects one for %s whose prefix was replaced by %s', async (access, prefix) => {
    const { token } = await createToken(await newToken(), { access });
    expect(await verifyAccessToken(token)).toMatchObject({ access });
    expect(await verifyAccessToken(withChecksum(prefix + token.slice(4)))).toBeUndefined();
  });

  it('rejects one of an account that is being deleted', async () => {
    const account_id = randomUUID();
    const { text, id, hash } = newAccessToken(account_id, 'read');
    const token = {
      h: hash,
      n: 'Import',
      a: 'read' as const,
      s: Date.now(),
      e: Math.ceil(Date.now() / 1_000) + 60,
    };
    await createAccount(newAccount({ account_id, tokens: { [id]: token }, leaving: Date.now() }));
    expect(await verifyAccessToken(text)).toBeUndefined();
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
