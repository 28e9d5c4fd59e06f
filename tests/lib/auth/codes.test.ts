import { TOTP } from 'otpauth';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  afterUse,
  appUrl,
  hashOfRecoveryCode,
  isOfApp,
  keyOf,
  newFactor,
  plainCode,
  stepOf,
} from '../../../lib/auth/codes.ts';

afterEach(() => {
  vi.useRealTimers();
});

const setSeconds = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: seconds * 1_000 });

// As pyotp 2.12.1 and oathtool 2.6.7 made them, which agree. The first one is also in RFC 6238.
it.each([
  ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 59, '287082'],
  ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 1_799_999_999, '385088'],
  ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 1_800_000_000, '768147'],
  ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 1_800_000_029, '768147'],
  ['GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 1_800_000_030, '050219'],
  ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 1_800_000_000, '877905'],
  ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 1_800_000_030, '866818'],
  ['JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', 4_102_444_800, '834481'],
  ['MZXW6YTBOJRGC6RAMZXW6YTBOJRGC6RA', 1_799_999_999, '727971'],
])(
  'with %s at %d, the code %s of other authenticators is right from a step before it to a step after it',
  (secret, seconds, code) => {
    const [key, step] = [keyOf(secret), Math.floor(seconds / 30)];
    expect(new TOTP({ secret }).generate({ timestamp: seconds * 1_000 })).toBe(code);
    const answers = [step * 30 - 31, step * 30 - 30, seconds, step * 30 + 59, step * 30 + 60].map((at) => {
      setSeconds(at);
      return stepOf(code, key);
    });
    expect(answers).toEqual([undefined, step, step, step, undefined]);
  },
);

it('the address for an app has the secret, and names the service and the account', () => {
  const url = new URL(appUrl('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', 'Event & Budget', 'ada+x@example.com'));
  expect(`${url.protocol}//${url.host}`).toBe('otpauth://totp');
  expect(decodeURIComponent(url.pathname)).toBe('/Event & Budget:ada+x@example.com');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Event & Budget',
    secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

it('a new second factor has a secret of 160 bits and eight recovery codes of 128 bits, as no other has', () => {
  const made = [newFactor(), newFactor()];
  for (const { secret, recoveryCodes } of made) {
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    for (const code of recoveryCodes) expect(code).toMatch(/^([A-Z2-7]{4}-){6}[A-Z2-7]{2}$/);
  }
  expect(new Set(made.flatMap(({ secret, recoveryCodes }) => [secret, ...recoveryCodes])).size).toBe(18);
});

describe('a code that was used', () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
  const codes = ['MFRG-GZDF-MZTW-Q2LK-NNWG-23TP', 'ONSW-G4TF-OQQH-G33N-MV2G-Q2LO'];
  const factor = { k: keyOf(secret), s: 0, u: 0, r: codes.map(hashOfRecoveryCode) };
  const codeAt = (seconds: number) => new TOTP({ secret }).generate({ timestamp: seconds * 1_000 });

  it('and those of earlier steps do not work again; later ones do', () => {
    setSeconds(1_800_000_000);
    const used = afterUse(factor, codeAt(1_800_000_000));
    expect(used).toEqual({ ...factor, u: 60_000_000 });
    const next = [0, -30, 30].map((later) => used && afterUse(used, codeAt(1_800_000_000 + later))?.u);
    expect(next).toEqual([undefined, undefined, 60_000_001]);
  });

  it('as a recovery code does not work again, and another does', () => {
    const [first = '', second = ''] = codes.map(plainCode);
    const used = afterUse(factor, first);
    expect(used).toEqual({ ...factor, r: factor.r.slice(1) });
    expect(used && afterUse(used, first)).toBeUndefined();
    expect(used && afterUse(used, second)?.r).toEqual([]);
  });

  it('never was right if it is of another account, or no code', () => {
    setSeconds(1_800_000_000);
    const other = new TOTP({ secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }).generate({
      timestamp: 1_800_000_000_000,
    });
    for (const code of [other, '000000', '87790', '8779055', 'A', plainCode(String(codes[0])).slice(1)])
      expect(afterUse(factor, code)).toBeUndefined();
  });

  it('works in a key that is a part of a larger buffer', () => {
    setSeconds(1_800_000_000);
    const larger = Buffer.concat([Buffer.from('before'), factor.k, Buffer.from('after')]);
    expect(stepOf(codeAt(1_800_000_000), larger.subarray(6, 26))).toBe(60_000_000);
  });
});

it('a code may have spaces, hyphens and small letters', () => {
  expect([' 123 456\n', '123-456', 'mfrg-gzdf mztw'].map(plainCode)).toEqual([
    '123456',
    '123456',
    'MFRGGZDFMZTW',
  ]);
  expect(['123456', '12345', '1234567', '１２３４５６', 'MFRGGZ'].map(isOfApp)).toEqual([
    ...[true, false, false, false, false],
  ]);
});
