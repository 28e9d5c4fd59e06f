import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { hashOfRecoveryCode, keyOf, newFactor } from '../../../lib/auth/codes.ts';
import { exists, Update } from '../../../lib/dynamodb/changes.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { call } from '../../support/call.ts';
import { clientOf, type newVerifiedClient } from '../../support/client.ts';
import { endpointNamed } from '../../support/endpoints.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { codeOf, pendingFactor } from '../../support/factor.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { newMails, tokenMailedTo } from '../../support/mail.ts';
import { accessToken, dayIn, endpoints, person, storedPerson } from '../../support/service.ts';
import { accountIdOf, ageOffer } from '../../support/sharing.ts';
import { putItems, tableContent } from '../../support/table.ts';

const [, section = ''] = /\n## Mails\n([\s\S]*?)\n## /.exec(readFileSync('docs/protection.md', 'utf8')) ?? [];

/** The rows of the table. A cell of a limit begins with its number. */
const [, , ...rows] = [...section.matchAll(/^\|(.*)\|$/gm)].map(([, row = '']) => {
  const [mail = '', account = '', address = '', network = '', above = ''] = row
    .split('|')
    .map((cell) => cell.trim());
  return { mail, account, address, network, above };
});

const NETWORK = '192.0.2.77';
let networks = 0;
const newNetwork = (): string => `10.0.${networks >> 8}.${networks++ & 255}`;

type Account = Awaited<ReturnType<typeof newVerifiedClient>>;

const accountOf = (token: string, email: string): Account => ({
  ...{ ...clientOf(token), email, password: person().password },
});

const signUp = (email: string, sourceIp = newNetwork()) =>
  call(endpoints.signup.handler, { body: person({ email }), sourceIp });

const signedUp = async (email = person().email): Promise<Account> =>
  accountOf(String((await signUp(email)).body.token), email);

/** As signed up, but without a mail. */
const unverified = async (email = person().email): Promise<Account> =>
  accountOf(await storedPerson({ email }), email);

/** Takes its second factor, so that no call needs a code. */
const withoutFactor = ({ token }: Account) =>
  send(new Update(accountKey(accountIdOf(token))).require(exists(['PK'])).remove(['factor']));

async function leave(account: Account) {
  await withoutFactor(account);
  return account.deleteAccount({ password: account.password });
}

const verified = async (email = person().email): Promise<Account> =>
  accountOf(await storedPerson({ email, email_verified: true }), email);

/** Gives one address to a new account each time, when the last one is deleted. */
function accountsOfOneAddress(next: (email: string) => Promise<Account>) {
  const { email } = person();
  let last: Account | undefined;
  return async (): Promise<Account> => {
    if (last) await leave(last);
    last = await next(email);
    return last;
  };
}

const sendLink = ({ token }: Account, sourceIp = newNetwork()) =>
  call(endpoints.sendVerification.handler, { token, sourceIp });

const forgot = ({ email }: Account, sourceIp = newNetwork()) =>
  call(endpoints.forgotPassword.handler, { body: { username: email }, sourceIp });

const askForChange = ({ token, password }: Account, email = person().email, sourceIp = newNetwork()) =>
  call(endpoints.changeEmail.handler, { token, body: { password, email }, sourceIp });

/** Has an account ask for another address. Returns the call that confirms it. */
async function prepareMove(account: Account) {
  takeInvocations();
  const { email } = person();
  await askForChange(account, email);
  const token = await tokenMailedTo(email);
  return () => {
    account.email = email;
    return account.verifyEmail({ token });
  };
}

function choosePassword(account: Account) {
  const { password } = account;
  account.password = password.endsWith('!') ? password.slice(0, -1) : `${password}!`;
  return account.changePassword({ password, new_password: account.password });
}

const newToken = ({ createToken, password }: Account) =>
  createToken(accessToken({ password, name: 'Visit evil.example' }));

async function prepareInvitation(account: Account, email = person().email, sourceIp = newNetwork()) {
  const request = { token: account.token, path: { event_id: (await account.newEvent()).id }, sourceIp };
  return () => call(endpoints.inviteMember.handler, { ...request, body: { email, role: 'viewer' } });
}

const sendOffer = (
  { token, password }: Account,
  path: { id: string },
  email: string,
  sourceIp = newNetwork(),
) => call(endpoints.handOver.handler, { token, path, body: { email, password }, sourceIp });

async function prepareOffer(account: Account, email = person().email, sourceIp?: string): Promise<Call> {
  const event = await account.newEvent();
  return () => sendOffer(account, event, email, sourceIp);
}

/** Offers an event, which somebody then answers. Returns what the last call responds. */
const prepareAnswer =
  (answer: 'acceptInvitation' | 'declineInvitation') =>
  async (account: Account): Promise<Call> => {
    const [event, other] = [await account.newEvent(), await verified()];
    return async () => {
      const offered = await sendOffer(account, event, other.email);
      if (offered.status !== 201) return offered;
      await ageOffer(account.token, event, 24);
      return other[answer]({ id: String(Object(offered.body.data).id) });
    };
  };

/** A second factor of an account that has none, and the call that adds it. */
async function prepareFactor({ token, confirmFactor }: Account) {
  const { secret, confirmation } = await pendingFactor(token);
  return { secret, confirm: () => confirmFactor({ confirmation, code: codeOf({ secret }) }) };
}

type Call = () => ReturnType<typeof call>;

/** Prepares the n-th call that causes a mail. */
type Cause = (n: number) => Promise<Call>;

/** For each limit, the calls that try it. */
interface Trials {
  subject: string;
  /** Of one account, from many networks, and to many addresses if it can. */
  account?: () => Promise<Cause>;
  /** To one address, by many accounts from many networks. */
  address: () => Promise<Cause>;
  /** From one network, by many accounts to many addresses. */
  network?: () => Promise<Cause>;
}

/** The trials of a notice that an account can cause as often as it wants. */
const noticeOf = (subject: string, prepare: (account: Account) => Promise<Call>): Trials => ({
  subject,
  account: async () => {
    const account = await verified();
    return async (n) => {
      // Its address changes in between.
      await withoutFactor(account);
      if (n > 0) await (await prepareMove(account))();
      return prepare(account);
    };
  },
  address: async () => {
    const nextAccount = accountsOfOneAddress(verified);
    return async () => prepare(await nextAccount());
  },
});

/** The trials of a mail that an account asks for, to its own address. */
const asked = (
  subject: string,
  make: (email?: string) => Promise<Account>,
  ask: (account: Account, network?: string) => ReturnType<typeof call>,
): Trials => ({
  subject,
  account: async () => {
    const account = await make();
    return async () => () => ask(account);
  },
  address: async () => {
    const nextAccount = accountsOfOneAddress(make);
    return async () => {
      const account = await nextAccount();
      return () => ask(account);
    };
  },
  network: async () => async () => {
    const account = await make();
    return () => ask(account, NETWORK);
  },
});

/** Those of which an account may cause more than its address can change. */
const oftenOf = (subject: string, prepare: (account: Account) => Promise<Call>): Trials => ({
  ...noticeOf(subject, prepare),
  account: async () => {
    const account = await verified();
    return () => prepare(account);
  },
});

const MINUTE = 60_000;

const TRIALS: Record<string, Trials> = {
  'verify the address, after a signup': {
    subject: 'Confirm your e-mail address',
    address: async () => {
      const { email } = person();
      let last: Account | undefined;
      return async () => {
        if (last) await leave(last);
        return async () => {
          const outcome = await signUp(email);
          last = accountOf(String(outcome.body.token), email);
          return outcome;
        };
      };
    },
    network: async () => async () => () => signUp(person().email, NETWORK),
  },
  'verify the address, on request': asked('Confirm your e-mail address', signedUp, sendLink),
  'choose a new password': asked('Choose a new password', unverified, forgot),
  'confirm the new address': {
    subject: 'Confirm your new e-mail address',
    account: async () => {
      const account = await unverified();
      return async () => () => askForChange(account);
    },
    address: async () => {
      const { email } = person();
      return async () => {
        const account = await unverified();
        return () => askForChange(account, email);
      };
    },
    network: async () => async () => {
      const account = await unverified();
      return () => askForChange(account, undefined, NETWORK);
    },
  },
  'you are invited to an event': {
    subject: 'You are invited to an event',
    account: async () => {
      const owner = await verified();
      return () => prepareInvitation(owner);
    },
    address: async () => {
      const { email } = person();
      return async () => prepareInvitation(await verified(), email);
    },
    network: async () => async () => prepareInvitation(await verified(), undefined, NETWORK),
  },
  'an event is offered to you': {
    subject: 'An event is offered to you',
    account: async () => {
      const owner = await verified();
      return () => prepareOffer(owner);
    },
    address: async () => {
      const { email } = person();
      return async () => prepareOffer(await verified(), email);
    },
    network: async () => async () => prepareOffer(await verified(), undefined, '192.0.2.78'),
  },
  'an offered event was taken over': oftenOf('Your event has a new owner', prepareAnswer('acceptInvitation')),
  'an offer was declined': oftenOf('Your offer was declined', prepareAnswer('declineInvitation')),
  'the password was changed': noticeOf(
    'Your password was changed',
    async (account) => () => choosePassword(account),
  ),
  'the address was changed': {
    subject: 'Your e-mail address was changed',
    account: async () => {
      const account = await verified();
      const start = Date.now();
      vi.useFakeTimers({ toFake: ['Date'], now: start });
      return async (n) => {
        // In one hour an account can ask for five changes. The sixth is in the next one, but in the same one of notices.
        if (n === 5) vi.setSystemTime(start + 61 * MINUTE);
        const confirm = await prepareMove(account);
        if (n === 0) vi.setSystemTime(start + 50 * MINUTE);
        return confirm;
      };
    },
    address: async () => {
      const nextAccount = accountsOfOneAddress(verified);
      return async () => prepareMove(await nextAccount());
    },
  },
  'an access token was created': noticeOf(
    'An access token was created',
    async (account) => () => newToken(account),
  ),
  'a share link was created': noticeOf('A share link was created', async (account) => {
    const on = { event_id: (await account.newEvent()).id };
    return () => account.createShareLink(on, { expires_on: dayIn(1) });
  }),
  'an event was offered to somebody': oftenOf('One of your events was offered to somebody', prepareOffer),
  'a second factor was added': noticeOf(
    'A second factor was added',
    async (account) => (await prepareFactor(account)).confirm,
  ),
  'new recovery codes were created': noticeOf('New recovery codes were created', async (account) => {
    const { secret, confirm } = await prepareFactor(account);
    await confirm();
    const body = { password: account.password, code: codeOf({ secret }, 1) };
    return () => call(endpointNamed('factorRecoveryCodes').handler, { token: account.token, body });
  }),
  'a recovery code was used': oftenOf('A recovery code was used', async (account) => {
    const { secret, recoveryCodes } = newFactor();
    const { email: username, password, token } = account;
    const [code = ''] = recoveryCodes;
    const factor = { k: keyOf(secret), s: 1, u: 1, r: [hashOfRecoveryCode(code)] };
    await send(new Update(accountKey(accountIdOf(token))).set(['factor'], factor));
    return () =>
      call(endpoints.login.handler, { body: { username, password, code }, sourceIp: newNetwork() });
  }),
  'a second factor was removed': noticeOf('Your second factor was removed', async (account) => {
    const { secret, confirm } = await prepareFactor(account);
    await confirm();
    return () => account.endFactor({ password: account.password, code: codeOf({ secret }, 1) });
  }),
  'a wrong code was sent': noticeOf('A wrong code was sent', async (account) => {
    await (await prepareFactor(account)).confirm();
    const { email: username, password } = account;
    return () => account.login({ username, password, code: 'wrong' });
  }),
};

beforeEach(() => {
  setVariable('MAIL_LIMIT_PER_NETWORK', undefined);
  setVariable('SIGNUP_LIMIT', undefined);
});
afterEach(() => {
  vi.useRealTimers();
  resetVariables();
});

const isAbout = (subject: string) => (mail: { subject: string }) =>
  mail.subject === `Event Budget: ${subject}`;

const counter = z.object({ attempts: z.int() });

/** The counters of mails, of which some are counted as signups or invitations. */
async function counters() {
  const isCounter = / (MAILS#\w+|SIGNUPS|INVITATIONS)$/;
  return new Map(Object.entries(await tableContent()).filter(([key]) => isCounter.test(key)));
}

/** Counts mails that nobody caused, toward each limit that the first two calls counted toward. */
async function skip(mails: number, first: Awaited<ReturnType<typeof counters>>) {
  const counted = (item: unknown) => counter.safeParse(item).data?.attempts;
  const both = [...(await counters())].filter(
    ([key, item]) => counted(first.get(key)) === 1 && counted(item) === 2,
  );
  await putItems(both.map(([, item]) => ({ ...Object(item), attempts: 2 + mails })));
}

/**
 * Makes calls until one causes no mail. Returns how many mails there were, and what that call responds. Of many that a limit
 * allows, it makes the first two and the last two.
 */
async function untilNone(subject: string, prepare: () => Promise<Cause>, limit = 5) {
  const cause = await prepare();
  let first: Awaited<ReturnType<typeof counters>> = new Map();
  let skipped = 0;
  for (let calls = 0; calls < 10; calls += 1) {
    const makeCall = await cause(calls);
    takeInvocations();
    const { status } = await makeCall();
    const sent = (await newMails()).filter(isAbout(subject));
    if (sent.length === 0) return { mails: calls + skipped, status };
    expect(sent).toHaveLength(1);
    if (limit > 5 && calls === 0) first = await counters();
    if (limit > 5 && calls === 1) {
      skipped = limit - 4;
      await skip(skipped, first);
    }
  }
  throw new Error('There is no limit.');
}

const COLUMNS = ['account', 'address', 'network'] as const;

const cases = rows.flatMap((row) =>
  COLUMNS.flatMap((column) => {
    const { subject = '', [column]: prepare } = TRIALS[row.mail] ?? {};
    return prepare ? [{ ...row, column, cell: row[column], subject, prepare }] : [];
  }),
);

describe('mails in an hour, by the table of docs/protection.md', () => {
  it('all limits are tried', () => {
    const limits = rows.flatMap((row) =>
      COLUMNS.filter((column) => row[column] !== '').map((column) => `${row.mail}: ${column}`),
    );
    // An account signs up once.
    const untried = ['verify the address, after a signup: account'];
    const tried = cases.map(({ mail, column }) => `${mail}: ${column}`);
    expect([...untried, ...tried].sort()).toEqual(limits.sort());
  });

  it.each(cases)('$mail, $column: $cell', async ({ cell, above, subject, prepare }) => {
    const limitsCalls = /\((signups|invitations)\)/.test(cell);
    const status = limitsCalls ? 429 : Number.parseInt(above, 10);
    const mails = Number.parseInt(cell, 10);
    expect(await untilNone(subject, prepare, mails)).toEqual({ mails, status });
  });

  it('a signup causes one', async () => {
    const { email } = await signedUp();
    expect(await newMails()).toMatchObject([{ to: email }]);
    expect(rows.find(({ mail }) => mail.endsWith('after a signup'))?.account).toBe('1');
  });

  it('those that verify an address count together', async () => {
    const account = await signedUp();
    const [first] = await newMails();
    for (let n = 0; n < 4; n += 1) expect((await sendLink(account)).status).toBe(200);
    expect((await sendLink(account)).status).toBe(429);
    const mails = [first, ...(await newMails())];
    expect(mails.map((mail) => mail?.to)).toEqual(Array(5).fill(account.email));
  });

  it('of one inviter’s invitations to one address, only the first has a mail, so that another’s still has one', async () => {
    const cell = rows.find(({ mail }) => mail.startsWith('you are invited'))?.address ?? '';
    expect(cell).toContain('of them 1 by one inviter');
    const { email } = await verified();
    const mailed = async (inviter: Account) => {
      const { status } = await (await prepareInvitation(inviter, email))();
      return [status, (await newMails()).length];
    };
    for (const busy of [await verified(), await verified()]) {
      expect(await mailed(busy)).toEqual([201, 1]);
      for (let n = 0; n < 3; n += 1) expect(await mailed(busy)).toEqual([201, 0]);
    }
    expect(await mailed(await verified())).toEqual([201, 1]);
  });

  it('those about access tokens count by themselves', async () => {
    const account = await verified();
    const { mails } = await untilNone('An access token was created', async () => async () => {
      return () => newToken(account);
    });
    expect(mails).toBe(5);
    await choosePassword(account);
    expect(await newMails()).toMatchObject([{ subject: 'Event Budget: Your password was changed' }]);
  });

  it('notices go to a verified address only, however often the password changes', async () => {
    const stranger = await signedUp();
    await newMails();
    for (let n = 0; n < 10; n += 1) expect((await choosePassword(stranger)).status).toBe(200);
    expect((await newToken(stranger)).status).toBe(201);
    expect(await newMails()).toEqual([]);
    const own = await prepareMove(stranger);
    expect((await own()).status).toBe(200);
    expect(await newMails()).toEqual([]);
    // The new address is verified.
    await choosePassword(stranger);
    expect(await newMails()).toMatchObject([{ to: stranger.email }]);
  });
});

describe('invitations from one network', () => {
  it('are 20 in an hour by all its accounts, and another network goes on', async () => {
    const [one, two, three] = [await verified(), await verified(), await verified()];
    const from = async (account: Account, sourceIp: string) =>
      (await (await prepareInvitation(account, undefined, sourceIp))()).status;
    for (const account of [one, two])
      for (let n = 0; n < 10; n += 1) expect(await from(account, '2001:db8:7:7::1')).toBe(201);
    expect(await from(three, '2001:db8:7:7:ffff::1')).toBe(429);
    expect(await from(three, '2001:db8:7:8::1')).toBe(201);
  });

  it('are counted though they are rejected, and a rejected one leaves no invitation', async () => {
    setVariable('MAIL_LIMIT_PER_NETWORK', '1');
    const sourceIp = newNetwork();
    const [owner, guest] = [await verified(), await verified()];
    const invite = await prepareInvitation(owner, guest.email, sourceIp);
    expect([(await invite()).status, (await invite()).status]).toEqual([201, 429]);
    const other = await prepareInvitation(owner, guest.email, sourceIp);
    takeInvocations();
    const { status, headers, body } = await other();
    expect([status, body.message]).toEqual([429, 'Failed to invite the member']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
    expect(takeInvocations()).toEqual([]);
    expect((await guest.listInvitations()).body.return_count).toBe(1);
  });
});
