import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { newVerifiedClient } from '../../support/client.ts';
import { createFactor, newFactorOwner } from '../../support/factor.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { rejected, tableContent } from '../../support/table.ts';

const FAILED = { status: 'error', message: 'Failed to create the second factor' };
const PRESENT = 'This account already has a second factor.';

// tests/functions/account/current-password.test.ts has the limit of its password.

it('answers 201 with a secret, its address for apps, recovery codes and a confirmation, and stores nothing', async () => {
  const { email, password, token, createFactor, login } = await newVerifiedClient();
  const accountOf = async () => (await tableContent())[`PERSON#${accountIdOf(token)} ACCOUNT`];
  const before = await accountOf();
  takeInvocations();
  const { status, headers, body } = await createFactor({ password });
  expect([status, headers['cache-control']]).toEqual([201, 'no-store']);
  expect(body).toEqual({
    status: 'success',
    message: 'Second factor created successfully',
    data: {
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
      url: expect.stringContaining(`otpauth://totp/Event%20Budget:${encodeURIComponent(email)}?`),
      recovery_codes: Array(8).fill(expect.any(String)),
      confirmation: expect.any(String),
    },
  });
  const { secret, url, confirmation } = Object(body.data);
  expect(new URL(url).searchParams.get('secret')).toBe(secret);
  expect(decodeJwt(confirmation)).toMatchObject({ sub: accountIdOf(token) });
  expect(await accountOf()).toEqual(before);
  expect(takeInvocations()).toEqual([]);
  expect((await login({ username: email, password })).status).toBe(200);
});

it('makes another one each time', async () => {
  const { token, password } = await newVerifiedClient();
  const [one, other] = [await createFactor(token, password), await createFactor(token, password)];
  expect(one.secret).not.toBe(other.secret);
  expect(one.recovery_codes.filter((code) => other.recovery_codes.includes(code))).toEqual([]);
});

it('rejects a wrong password with 422, and 409 if there is one', async () => {
  const owner = await newFactorOwner();
  for (const [password, status, error] of [
    ['a wrong password', 422, { field: 'password', code: 'wrong', message: 'Password is wrong.' }],
    [owner.password, 409, { field: 'second_factor', code: 'duplicate', message: PRESENT }],
  ] as const) {
    const outcome = await rejected(() => owner.createFactor({ password }));
    expect([outcome.status, outcome.body]).toEqual([status, { ...FAILED, errors: [error] }]);
  }
});
