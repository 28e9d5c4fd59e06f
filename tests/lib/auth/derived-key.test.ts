import { decodeProtectedHeader } from 'jose';
import { expect, it } from 'vitest';
import { issueMailedToken, type MailedKind } from '../../../lib/auth/mailed-tokens.ts';
import { issueSessionToken } from '../../../lib/auth/session-tokens.ts';
import { derivedKey, hmacOf } from '../../../lib/auth/signing-keys.ts';

const CONFIGURED = 'a-configured-key-with-at-least-32-bytes!';

it('is what RFC 5869 says', () => {
  // openssl kdf -keylen 32 -kdfopt digest:SHA256 -kdfopt key:a-configured… -kdfopt info:event-budget HKDF
  expect(derivedKey(CONFIGURED, 'event-budget').toString('hex')).toBe(
    '9768ec35566182efbfddd5d50c9a1d5890192115e595f35b79668af22d5d8e98',
  );
});

it('is the same each time, and another one for each purpose and each configured key', () => {
  expect(derivedKey(CONFIGURED, 'cursor')).toEqual(derivedKey(CONFIGURED, 'cursor'));
  const keys = [
    derivedKey(CONFIGURED, 'cursor'),
    derivedKey(CONFIGURED, 'email'),
    derivedKey(`${CONFIGURED}!`, 'cursor'),
  ];
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
});

it('each kind of token is signed with a key of its own, and each HMAC made with one', async () => {
  const kinds: MailedKind[] = ['reset-password', 'change-email', 'verify-email'];
  const tokens = [
    await issueSessionToken({ accountId: 'an account', sessionId: 'a session' }, 2 ** 33),
    ...(await Promise.all(
      kinds.map((kind) => issueMailedToken({ kind, accountId: 'an account', fingerprint: 'x' })),
    )),
  ];
  expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(4);
  expect(hmacOf('email', 'ada@example.com')).not.toBe(hmacOf('cursor', 'ada@example.com'));
});
