import { afterEach, beforeEach, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { nobody } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { newMails, newMember } from '../../support/mail.ts';
import { endpoints, person } from '../../support/service.ts';

const forgot = (username: unknown, sourceIp = '192.0.2.1') =>
  call(endpoints.forgotPassword.handler, { body: { username }, sourceIp });

let known: string;
const unknown = person().email;
beforeEach(async () => {
  known = (await newMember()).email;
});
afterEach(() => {
  resetVariables();
});

it('mails a link to the owner of the address, and nothing to an unknown one', async () => {
  const { status, body } = await forgot(` ${known.toUpperCase()} `);
  const message = 'If this account exists, an e-mail is on its way.';
  expect([status, body]).toEqual([200, { status: 'success', message }]);
  expect(await newMails()).toEqual([
    {
      from: 'service@example.com',
      to: known,
      subject: 'Event Budget: Choose a new password',
      text: expect.stringContaining('https://app.example.com/reset-password#token=ey'),
      token: expect.any(String),
    },
  ]);
  expect((await forgot(unknown)).status).toBe(200);
  expect(await newMails()).toEqual([]);
});

it('sends the same bytes and makes the same requests for known and unknown addresses', async () => {
  const seen = [];
  for (const username of [known, unknown]) {
    takeRequests();
    const { status, text, headers } = await forgot(username);
    const queued = takeInvocations().map(({ functionName, type, payload }) => ({
      functionName,
      type,
      payload: { ...Object(payload), time: 0, email: '' },
    }));
    const { sizes: _, ...requests } = takeRequests();
    seen.push({ status, text, headers, queued, requests });
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]).toMatchObject({
    requests: { counts: { reads: 2, writes: 2 } },
    queued: [{ functionName: 'event-budget-test-mailSend', type: 'Event' }],
  });
});

it.each([
  [{}, 'username', 'blank', "E-mail can't be blank."],
  [{ username: '' }, 'username', 'blank', "E-mail can't be blank."],
  [{ username: 'ada' }, 'username', 'invalid', 'E-mail is invalid.'],
  [{ username: 7 }, 'username', 'invalid', 'E-mail must be a string.'],
  [{ username: null, email: 'ada@example.com' }, 'username', 'invalid', 'E-mail must be a string.'],
  [{ email: '' }, 'email', 'blank', "E-mail can't be blank."],
  [{ email: 'ada' }, 'email', 'invalid', 'E-mail is invalid.'],
  [{ email: null }, 'email', 'invalid', 'E-mail must be a string.'],
])('rejects %j', async (sent, field, code, message) => {
  const { status, body } = await nobody.forgotPassword(sent);
  expect([status, body.message, body.errors]).toEqual([
    ...[422, 'Password reset failed', [{ field, code, message }]],
  ]);
  expect(takeInvocations()).toEqual([]);
});

it('takes the address as email, or as username beside any other email', async () => {
  for (const sent of [{ email: known }, { username: known, email: unknown }, { username: known, email: 7 }]) {
    expect((await nobody.forgotPassword(sent)).status).toBe(200);
    expect(await newMails()).toMatchObject([{ to: known }]);
  }
});

it('answers 429 to the sixth mail to an address, known or not', async () => {
  for (const email of [known, person().email]) {
    for (let n = 0; n < 5; n += 1) expect((await forgot(email)).status).toBe(200);
    takeInvocations();
    const { status, headers, body } = await forgot(email, '198.51.100.7');
    expect([status, body.message]).toEqual([429, 'Password reset failed']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
    expect(takeInvocations()).toEqual([]);
  }
});

it.each([
  ['MAIL_LIMIT_PER_NETWORK', 'from the network, to a new address each time', '203.0.113.11'],
  ['MAIL_LIMIT', 'to the address, from a new network each time', '203.0.113.13'],
])('writes nothing above %s: %s', async (limit, _, sourceIp) => {
  setVariable(limit, '1');
  const { email } = person();
  const again = () =>
    limit === 'MAIL_LIMIT' ? forgot(email, '203.0.113.12') : forgot(person().email, sourceIp);
  expect((await forgot(email, sourceIp)).status).toBe(200);
  takeRequests();
  expect((await again()).status).toBe(429);
  expect(takeRequests().counts).toEqual({ reads: 2, writes: 0 });
});

it('answers 501 where no mail is sent, and 503 if it can’t be queued, for known and unknown addresses', async () => {
  for (const username of [known, unknown]) {
    const { status, headers } = await withoutLambda(() => forgot(username));
    expect([status, headers['retry-after']]).toEqual([503, '5']);
  }
  setVariable('MAIL_FROM', '');
  const { status, text } = await forgot(unknown);
  expect([status, text]).toEqual([501, '{"status":"error","message":"Password reset failed"}']);
});
