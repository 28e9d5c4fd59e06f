import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { call, type Outcome } from '../support/call.ts';
import { examplesIn, responseBodyOf, statusesOf } from '../support/contract.ts';
import { eventOperations } from '../support/event-operations.ts';
import { newMember } from '../support/mailed-account.ts';
import {
  accessToken,
  endpoints,
  newEvent,
  newToken,
  person,
  storedPerson,
  type Tested,
} from '../support/service.ts';
import { newVerified, verify } from '../support/sharing.ts';

/** The endpoints whose contract has a status. */
const withStatus = (status: number) =>
  Object.entries<Tested>(endpoints).filter(([, { handler }]) => statusesOf(handler).includes(status));

const FOR_VERIFIED = ['inviteMember', 'listInvitations', 'acceptInvitation', 'declineInvitation'] as const;

describe('403', () => {
  it.each(FOR_VERIFIED)('%s tells an account to verify its address, and then takes it', async (name) => {
    const { handler, method, failure, body }: Tested = endpoints[name];
    const token = await newToken();
    const path = { event_id: (await newEvent(token)).id, id: '1' };
    const send = () => call(handler, { method, token, path, body: body?.() });
    const refused = await send();
    const message = 'Verify your e-mail address first: open the link mailed to you, or ask for a new one.';
    expect([refused.status, refused.body]).toEqual([
      403,
      { status: 'error', message: failure, errors: [{ field: 'account', code: 'unverified', message }] },
    ]);
    await verify(token);
    expect((await send()).status).not.toBe(403);
  });

  it('has further reasons that tests of roles, tokens, blocked accounts and verify-email try', () => {
    const onEvents = Object.values<Tested>(eventOperations).map(({ handler }) => handler);
    const isOfTokens = (example: unknown) => /"(insufficient_scope|blocked)"/.test(JSON.stringify(example));
    const others = withStatus(403).filter(
      ([, { handler }]) =>
        !onEvents.includes(handler) && !examplesIn(responseBodyOf(handler, 403)).every(isOfTokens),
    );
    expect(['inviteMember', ...others.map(([name]) => name)].sort()).toEqual(
      [...FOR_VERIFIED, 'verifyEmail'].sort(),
    );
  });
});

let networks = 0;
const newNetwork = (): string => `10.9.${networks >> 8}.${networks++ & 255}`;

type Send = () => Promise<Outcome>;

/** Each prepares a call that counts toward its limits. */
const senders = {
  signup: async () => {
    const sourceIp = newNetwork();
    return () => call(endpoints.signup.handler, { body: person(), sourceIp });
  },
  login: async () => {
    const [sourceIp, { email }] = [newNetwork(), await newVerified()];
    return () => call(endpoints.login.handler, { body: { username: email, password: 'wrong' }, sourceIp });
  },
  verifyEmail: async () => {
    const [sourceIp, { verification }] = [newNetwork(), await newMember()];
    const body = { token: verification, password: 'wrong' };
    return () => call(endpoints.verifyEmail.handler, { body, sourceIp });
  },
  forgotPassword: async () => {
    const [sourceIp, body] = [newNetwork(), { username: person().email }];
    return () => call(endpoints.forgotPassword.handler, { body, sourceIp });
  },
  sendVerification: async () => {
    const [sourceIp, token] = [newNetwork(), await storedPerson()];
    return () => call(endpoints.sendVerification.handler, { token, sourceIp });
  },
  changeEmail: async (limit) => {
    const [sourceIp, { token, password }] = [newNetwork(), await newVerified()];
    const body = { password: limit === 'LOGIN_LIMIT' ? 'wrong' : password, email: person().email };
    return () => call(endpoints.changeEmail.handler, { token, body, sourceIp });
  },
  changePassword: async () => {
    const token = await newToken();
    const body = { password: 'wrong', new_password: 'a fair new passphrase' };
    return () => call(endpoints.changePassword.handler, { token, body });
  },
  deleteAccount: async () => {
    const token = await newToken();
    return () => call(endpoints.deleteAccount.handler, { token, body: { password: 'wrong' } });
  },
  createToken: async () => {
    const token = await newToken();
    return () => call(endpoints.createToken.handler, { token, body: accessToken({ password: 'wrong' }) });
  },
  inviteMember: async () => {
    const [sourceIp, { token }] = [newNetwork(), await newVerified()];
    const path = { event_id: (await newEvent(token)).id };
    return () =>
      call(endpoints.inviteMember.handler, {
        ...{ token, path, sourceIp },
        body: { email: person().email, role: 'viewer' },
      });
  },
} satisfies Record<string, (limit: string | number) => Promise<Send>>;

/** A limit is that of a setting, which is 1 here, or always the same. */
const LIMITS: [endpoint: keyof typeof senders, limit: string | number, windowSeconds: number][] = [
  ['signup', 'SIGNUP_LIMIT', 3_600],
  ['login', 'LOGIN_LIMIT', 900],
  ['login', 'LOGIN_LIMIT_PER_NETWORK', 900],
  ['login', 'LOGIN_LIMIT_PER_EMAIL', 900],
  ['verifyEmail', 'LOGIN_LIMIT', 900],
  ['verifyEmail', 'LOGIN_LIMIT_PER_NETWORK', 900],
  ['verifyEmail', 'LOGIN_LIMIT_PER_EMAIL', 900],
  ['changePassword', 'LOGIN_LIMIT', 900],
  ['changeEmail', 'LOGIN_LIMIT', 900],
  ['deleteAccount', 'LOGIN_LIMIT', 900],
  ['createToken', 'LOGIN_LIMIT', 900],
  ['forgotPassword', 'MAIL_LIMIT', 3_600],
  ['forgotPassword', 'MAIL_LIMIT_PER_NETWORK', 3_600],
  ['sendVerification', 'MAIL_LIMIT', 3_600],
  ['sendVerification', 'MAIL_LIMIT_PER_NETWORK', 3_600],
  ['changeEmail', 'MAIL_LIMIT', 3_600],
  ['changeEmail', 'MAIL_LIMIT_PER_NETWORK', 3_600],
  ['inviteMember', 'MAIL_LIMIT_PER_NETWORK', 3_600],
  ['inviteMember', 20, 3_600],
];

const START = Date.now();

describe('429', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  it.each(LIMITS)('%s above %s says when to try again', async (name, limit, windowSeconds) => {
    const send = await senders[name](limit);
    if (typeof limit === 'string') vi.stubEnv(limit, '1');
    for (let calls = typeof limit === 'string' ? 1 : limit; calls > 0; calls -= 1)
      expect((await send()).status).not.toBe(429);
    const minutes = windowSeconds / 60;
    for (const [secondsLeft, wait] of [
      [windowSeconds, `${minutes} minutes`],
      [windowSeconds - 60, `${minutes - 1} minutes`],
      [windowSeconds - 61, `${minutes - 1} minutes`],
      [61, '2 minutes'],
      [60, 'a minute'],
      [1, 'a minute'],
    ] as const) {
      vi.setSystemTime(START + (windowSeconds - secondsLeft) * 1_000);
      const { status, headers, body } = await send();
      expect([status, headers['retry-after']]).toEqual([429, String(secondsLeft)]);
      const errors = [{ field: 'request', code: 'too_many', message: `Try again in ${wait}.` }];
      expect(body).toEqual({ status: 'error', message: endpoints[name].failure, errors });
    }
    vi.setSystemTime(START + windowSeconds * 1_000);
    expect((await send()).status).not.toBe(429);
  });

  it('is tried of every operation that has it', () => {
    expect(Object.keys(senders).sort()).toEqual(
      withStatus(429)
        .map(([name]) => name)
        .sort(),
    );
  });
});
