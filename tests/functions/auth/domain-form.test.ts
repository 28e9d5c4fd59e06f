import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { findAccountId } from '../../../lib/accounts/repository.ts';
import { clientOf, newClient, newVerifiedClient, nobody } from '../../support/client.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { accountOf, resetTokenOf, statusOfLogin, tokenMailedTo } from '../../support/mail.ts';
import { person } from '../../support/service.ts';
import { accountIdOf, newVerified } from '../../support/sharing.ts';

let name: string;
let punycode: string;
beforeEach(() => {
  name = `ada-${randomUUID()}`;
  punycode = `${name}@xn--mnchen-3ya.example`;
  takeInvocations();
});

const FORMS = ['münchen.example', 'MÜNCHEN.Example', 'mu\u0308nchen.example', 'xn--mnchen-3ya.example'];

const { password } = person();
const signUp = (email: string) => nobody.signup(person({ email }));

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
    await nobody.forgotPassword({ username: `${name}@${domain}` });
    expect(await tokenMailedTo(punycode)).not.toBe('');
    expect(await resetTokenOf(punycode)).not.toBe('');
  });

  it('is the new address of an account', async () => {
    const ada = await newClient();
    expect((await ada.changeEmail({ password, email: `${name}@${domain}` })).status).toBe(200);
    expect((await ada.verifyEmail({ token: await tokenMailedTo(punycode) })).status).toBe(200);
    expect(await findAccountId(punycode)).toBe(accountIdOf(ada.token));
  });

  it('is invited', async () => {
    const owner = await newVerifiedClient();
    const { id: event_id } = await owner.newEvent();
    const invited = await owner.inviteMember({ event_id }, { email: `${name}@${domain}`, role: 'viewer' });
    expect([invited.status, invited.body.data]).toMatchObject([201, { email: punycode }]);
    const guest = clientOf((await newVerified(punycode)).token);
    expect((await guest.listInvitations()).body.data).toMatchObject([{ role: 'viewer' }]);
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

it.each([
  'adä@münchen.example',
  'ada@münchen',
  'ada@münchen.example:25',
  'ada@münchen.example/x',
  'ada@münchen.example?x',
  'ada@mün%63hen.example',
  'ada@mün\u00adchen.example',
  'ada@mün\u200bchen.example',
  'ada@münchen。example',
  'ada@ｅxample.com',
  'ada@mün\uff0fchen.example',
  'ada@ü..example',
  'ada@[ü].example',
  `ada@${'ü'.repeat(60)}.example`,
  `ada@${'ü.'.repeat(60)}example`,
])('rejects %s', async (email) => {
  const { status, body } = await signUp(email);
  expect([status, body.message]).toEqual([422, 'Validation failed: Email is invalid.']);
});
