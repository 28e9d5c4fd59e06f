import { createSecretKey } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  issueSessionToken,
  verifyExpiredSessionToken,
  verifySessionToken,
} from '../../../lib/auth/session-tokens.ts';
import { derivedKey } from '../../../lib/auth/signing-keys.ts';
import { ConfigError } from '../../../lib/config/environment.ts';
import { setVariable } from '../../support/environment.ts';

const FIRST = process.env['TOKEN_KEYS'] ?? '';
const SECOND = 'the-second-key-of-the-tests-has-41-bytes!';

afterEach(() => {
  setVariable('TOKEN_KEYS', FIRST);
  setVariable('TOKEN_LIFETIME_SECONDS', undefined);
});

/** Begins another call, which has these keys. */
const nextCallHas = (keys: string) => setVariable('TOKEN_KEYS', keys);

const SESSION = { accountId: 'account-1', sessionId: 'session-1' };
const LATE = 2 ** 33;
const newToken = (sessionEnd = LATE) => issueSessionToken(SESSION, sessionEnd);

/** A token like the service's, with changes for a test. */
async function forge({
  claims = {},
  header = {},
  key = derivedKey(FIRST, 'event-budget-service'),
}: {
  claims?: object;
  header?: object;
  key?: Buffer;
}) {
  const genuine = await newToken();
  return new SignJWT({ ...decodeJwt(genuine), ...claims })
    .setProtectedHeader({ alg: 'HS256', ...decodeProtectedHeader(genuine), ...header })
    .sign(createSecretKey(key));
}

describe('issueSessionToken', () => {
  it('contains only the account and its session, and expires after 24 hours, or as configured', async () => {
    const { iat = 0, ...claims } = decodeJwt(await newToken());
    expect(claims).toEqual({
      ...{ sub: 'account-1', sid: 'session-1', iss: 'event-budget-service', aud: 'event-budget-service' },
      ...{ exp: iat + 86_400, jti: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    setVariable('TOKEN_LIFETIME_SECONDS', '1');
    const { exp = 0, iat: at = 0 } = decodeJwt(await newToken());
    expect(exp - at).toBe(1);
  });

  it('signs with HS256, with a key id that does not reveal the key, and no token twice', async () => {
    const kid = expect.stringMatching(/^[\w-]{8}$/);
    expect(decodeProtectedHeader(await newToken())).toEqual({ alg: 'HS256', typ: 'JWT', kid });
    expect(await newToken()).not.toBe(await newToken());
  });

  it('expires with its session at the latest', async () => {
    const end = Math.floor(Date.now() / 1_000) + 60;
    expect(decodeJwt(await newToken(end)).exp).toBe(end);
  });
});

describe('verifySessionToken', () => {
  it('returns the session of a valid token', async () => {
    expect(await verifySessionToken(await newToken())).toEqual(SESSION);
    expect(await verifySessionToken(await forge({}))).toEqual(SESSION);
  });

  it.each([
    ['another key', { key: derivedKey(SECOND, 'event-budget-service') }],
    ['the key that was configured', { key: Buffer.from(FIRST) }],
    ['the key for another purpose', { key: derivedKey(FIRST, 'event-budget-service/reset-password') }],
    ['another issuer', { claims: { iss: 'someone' } }],
    ['another audience', { claims: { aud: 'something' } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an empty subject', { claims: { sub: '' } }],
    ['no session', { claims: { sid: undefined } }],
    ['an empty session', { claims: { sid: '' } }],
    ['a session that is a number', { claims: { sid: 1 } }],
    ['no expiry', { claims: { exp: undefined } }],
    ['an expiry in the past', { claims: { exp: 1 } }],
    ['HS512 with the same key', { header: { alg: 'HS512' } }],
    ['an unknown key id', { header: { kid: 'unknown' } }],
    ['no key id', { header: { kid: undefined } }],
  ])('rejects %s', async (_, change) => {
    expect(await verifySessionToken(await forge(change))).toBeUndefined();
  });

  it('rejects a token without a signature, and text that is not a token', async () => {
    const claims = decodeJwt(await newToken());
    expect(await verifySessionToken(new UnsecuredJWT(claims).encode())).toBeUndefined();
    for (const text of ['', '.', '..', 'a.b.c', 'é', '{}'])
      expect(await verifySessionToken(text)).toBeUndefined();
  });

  it('rejects a cached token with one character of its claims or its signature changed', async () => {
    const token = await newToken();
    await verifySessionToken(token);
    const last = token.at(-1) === 'A' ? 'Q' : 'A';
    expect(await verifySessionToken(token.slice(0, -1) + last)).toBeUndefined();
    const [header = '', claims = '', signature = ''] = token.split('.');
    const changed = Buffer.from(claims, 'base64url').toString().replace('account-1', 'account-2');
    const forged = [header, Buffer.from(changed).toString('base64url'), signature].join('.');
    expect(await verifySessionToken(forged)).toBeUndefined();
  });

  it('rejects an expired token, cached or not', async () => {
    const [once, often] = [await newToken(), await newToken()];
    const { exp = 0 } = decodeJwt(often);
    vi.useFakeTimers({ toFake: ['Date'], now: exp * 1_000 - 1 });
    expect([await verifySessionToken(often), await verifySessionToken(often)]).toEqual([SESSION, SESSION]);
    vi.setSystemTime(exp * 1_000);
    expect([await verifySessionToken(often), await verifySessionToken(once)]).toEqual([undefined, undefined]);
    vi.useRealTimers();
  });

  it('rejects a cached token after its key is removed', async () => {
    const token = await newToken();
    expect(await verifySessionToken(token)).toEqual(SESSION);
    nextCallHas(SECOND);
    expect(await verifySessionToken(token)).toBeUndefined();
    nextCallHas('too-short');
    await expect(verifySessionToken(token)).rejects.toThrow(ConfigError);
  });

  it('accepts a token of an older key while it is configured, and signs with the first', async () => {
    const old = await newToken();
    nextCallHas(`${SECOND}, ${FIRST}`);
    expect(await verifySessionToken(old)).toEqual(SESSION);
    const renewed = await newToken();
    nextCallHas(SECOND);
    expect(await verifySessionToken(renewed)).toEqual(SESSION);
    expect(await verifySessionToken(old)).toBeUndefined();
  });
});

describe('verifyExpiredSessionToken', () => {
  const now = () => Math.floor(Date.now() / 1_000);

  it('accepts a token that has expired within a session’s lifetime', async () => {
    for (const exp of [now() + 10, now() - 10, now() - 2_592_000 + 10]) {
      expect(await verifyExpiredSessionToken(await forge({ claims: { exp } }))).toEqual(SESSION);
    }
  });

  it.each([
    ['an older one', { claims: { exp: 1 } }],
    ['another key', { key: derivedKey(SECOND, 'event-budget-service') }],
    ['another audience', { claims: { aud: 'something' } }],
    ['no session', { claims: { sid: undefined } }],
  ])('rejects %s', async (_, change) => {
    expect(await verifyExpiredSessionToken(await forge(change))).toBeUndefined();
  });
});

describe.each(['', ',', 'x'.repeat(31), `${FIRST},short`])('with the keys %j', (keys) => {
  it('no token is signed or verified', async () => {
    const token = await newToken();
    nextCallHas(keys);
    await expect(newToken()).rejects.toThrow(ConfigError);
    await expect(verifySessionToken(token)).rejects.toThrow(ConfigError);
  });
});
