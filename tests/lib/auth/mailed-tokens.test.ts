import { afterEach, describe, expect, it } from 'vitest';
import {
  fingerprintOf,
  hasFingerprint,
  issueMailedToken,
  type MailedKind,
  verifyMailedToken,
} from '../../../lib/auth/mailed-tokens.ts';
import {
  issueSessionToken,
  verifyExpiredSessionToken,
  verifySessionToken,
} from '../../../lib/auth/session-tokens.ts';
import { hmacOf } from '../../../lib/auth/signing-keys.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';

const KINDS: MailedKind[] = ['reset-password', 'change-email', 'verify-email'];
const ada = { email: 'ada@example.com', password_hash: 'a hash' };
const mailed = { accountId: 'an account', fingerprint: fingerprintOf(ada, 'reset-password') };
const of = (kind: MailedKind, account = ada) => ({ kind, fingerprint: fingerprintOf(account, kind) });

const payloadOf = (token: string): unknown =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

afterEach(() => {
  resetVariables();
});

describe('a mailed token', () => {
  it.each([
    ['reset-password', 3_600],
    ['change-email', 3_600],
    ['verify-email', 604_800],
  ] as const)('of the kind %s is good for that alone, so long', async (kind, lifetime) => {
    const token = await issueMailedToken({ kind, ...mailed });
    expect(await verifyMailedToken(token, [kind])).toEqual({ kind, ...mailed });
    expect(await verifyMailedToken(token, KINDS)).toMatchObject({ kind });
    const others = KINDS.filter((other) => other !== kind);
    expect(await verifyMailedToken(token, others)).toBeUndefined();
    const iat = Math.floor(Date.now() / 1_000);
    expect(payloadOf(token)).toMatchObject({
      ...{ aud: `event-budget-service/${kind}`, sub: 'an account' },
      exp: expect.closeTo(iat + lifetime, -1),
    });
    expect(await verifySessionToken(token)).toBeUndefined();
    expect(await verifyExpiredSessionToken(token)).toBeUndefined();
  });

  it('is no session token, nor the other way round', async () => {
    const token = await issueSessionToken({ accountId: 'a', sessionId: 's' }, Date.now() / 1_000 + 60);
    expect(await verifyMailedToken(token, KINDS)).toBeUndefined();
  });

  it('has no address but the new one', async () => {
    const token = await issueMailedToken({ kind: 'change-email', ...mailed, email: 'new@example.com' });
    expect(JSON.stringify(payloadOf(token)).match(/[\w.]+@[\w.]+/g)).toEqual(['new@example.com']);
  });
});

describe('a fingerprint', () => {
  it.each(['reset-password', 'change-email'] as const)(
    'of %s changes with the password and with the address',
    (kind) => {
      expect(hasFingerprint(ada, of(kind))).toBe(true);
      expect(hasFingerprint({ ...ada, email: 'grace@example.com' }, of(kind))).toBe(false);
      expect(hasFingerprint({ ...ada, password_hash: 'another' }, of(kind))).toBe(false);
      expect(hasFingerprint(ada, { ...of('verify-email'), kind })).toBe(false);
    },
  );

  it('of verify-email changes with the address', () => {
    expect(hasFingerprint({ ...ada, password_hash: 'another' }, of('verify-email'))).toBe(true);
    expect(hasFingerprint({ ...ada, email: 'grace@example.com' }, of('verify-email'))).toBe(false);
  });

  it('has nothing but the password hash and the address, until that has changed', () => {
    const known = {
      kind: 'reset-password' as const,
      fingerprint: hmacOf('account', 'a hash\nada@example.com'),
    };
    expect(hasFingerprint(ada, known)).toBe(true);
    expect(hasFingerprint({ ...ada, address_changes: 2 }, known)).toBe(false);
    expect(fingerprintOf({ ...ada, address_changes: 2 }, 'reset-password')).not.toBe(
      fingerprintOf({ ...ada, address_changes: 4 }, 'reset-password'),
    );
  });

  it('survives a rotation of keys, until the old key is removed', () => {
    const known = of('reset-password');
    const fresh = 'n'.repeat(40);
    setVariable('TOKEN_KEYS', `${fresh},${process.env['TOKEN_KEYS']}`);
    expect(hasFingerprint(ada, known)).toBe(true);
    setVariable('TOKEN_KEYS', fresh);
    expect(hasFingerprint(ada, known)).toBe(false);
  });
});
