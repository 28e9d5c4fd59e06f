import { createSecretKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { issueToken, verifyToken } from '../../../lib/auth/tokens.ts';
import { ConfigError } from '../../../lib/config.ts';

const FIRST = process.env['TOKEN_KEYS'] ?? '';
const SECOND = 'the-second-key-of-the-tests-has-41-bytes!';

afterEach(() => {
  process.env['TOKEN_KEYS'] = FIRST;
  delete process.env['TOKEN_LIFETIME_SECONDS'];
});

/** A token like the service's, with changes for a test. */
async function forge({
  claims = {},
  header = {},
  key = FIRST,
}: {
  claims?: object;
  header?: object;
  key?: string;
}) {
  const genuine = await issueToken('account-1');
  return new SignJWT({ ...decodeJwt(genuine), ...claims })
    .setProtectedHeader({ alg: 'HS256', ...decodeProtectedHeader(genuine), ...header })
    .sign(createSecretKey(Buffer.from(key)));
}

describe('issueToken', () => {
  it('contains only the account and expires after 24 hours', async () => {
    const { iat = 0, ...claims } = decodeJwt(await issueToken('account-1'));
    expect(claims).toEqual({
      sub: 'account-1',
      iss: 'event-budget-service',
      aud: 'event-budget-service',
      exp: iat + 86_400,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it('signs with HS256, with a key id that does not reveal the key', async () => {
    expect(decodeProtectedHeader(await issueToken('account-1'))).toEqual({
      alg: 'HS256',
      typ: 'JWT',
      kid: expect.stringMatching(/^[\w-]{8}$/),
    });
  });

  it('never makes the same token twice', async () => {
    expect(await issueToken('account-1')).not.toBe(await issueToken('account-1'));
  });
});

describe('verifyToken', () => {
  it('returns the account of a valid token', async () => {
    expect(await verifyToken(await issueToken('account-1'))).toBe('account-1');
    expect(await verifyToken(await forge({}))).toBe('account-1');
  });

  it.each([
    ['another key', { key: SECOND }],
    ['another issuer', { claims: { iss: 'someone' } }],
    ['another audience', { claims: { aud: 'something' } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an empty subject', { claims: { sub: '' } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['an expiry in the past', { claims: { exp: 1 } }],
    ['HS512 with the same key', { header: { alg: 'HS512' } }],
    ['an unknown key id', { header: { kid: 'unknown' } }],
    ['no key id', { header: { kid: undefined } }],
  ])('rejects %s', async (_, change) => {
    expect(await verifyToken(await forge(change))).toBeUndefined();
  });

  it('rejects a token without a signature, and text that is not a token', async () => {
    const claims = decodeJwt(await issueToken('account-1'));
    expect(await verifyToken(new UnsecuredJWT(claims).encode())).toBeUndefined();
    for (const text of ['', '.', '..', 'a.b.c', 'é', '{}']) expect(await verifyToken(text)).toBeUndefined();
  });

  it('rejects a token with one character of its claims changed', async () => {
    const [header = '', claims = '', signature = ''] = (await issueToken('account-1')).split('.');
    const changed = Buffer.from(claims, 'base64url').toString().replace('account-1', 'account-2');
    const forged = [header, Buffer.from(changed).toString('base64url'), signature].join('.');
    expect(await verifyToken(forged)).toBeUndefined();
  });

  it('rejects an expired token, cached or not', async () => {
    const [once, often] = [await issueToken('account-1'), await issueToken('account-1')];
    const { exp = 0 } = decodeJwt(often);
    vi.useFakeTimers({ toFake: ['Date'], now: exp * 1_000 - 1 });
    expect([await verifyToken(often), await verifyToken(often)]).toEqual(['account-1', 'account-1']);
    vi.setSystemTime(exp * 1_000);
    expect([await verifyToken(often), await verifyToken(once)]).toEqual([undefined, undefined]);
    vi.useRealTimers();
  });

  it('rejects a cached token after its key is removed', async () => {
    const token = await issueToken('account-1');
    expect(await verifyToken(token)).toBe('account-1');
    process.env['TOKEN_KEYS'] = SECOND;
    expect(await verifyToken(token)).toBeUndefined();
    process.env['TOKEN_KEYS'] = 'too-short';
    await expect(verifyToken(token)).rejects.toThrow(ConfigError);
  });

  it('rejects a token that differs from a cached one in its last character', async () => {
    const token = await issueToken('account-1');
    await verifyToken(token);
    const last = token.at(-1) === 'A' ? 'Q' : 'A';
    expect(await verifyToken(token.slice(0, -1) + last)).toBeUndefined();
  });

  it('has the configured lifetime', async () => {
    process.env['TOKEN_LIFETIME_SECONDS'] = '1';
    const { exp = 0, iat = 0 } = decodeJwt(await issueToken('account-1'));
    expect(exp - iat).toBe(1);
  });

  it('accepts a token of an older key while it is configured, and signs with the first', async () => {
    const old = await issueToken('account-1');
    process.env['TOKEN_KEYS'] = `${SECOND}, ${FIRST}`;
    expect(await verifyToken(old)).toBe('account-1');
    const renewed = await issueToken('account-1');
    process.env['TOKEN_KEYS'] = SECOND;
    expect(await verifyToken(renewed)).toBe('account-1');
    expect(await verifyToken(old)).toBeUndefined();
  });
});

describe.each(['', ',', 'x'.repeat(31), `${FIRST},short`])('with the keys %j', (keys) => {
  it('no token is signed or verified', async () => {
    const token = await issueToken('account-1');
    process.env['TOKEN_KEYS'] = keys;
    await expect(issueToken('account-1')).rejects.toThrow(ConfigError);
    await expect(verifyToken(token)).rejects.toThrow(ConfigError);
  });
});
