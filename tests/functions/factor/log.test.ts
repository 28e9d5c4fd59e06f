import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { caughtLog } from '../../support/caught-log.ts';
import { codeOf, newFactorOwner, wrongCode } from '../../support/factor.ts';

const log = caughtLog('INFO');
const { handler: login } = await import('../../../functions/auth/login.ts');
const { handler: create } = await import('../../../functions/factor/create.ts');
const { handler: confirm } = await import('../../../functions/factor/confirm.ts');
const { handler: endFactor } = await import('../../../functions/factor/end.ts');

const line = z.looseObject({ status: z.int() });

let owner: Awaited<ReturnType<typeof newFactorOwner>>;
beforeEach(async () => {
  owner = await newFactorOwner();
  log.clear();
});
afterEach(() => {
  log.clear();
});

const logIn = (code?: string, password = owner.password) =>
  call(login, { body: { username: owner.email, password, code } });
const end = (code?: string) =>
  call(endFactor, { token: owner.token, body: { password: owner.password, code } });

/** The line of a call. */
async function lineOf(send: () => Promise<unknown>) {
  log.clear();
  await send();
  expect(log.lines()).toHaveLength(1);
  return line.parse(JSON.parse(log.text()));
}

it('a wrong code is a failed login, with the HMAC of the address, like a wrong password', async () => {
  const { email_hmac } = await lineOf(() => logIn(undefined, 'a wrong password'));
  const failed = { status: 403, security_event: 'login_failed', email_hmac };
  expect(await lineOf(() => logIn(wrongCode(owner)))).toMatchObject(failed);
  expect(await lineOf(() => logIn('no code'))).toMatchObject(failed);
  expect(await lineOf(() => end(wrongCode(owner)))).toMatchObject(failed);
});

it('a missing code has the HMAC of the address, and is no security event, since every first login would be one', async () => {
  const { email_hmac } = await lineOf(() => logIn(undefined, 'a wrong password'));
  for (const send of [logIn, end]) {
    const missing = await lineOf(() => send());
    expect(missing).toMatchObject({ status: 403, factor: 'missing', email_hmac });
    expect(missing).not.toHaveProperty('security_event');
  }
});

it('a success says which factor was used', async () => {
  expect(await lineOf(() => logIn(codeOf(owner)))).toMatchObject({ status: 200, factor: 'code' });
  const [one, other] = owner.recovery_codes;
  expect(await lineOf(() => logIn(one))).toMatchObject({ status: 200, factor: 'recovery_code' });
  expect(await lineOf(() => end(other))).toMatchObject({ status: 200, factor: 'recovery_code' });
});

it('a code above the limit is a security event', async () => {
  for (let n = 0; n < 10; n += 1) await logIn(wrongCode(owner));
  expect(await lineOf(() => logIn(codeOf(owner)))).toMatchObject({
    ...{ status: 429, security_event: 'limit_reached' },
  });
});

it('no line has a code, a secret or a confirmation', async () => {
  const [recovery = ''] = owner.recovery_codes;
  const codes = [codeOf(owner, 1), recovery, wrongCode(owner)];
  for (const code of codes) await logIn(code);
  await end(codeOf(owner, 2));
  await end(owner.recovery_codes[1]);
  const created = await call(create, { token: owner.token, body: { password: owner.password } });
  const next = z.object({ secret: z.string(), confirmation: z.string() }).parse(created.body.data);
  const body = { confirmation: next.confirmation, code: codeOf(next) };
  await call(confirm, { token: owner.token, body });
  expect(log.lines()).toHaveLength(7);
  const secrets = [
    ...codes,
    owner.secret,
    ...owner.recovery_codes,
    next.secret,
    next.confirmation,
    body.code,
  ];
  for (const secret of secrets) expect(log.text()).not.toMatch(new RegExp(`\\b${secret}\\b`));
});
