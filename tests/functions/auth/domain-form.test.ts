import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { findAccountId } from '../../../lib/accounts/repository.ts';
import { call } from '../../support/call.ts';
import { named } from '../../support/cases.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { tokenMailedTo } from '../../support/mail.ts';
import { accountOf, resetTokenOf, statusOfLogin } from '../../support/mailed-account.ts';
import { endpoints, newEvent, newToken, person } from '../../support/service.ts';
import { accountIdOf, newVerified } from '../../support/sharing.ts';

const { signup, changeEmail, verifyEmail, inviteMember, listInvitations } = endpoints;

let name: string;
let punycode: string;
beforeEach(() => {
  name = `ada-${randomUUID()}`;
  punycode = `${name}@xn--mnchen-3ya.example`;
  takeInvocations();
});

const FORMS = ['münchen.example', 'MÜNCHEN.Example', 'mu\u0308nchen.example', 'xn--mnchen-3ya.example'];

const { password } = person();
const signUp = (email: string) => call(signup.handler, { body: person({ email }) });

describe.each(FORMS)('an address at %s', (domain) => {
  it('is signed up and mailed to as Punycode, once, and logs in in every form', async () => {
    const { status, body } = await signUp(` ${name}@${domain} `);
    expect(status).toBe(201);
    expect((await accountOf(String(body.token))).email).toBe(punycode);
    expect(await tokenMailedTo(punycode)).not.toBe('');
    for (const form of FORMS) {
      expect(await statusOfLogin(`${name}@${form}`, password)).toBe(200);
      expect((await signUp(`${name}@${form}`)).status).toBe(409);
    }
    expect(await statusOfLogin(`${name}@munchen.example`, password)).toBe(401);
    takeInvocations();
    await call(endpoints.forgotPassword.handler, { body: { username: `${name}@${domain}` } });
    expect(await tokenMailedTo(punycode)).not.toBe('');
  });

  it('is the new address of an account', async () => {
    const token = await newToken();
    const body = { password, email: `${name}@${domain}` };
    expect((await call(changeEmail.handler, { token, body })).status).toBe(200);
    const confirmed = { token, body: { token: await tokenMailedTo(punycode) } };
    expect((await call(verifyEmail.handler, confirmed)).status).toBe(200);
    expect(await findAccountId(punycode)).toBe(accountIdOf(token));
  });

  it('is invited', async () => {
    const { token } = await newVerified();
    const event = await newEvent(token);
    const body = { email: `${name}@${domain}`, role: 'viewer' };
    const invited = await call(inviteMember.handler, { token, path: { event_id: event.id }, body });
    expect([invited.status, invited.body.data]).toMatchObject([201, { email: punycode }]);
    const guest = await newVerified(punycode);
    const { body: listed } = await call(listInvitations.handler, { method: 'GET', token: guest.token });
    expect(listed.data).toMatchObject([{ role: 'viewer' }]);
  });
});

it.each([
  ['почта.рф', 'xn--80a1acny.xn--p1ai'],
  ['faß.example', 'xn--fa-hia.example'],
  ['example.XN--P1AI', 'example.xn--p1ai'],
])('an address at %s is stored at %s', async (domain, ascii) => {
  const { body } = await signUp(`${name}@${domain}`);
  expect((await accountOf(String(body.token))).email).toBe(`${name}@${ascii}`);
});

it.each(
  named([
    ['email', 'adä@münchen.example'],
    ['email', 'ada@münchen'],
    ['email', 'ada@münchen.example:25'],
    ['email', 'ada@münchen.example/x'],
    ['email', 'ada@münchen.example?x'],
    ['email', 'ada@mün%63hen.example'],
    ['email', 'ada@mün\u00adchen.example'],
    ['email', 'ada@mün\u200bchen.example'],
    ['email', 'ada@münchen。example'],
    ['email', 'ada@ｅxample.com'],
    ['email', 'ada@mün\uff0fchen.example'],
    ['email', 'ada@ü..example'],
    ['email', 'ada@[ü].example'],
    ['email', `ada@${'ü'.repeat(60)}.example`],
    ['email', `ada@${'ü.'.repeat(60)}example`],
  ]),
)('$name is refused', async ({ value }) => {
  const { status, body } = await signUp(String(value));
  expect([status, body.message]).toEqual([422, 'Validation failed: Email is invalid.']);
});

it('of a reset is the one that signed up in another form', async () => {
  await signUp(`${name}@münchen.example`);
  takeInvocations();
  expect(await resetTokenOf(punycode)).not.toBe('');
});
