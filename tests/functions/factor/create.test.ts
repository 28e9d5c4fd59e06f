import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { createFactor, newFactorOwner } from '../../support/factor.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { rejected } from '../../support/rejected.ts';
import { endpoints, newAccessToken, person } from '../../support/service.ts';
import { accountIdOf, newVerified } from '../../support/sharing.ts';
import { tableContent } from '../../support/table-content.ts';

const FAILED = { status: 'error', message: 'Failed to create the second factor' };
const { password } = person();

let token: string;
beforeEach(async () => {
  token = (await newVerified()).token;
});

const create = (sent: unknown = password, by = token) =>
  call(endpoints.createFactor.handler, { token: by, body: { password: sent } });

describe('POST /account/second-factor/create', () => {
  it('answers 201 with a secret, its address for apps, recovery codes and a confirmation, and stores nothing', async () => {
    const { email, token } = await newVerified();
    const accountOf = async () => (await tableContent())[`PERSON#${accountIdOf(token)} ACCOUNT`];
    const before = await accountOf();
    takeInvocations();
    const { status, headers, body } = await create(password, token);
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
    expect((await call(endpoints.login.handler, { body: { username: email, password } })).status).toBe(200);
  });

  it('makes another one each time', async () => {
    const [one, other] = [await createFactor(token, password), await createFactor(token, password)];
    expect(one.secret).not.toBe(other.secret);
    expect(one.recovery_codes.filter((code) => other.recovery_codes.includes(code))).toEqual([]);
  });

  it('refuses a wrong password with 422', async () => {
    const { status, body } = await create('a wrong password');
    const errors = [{ field: 'password', code: 'wrong', message: 'Password is wrong.' }];
    expect([status, body]).toEqual([422, { ...FAILED, errors }]);
  });

  it.each([null, '', 7])('refuses the password %j with 422', async (sent) => {
    const { status, body } = await rejected(() => create(sent));
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['password']]);
  });

  it('answers 429 after ten wrong passwords', async () => {
    for (let n = 0; n < 10; n += 1) expect((await create('wrong')).status).toBe(422);
    expect((await rejected(() => create())).status).toBe(429);
  });

  it('answers 409 if there is one', async () => {
    const owner = await newFactorOwner();
    const { status, body } = await create(owner.password, owner.token);
    const message = 'This account already has a second factor.';
    const errors = [{ field: 'second_factor', code: 'duplicate', message }];
    expect([status, body]).toEqual([409, { ...FAILED, errors }]);
  });

  it('needs a session', async () => {
    const { token: access } = await newAccessToken(token);
    expect((await rejected(() => create(password, access))).status).toBe(403);
    expect((await rejected(() => create(password, ''))).status).toBe(401);
  });
});
