import { afterEach, describe, expect, it, vi } from 'vitest';
import { handler as resetPassword } from '../../../functions/auth/reset-password.ts';
import { handler as verifyEmail } from '../../../functions/auth/verify-email.ts';
import { handler as listEvents } from '../../../functions/events/list.ts';
import { call } from '../../support/call.ts';
import { accountOf, INVALID_TOKEN, newMember, resetTokenOf } from '../../support/mailed-account.ts';

const verify = (token: unknown) => call(verifyEmail, { body: { token } });

const refusal = {
  status: 422,
  body: { status: 'error', message: 'E-mail address failed to verify', errors: INVALID_TOKEN },
};

afterEach(() => {
  vi.useRealTimers();
});

describe('POST /auth/verify-email', () => {
  it('verifies the address, again for the same token', async () => {
    const { email, token, verification } = await newMember();
    expect(await accountOf(token)).toEqual({ email, email_verified: false });
    for (const _ of ['once', 'again']) {
      const { status, body } = await verify(verification);
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'success', message: 'E-mail address verified successfully' });
    }
    expect(await accountOf(token)).toEqual({ email, email_verified: true });
  });

  it('still works after a new password', async () => {
    const { email, verification } = await newMember();
    const body = { token: await resetTokenOf(email), password: 'a fair new passphrase' };
    expect((await call(resetPassword, { body })).status).toBe(200);
    expect((await verify(verification)).status).toBe(200);
  });

  it.each([undefined, '', 7, 'x.y.z'])('refuses the token %j', async (token) => {
    const { status, body } = await verify(token);
    expect([status, body.errors?.map(({ field }) => field)]).toEqual([422, ['token']]);
  });

  it('refuses access tokens and tokens to reset a password', async () => {
    const { email, token } = await newMember();
    expect(await verify(token)).toMatchObject(refusal);
    expect(await verify(await resetTokenOf(email))).toMatchObject(refusal);
    expect(await accountOf(token)).toEqual({ email, email_verified: false });
  });

  it('refuses a token after 7 days, and none before', async () => {
    const [late, intime] = [await newMember(), await newMember()];
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 604_790_000 });
    expect((await verify(intime.verification)).status).toBe(200);
    vi.setSystemTime(Date.now() + 20_000);
    expect(await verify(late.verification)).toMatchObject(refusal);
  });

  it('takes no token that verifies an address for an access token', async () => {
    const { verification } = await newMember();
    expect((await call(listEvents, { method: 'GET', token: verification })).status).toBe(401);
  });
});
