import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../../lib/accounts/account.ts';
import { createAccount } from '../../../lib/accounts/repository.ts';
import { fingerprintOf } from '../../../lib/auth/mailed-tokens.ts';
import { nextId } from '../../../lib/id.ts';
import { storedTokens } from '../../support/access-tokens.ts';
import { newAccount } from '../../support/account.ts';
import { caughtLog } from '../../support/caught-log.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';

const log = caughtLog('INFO');
const { handler } = await import('../../../functions/mail/send.ts');

interface Answer {
  status: number;
  type?: string;
  message?: string;
}

let answer: Answer = { status: 200 };
let sent: unknown[] = [];
const ses = createServer(async (request, response) => {
  sent.push(await json(request));
  const { status, type = '', message = '' } = answer;
  const headers = { 'content-type': 'application/json', ...(type && { 'x-amzn-errortype': type }) };
  response.writeHead(status, headers).end(JSON.stringify(status === 200 ? { MessageId: 'x' } : { message }));
});

beforeAll(async () => {
  ses.listen(0, '127.0.0.1');
  await once(ses, 'listening');
});
afterAll(() => {
  ses.closeAllConnections();
  ses.close();
});

let ada: Account;
let taken: Account;
beforeEach(async () => {
  setVariable('AWS_ENDPOINT_URL_SESV2', `http://127.0.0.1:${(ses.address() as AddressInfo).port}`);
  [ada, taken] = [await storedAccount(), await storedAccount()];
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
  answer = { status: 200 };
  sent = [];
  log.clear();
});

async function storedAccount(fields: Partial<Account> = {}): Promise<Account> {
  const account = newAccount(fields);
  await createAccount(account);
  return account;
}

const newVerified = () => storedAccount({ email_verified: true });

const request = <Fields extends object>(fields: Fields) => ({ time: Date.now(), ...fields });
const verification = ({ account_id } = ada, is_counted = true) =>
  request({ kind: 'verify_email', account_id, is_counted });
const passwordNotice = (account: Account) => noticeOf('password_changed', account);
const addressNotice = ({ account_id }: Account, old_email: string) =>
  request({ kind: 'email_changed', account_id, old_email });
const tokenNotice = ({ account_id }: Account, access = 'read') =>
  request({ kind: 'token_created', account_id, access, expires_on: '2027-06-30' });
const resetOf = (email: string) => request({ kind: 'reset_password', email });
const changeTo = (new_email: string, { account_id }: Account, seen = ada) =>
  request({ kind: 'change_email', account_id, new_email, fingerprint: fingerprintOf(seen, 'change-email') });
/** A notice that has nothing but its account. */
const noticeOf = (kind: string, { account_id }: Account) => request({ kind, account_id });
const invitation = (email: string, inviter_id: string) =>
  request({ kind: 'invited', email, inviter_id, invitation_id: nextId() });

/** What a mail looks like on its way to SES. */
const mail = (to: string, subject: string, text: unknown = expect.any(String)) => ({
  FromEmailAddress: 'service@example.com',
  Destination: { ToAddresses: [to] },
  Content: {
    Simple: {
      Subject: { Data: `Event Budget: ${subject}`, Charset: 'UTF-8' },
      Body: { Text: { Data: text, Charset: 'UTF-8' } },
    },
  },
});

const textOf = (email: unknown): string => String(Object(email).Content.Simple.Body.Text.Data);

describe('the mail function sends', () => {
  /** Why there is a link, the link, the page and the token in case the link breaks, and how long it works. */
  const link = (page: string, lifetime: string) =>
    expect.stringMatching(
      `^.+:\n\n(https://app\\.example\\.com/${page})#token=(ey\\S+)\n\n.+:\n\n\\1\n\n\\2\n\nThe link works (once, )?for ${lifetime}\\.`,
    );

  it.each([
    ['Confirm your e-mail address', 'verify-email', '7 days', () => verification()],
    ['Choose a new password', 'reset-password', 'an hour', () => resetOf(ada.email)],
    ['Confirm your new e-mail address', 'verify-email', 'an hour', () => changeTo('new@example.com', ada)],
  ])('a link: %s', async (subject, page, lifetime, fields) => {
    await handler(fields());
    const to = subject.includes('new e-mail') ? 'new@example.com' : ada.email;
    expect(sent).toEqual([mail(to, subject, link(page, lifetime))]);
  });

  const changed = (more: string) =>
    'The password of your account at Event Budget was changed. All other devices were logged out, and all share links and offers of your events ended.\n\n' +
    `${more}If it wasn't you, choose a new password now: ask for one with "forgot password".\n\nEvent Budget\n`;

  it.each([
    ['no', {}, ''],
    ['no', storedTokens(2, 0), ''],
    [
      'one',
      { ...storedTokens(1), ...storedTokens(1, 0) },
      "One access token for your account still works. End it if you don't need it.\n\n",
    ],
    [
      'two',
      storedTokens(2),
      "2 access tokens for your account still work. End those that you don't need.\n\n",
    ],
  ])('a notice of a changed password with %s access tokens that still work', async (_, tokens, more) => {
    const verified = await storedAccount({ email_verified: true, tokens });
    await handler(passwordNotice(verified));
    expect(sent).toEqual([mail(verified.email, 'Your password was changed', changed(more))]);
  });

  it.each([
    ['read', 'read'],
    ['write', 'read, change and delete'],
    ['calendar', 'see a calendar of'],
  ])('a notice of a new access token with %s access', async (access, can) => {
    const verified = await newVerified();
    await handler(tokenNotice(verified, access));
    const text =
      `An access token for your account at Event Budget was created. A program that has it can ${can} your events ` +
      'and those that others share with you, until the end of 2027-06-30 (UTC).\n\n' +
      "If it wasn't you, somebody knows your password. Choose a new one now: " +
      'ask for one with "forgot password". This also ends all access tokens.\n\nEvent Budget\n';
    expect(sent).toEqual([mail(verified.email, 'An access token was created', text)]);
  });

  it.each([
    [
      'factor_added',
      'A second factor was added',
      'Your account at Event Budget now has a second factor. A login needs your password and a code of your authenticator app, ' +
        'or a recovery code. All other devices were logged out, and all share links and offers of your events ended.\n\n' +
        "If it wasn't you, somebody knows your password. Contact the operator of the service.\n\nEvent Budget\n",
    ],
    [
      'factor_removed',
      'Your second factor was removed',
      'Your account at Event Budget has no second factor any more. A login needs only your password.\n\n' +
        `If it wasn't you, choose a new password now: ask for one with "forgot password".\n\nEvent Budget\n`,
    ],
    [
      'code_wrong',
      'A wrong code was sent',
      'Somebody sent a wrong code of the second factor of your account at Event Budget, and was refused. ' +
        'They know your password, or have a link that was mailed to you.\n\n' +
        'If it was you, ignore this e-mail. Otherwise log in and choose a new password now.\n\nEvent Budget\n',
    ],
  ])('a notice of a second factor: %s', async (kind, subject, text) => {
    const verified = await newVerified();
    await handler(noticeOf(kind, verified));
    expect(sent).toEqual([mail(verified.email, subject, text)]);
  });

  it('a notice of a changed address, to the old one', async () => {
    await handler(addressNotice(ada, 'old@example.com'));
    expect(sent).toEqual([mail('old@example.com', 'Your e-mail address was changed')]);
  });

  it.each([
    ['the app, if there is one', 'https://app.example.com/plan/', '\n\nhttps://app.example.com/plan\n\n'],
    ['nothing, if there is none', '', undefined],
  ])(
    'an invitation that links to %s, and says that the address has to be confirmed',
    async (_, app, link) => {
      setVariable('APP_URL', app);
      setVariable('SERVICE_URL', 'https://api.example.com');
      await handler(invitation('guest@example.com', ada.account_id));
      expect(sent).toEqual([mail('guest@example.com', 'You are invited to an event')]);
      const text = textOf(sent[0]);
      expect(/\s+https?:\S+\s+/.exec(text)?.[0]).toBe(link);
      expect(text).toContain('The address has to be confirmed first');
      expect(text).not.toMatch(/api\.example|Ada|Lovelace/);
    },
  );

  it('the name of the service, and nothing that a person typed', async () => {
    setVariable('SERVICE_NAME', 'Party Planner');
    const typed = await storedAccount({ first_name: 'Visit', last_name: 'evil.example' });
    await handler(verification(typed));
    const text = JSON.stringify(sent);
    expect(text).toContain('Party Planner: Confirm your e-mail address');
    expect(text).not.toMatch(/Visit|evil/);
  });
});

describe('the mail function stays silent', () => {
  it.each([
    ['for an unknown address', () => resetOf('nobody@example.com')],
    ['for an account that is gone', () => verification(newAccount())],
    ['of a changed password to an address that isn’t verified', () => passwordNotice(ada)],
    ['of a new access token to an address that isn’t verified', () => tokenNotice(ada)],
    ['of a second factor to an address that isn’t verified', () => noticeOf('factor_added', ada)],
    ['of a wrong code to an address that isn’t verified', () => noticeOf('code_wrong', ada)],
    ['of a new access token of an account that is gone', () => tokenNotice(newAccount())],
    ['to a new address that another account has', () => changeTo(taken.email, ada)],
    [
      'for an account that changed since a change of address was requested',
      () => changeTo('new@example.com', ada, { ...ada, password_hash: 'an older hash' }),
    ],
  ])('%s', async (_, fields) => {
    await handler(fields());
    expect(sent).toEqual([]);
    expect(log.text()).toContain('nobody to send it to');
  });

  it('for an address that is verified, and for an account that is being deleted', async () => {
    await handler(verification(await newVerified()));
    const leaving = await storedAccount({ leaving: Date.now() });
    await handler(verification(leaving));
    await handler(resetOf(leaving.email));
    expect(sent).toEqual([]);
  });

  it('after 15 minutes, not before', async () => {
    await handler({ ...verification(), time: Date.now() - 901_000 });
    expect(sent).toEqual([]);
    expect(log.text()).toContain('too late');
    await handler({ ...verification(), time: Date.now() - 890_000 });
    expect(sent).toHaveLength(1);
  });
});

describe('of mails that nobody asked for, the mail function sends five in an hour', () => {
  const to = () => sent.map((each) => Object(each).Destination.ToAddresses[0]);

  /** Expects the sixth to be too many, and the first of another kind or address not to be. */
  async function expectFive(sixth: { kind: string }, other: object) {
    expect(sent).toHaveLength(5);
    expect(log.text()).not.toContain('over the limit');
    await handler(sixth);
    expect(sent).toHaveLength(5);
    expect(JSON.parse(log.lines().at(-1) ?? '')).toMatchObject({
      ...{ level: 'INFO', message: 'mail', outcome: 'over the limit' },
      kind: sixth.kind,
    });
    expect(log.text()).not.toMatch(/@|example/);
    await handler(other);
    expect(sent).toHaveLength(6);
  }

  const five = async (notice: (n: number) => unknown) => {
    for (let n = 1; n <= 5; n += 1) await handler(notice(n));
  };
  it('about changes of one account’s password', async () => {
    const [one, other] = [await newVerified(), await newVerified()];
    await five(() => passwordNotice(one));
    await expectFive(passwordNotice(one), passwordNotice(other));
  });

  it('about one account’s access tokens', async () => {
    const one = await newVerified();
    await five(() => tokenNotice(one));
    await expectFive(tokenNotice(one, 'write'), passwordNotice(one));
  });

  it('about changes of one account’s address, to all of its old ones', async () => {
    await five((n) => addressNotice(ada, `old-${n}@example.com`));
    await expectFive(addressNotice(ada, 'old-6@example.com'), addressNotice(taken, 'old-6@example.com'));
  });

  it('about changes of addresses to one old one, of all accounts', async () => {
    const old = 'many-had-it@example.com';
    await five(() => addressNotice(newAccount(), old));
    expect(sent).toEqual([]);
    for (let n = 0; n < 5; n += 1) await handler(addressNotice(await storedAccount(), old));
    log.clear();
    await expectFive(addressNotice(ada, old), addressNotice(ada, 'another@example.com'));
  });

  it('after signups, and also counts those that a call has counted no second time', async () => {
    await five(() => verification(ada, false));
    await expectFive(verification(ada, false), verification(ada, true));
  });

  it('about invitations to one address', async () => {
    const email = 'often-invited@example.com';
    for (let n = 0; n < 5; n += 1) await handler(invitation(email, randomUUID()));
    await expectFive(invitation(email, randomUUID()), invitation('another@example.org', ada.account_id));
    expect(to()).toEqual([...Array(5).fill(email), 'another@example.org']);
  });

  it('also if SES takes none', async () => {
    answer = { status: 503, type: 'ServiceUnavailable', message: '' };
    for (let n = 0; n < 5; n += 1)
      await expect(handler(verification(ada, false))).rejects.toThrow('SES failed');
    answer = { status: 200 };
    sent = [];
    await handler(verification(ada, false));
    expect(sent).toEqual([]);
    expect(log.text()).toContain('over the limit');
  });

  it('but retries an invitation that SES rejected for the moment', async () => {
    const inviter = randomUUID();
    const invited = invitation('invited-once@example.com', inviter);
    answer = { status: 429, type: 'TooManyRequestsException', message: '' };
    await expect(handler(invited)).rejects.toThrow('SES failed');
    answer = { status: 200 };
    sent = [];
    await handler(invited);
    expect(to()).toEqual(['invited-once@example.com']);
  });

  it('also of ten at once', async () => {
    await Promise.all(Array.from({ length: 10 }, () => handler(verification(ada, false))));
    expect(sent).toHaveLength(5);
  });

  it('and five more when the hour is over', async () => {
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const times = [start, start + 3_590_000, start + 3_601_000];
    for (const [index, time] of times.entries()) {
      vi.setSystemTime(time);
      for (let n = 0; n < 6; n += 1) await handler(verification(ada, false));
      expect(sent).toHaveLength(index < 2 ? 5 : 10);
    }
  });
});

describe('when SES fails, the mail function', () => {
  const message = () => `Email address is not verified: ${ada.email}`;

  it.each(['MessageRejected', 'MailFromDomainNotVerifiedException', 'BadRequestException'])(
    'logs %s, and is not retried',
    async (type) => {
      answer = { status: 400, type, message: message() };
      await handler(verification());
      expect(sent).toHaveLength(1);
      expect(JSON.parse(log.text())).toMatchObject({
        level: 'ERROR',
        kind: 'verify_email',
        outcome: 'refused',
        refusal: type,
      });
    },
  );

  it.each([
    [429, 'TooManyRequestsException'],
    [503, 'ServiceUnavailable'],
    [400, 'AccountSuspendedException'],
    [403, 'AccessDeniedException'],
    [500, 'InternalServiceErrorException'],
  ])('fails for %d %s, so that Lambda invokes it again', async (status, type) => {
    answer = { status, type, message: message() };
    await expect(handler(verification())).rejects.toThrow(/^SES failed: \w+$/);
    expect(JSON.parse(log.text())).toMatchObject({
      ...{ level: 'ERROR', message: 'mail', kind: 'verify_email', outcome: 'failed' },
      error: { name: 'Error', message: `SES failed: ${type}` },
    });
    expect(log.text()).not.toMatch(/@|example/);
  });
});

it('an invocation that is no request for a mail fails', async () => {
  await expect(handler({ kind: 'spam', time: Date.now() })).rejects.toThrow(expect.anything());
  expect(sent).toEqual([]);
  expect(JSON.parse(log.text())).toMatchObject({
    ...{ level: 'ERROR', message: 'mail', outcome: 'failed' },
    error: { name: expect.stringContaining('Error') },
  });
});

it('fails with an error of which Lambda’s runtime gets no properties', async () => {
  setVariable('TABLE_NAME', 'no-such-table');
  const failed = handler(verification());
  await expect(failed).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await expect(failed).rejects.not.toHaveProperty('$metadata');
});

it('the log has no address', async () => {
  await handler(verification());
  await handler(resetOf('nobody@example.com'));
  answer = { status: 400, type: 'MessageRejected', message: `not verified: ${ada.email}` };
  await handler(verification());
  expect(log.lines()).toHaveLength(3);
  expect(log.text()).not.toMatch(/@|example/);
});
