import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { newCalendar } from '../support/calendar.ts';
import { call } from '../support/call.ts';
import { examplesIn, responseBodyOf, statusesOf } from '../support/contract.ts';
import { allEndpoints, endpointNamed } from '../support/endpoints.ts';
import { resetVariables, setVariable } from '../support/environment.ts';
import { eventItem } from '../support/event-item.ts';
import { newFactorOwner, wrongCode } from '../support/factor.ts';
import type { GatewayRequest } from '../support/gateway.ts';
import { newMember, resetTokenOf } from '../support/mail.ts';
import { accessToken, newBudget, newEvent, newToken, person, storedPerson } from '../support/service.ts';
import { newShareLink, newVerified, referenceOf, verify } from '../support/sharing.ts';
import { putItem } from '../support/table.ts';

/** The endpoints whose contract has a status. */
const withStatus = (status: number) =>
  allEndpoints.filter(({ handler }) => statusesOf(handler).includes(status));

const FOR_VERIFIED = [
  'factorCreate',
  'membersInvite',
  'invitationsList',
  'invitationsAccept',
  'invitationsDecline',
];
const FOR_CODES = [
  ...['authLogin', 'authResetPassword', 'factorEnd', 'factorRecoveryCodes', 'tokensCreate'],
  ...['accountChangeEmail', 'accountChangePassword', 'accountDelete'],
];

describe('403', () => {
  it.each(FOR_VERIFIED)('%s tells an account to verify its address, and then takes it', async (name) => {
    const { handler, method, failure, body } = endpointNamed(name);
    const token = await newToken();
    const path = { event_id: (await newEvent(token)).id, id: '1' };
    const send = () => call(handler, { method, token, path, body: body?.() });
    const rejected = await send();
    const message = 'Verify your e-mail address first: open the link mailed to you, or ask for a new one.';
    expect([rejected.status, rejected.body]).toEqual([
      403,
      { status: 'error', message: failure, errors: [{ field: 'account', code: 'unverified', message }] },
    ]);
    await verify(token);
    expect((await send()).status).not.toBe(403);
  });

  it('has further reasons that tests of roles, tokens, blocked accounts, codes and verify-email try', () => {
    const isOfTokens = (example: unknown) => /"(insufficient_scope|blocked)"/.test(JSON.stringify(example));
    const others = withStatus(403).filter(
      ({ handler, contract }) =>
        !contract.roles && !examplesIn(responseBodyOf(handler, 403)).every(isOfTokens),
    );
    expect(['membersInvite', ...others.map(({ name }) => name)].sort()).toEqual(
      [...FOR_VERIFIED, ...FOR_CODES, 'authVerifyEmail'].sort(),
    );
  });
});

let networks = 0;

type Prepared = GatewayRequest | (() => Promise<GatewayRequest>);

const ofSession = async (body: object = { password: 'wrong' }): Promise<Prepared> => ({
  ...{ token: await newToken(), body },
});
const reading = async (request: GatewayRequest = {}): Promise<Prepared> => ({
  token: await newToken(),
  ...request,
});
/** A wrong code of somebody with a second factor, and what they know. */
async function wrongFactor() {
  const owner = await newFactorOwner();
  return { ...owner, code: wrongCode(owner) };
}
/** A wrong code if the limit is one of codes, else a wrong password. */
async function withFactor(limit: string | number): Promise<GatewayRequest> {
  const { token, password, code } = await wrongFactor();
  return { token, body: { password: typeof limit === 'number' ? password : 'wrong', code } };
}
const NEW = 'a fair new passphrase';

/** Each prepares a call that counts toward its limits. */
const requests = {
  authSignup: async () => async () => ({ body: person() }),
  authLogin: async (limit) => {
    if (typeof limit === 'string')
      return { body: { username: (await newVerified()).email, password: 'wrong' } };
    const { email: username, password, code } = await wrongFactor();
    return { body: { username, password, code } };
  },
  authVerifyEmail: async () => ({ body: { token: (await newMember()).verification, password: 'wrong' } }),
  authForgotPassword: async () => ({ body: { username: person().email } }),
  authResetPassword: async () => {
    const { email, code } = await wrongFactor();
    return { body: { token: await resetTokenOf(email), password: NEW, code } };
  },
  accountSendVerification: async () => ({ token: await storedPerson() }),
  accountChangeEmail: async (limit) => {
    const { token, password } = await newVerified();
    return { token, body: { password: limit === 'LOGIN_LIMIT' ? 'wrong' : password, email: person().email } };
  },
  accountChangePassword: () => ofSession({ password: 'wrong', new_password: NEW }),
  accountDelete: () => ofSession(),
  factorCreate: () => ofSession(),
  factorEnd: withFactor,
  factorRecoveryCodes: withFactor,
  tokensCreate: () => ofSession(accessToken({ password: 'wrong' })),
  membersInvite: async () => {
    const { token } = await newVerified();
    const path = { event_id: (await newEvent(token)).id };
    return async () => ({ token, path, body: { email: person().email, role: 'viewer' } });
  },
  eventsHandOver: async (limit) => {
    const { token, recovery_codes: codes, ...owner } = await wrongFactor();
    const password = limit === 'LOGIN_LIMIT' ? 'wrong' : owner.password;
    return async () => {
      const code = typeof limit === 'number' ? owner.code : codes.shift();
      return { token, path: await newEvent(token), body: { email: person().email, password, code } };
    };
  },
  accountExport: () => reading(),
  trashList: () => reading(),
  paymentsList: () => reading(),
  historyList: async () => {
    const token = await newToken();
    const { event_id, id: budget_id } = await newBudget(token, await newEvent(token));
    return { token, path: { event_id }, query: { budget_id } };
  },
  historyUndo: async () => {
    const token = await newToken();
    return { token, path: { event_id: (await newEvent(token)).id, version: '99' } };
  },
  shareLinkView: async () => {
    const token = await newToken();
    const event = await newEvent(token);
    // 50 units.
    const item = eventItem(Number(event.id), 1, { note: 'x'.repeat(203_000) });
    await putItem(eventKey(referenceOf(token, event)), item);
    return { token: (await newShareLink(token, { event_id: event.id })).token };
  },
  calendarView: async () => ({ query: { token: await newCalendar(await newToken()) } }),
} satisfies Record<string, (limit: string | number) => Promise<Prepared>>;

/** A limit is that of a setting, which is 1 here, or always the same. */
const LIMITS: [endpoint: keyof typeof requests, limit: string | number, windowSeconds: number][] = [
  ['authSignup', 'SIGNUP_LIMIT', 3_600],
  ['authLogin', 'LOGIN_LIMIT', 900],
  ['authLogin', 'LOGIN_LIMIT_PER_NETWORK', 900],
  ['authVerifyEmail', 'LOGIN_LIMIT', 900],
  ['authVerifyEmail', 'LOGIN_LIMIT_PER_NETWORK', 900],
  ['accountChangePassword', 'LOGIN_LIMIT', 900],
  ['accountChangeEmail', 'LOGIN_LIMIT', 900],
  ['accountDelete', 'LOGIN_LIMIT', 900],
  ['tokensCreate', 'LOGIN_LIMIT', 900],
  ['factorCreate', 'LOGIN_LIMIT', 900],
  ['factorEnd', 'LOGIN_LIMIT', 900],
  ['factorEnd', 10, 3_600],
  ['factorRecoveryCodes', 'LOGIN_LIMIT', 900],
  ['factorRecoveryCodes', 10, 3_600],
  ['authLogin', 10, 3_600],
  ['authResetPassword', 10, 3_600],
  ['authForgotPassword', 'MAIL_LIMIT', 3_600],
  ['authForgotPassword', 'MAIL_LIMIT_PER_NETWORK', 3_600],
  ['accountSendVerification', 'MAIL_LIMIT', 3_600],
  ['accountSendVerification', 'MAIL_LIMIT_PER_NETWORK', 3_600],
  ['accountChangeEmail', 'MAIL_LIMIT', 3_600],
  ['accountChangeEmail', 'MAIL_LIMIT_PER_NETWORK', 3_600],
  ['membersInvite', 'MAIL_LIMIT_PER_NETWORK', 3_600],
  ['membersInvite', 20, 3_600],
  ['eventsHandOver', 'LOGIN_LIMIT', 900],
  ['eventsHandOver', 10, 3_600],
  ['eventsHandOver', 'MAIL_LIMIT_PER_NETWORK', 3_600],
  ['accountExport', 'EXPENSIVE_CALL_LIMIT', 60],
  ['trashList', 'EXPENSIVE_CALL_LIMIT', 60],
  ['paymentsList', 'EXPENSIVE_CALL_LIMIT', 60],
  ['historyList', 'EXPENSIVE_CALL_LIMIT', 60],
  ['historyUndo', 'EXPENSIVE_CALL_LIMIT', 60],
  ['calendarView', 'EXPENSIVE_CALL_LIMIT', 60],
  // 3,000 units, of which each call takes 50.
  ['shareLinkView', 60, 60],
];

const START = Date.now();

describe('429', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START });
  });
  afterEach(() => {
    vi.useRealTimers();
    resetVariables();
  });

  it.each(LIMITS)('%s above %s says when to try again', async (name, limit, windowSeconds) => {
    const { handler, method } = endpointNamed(name);
    const prepared: Prepared = await requests[name](limit);
    const sourceIp = `10.9.0.${networks++}`;
    const send = async () => {
      const request = typeof prepared === 'function' ? await prepared() : prepared;
      return call(handler, { method, sourceIp, ...request });
    };
    if (typeof limit === 'string') setVariable(limit, '1');
    for (let calls = typeof limit === 'string' ? 1 : limit; calls > 0; calls -= 1)
      expect((await send()).status).not.toBe(429);
    for (const secondsLeft of [windowSeconds, 1]) {
      const wait = secondsLeft > 60 ? `${secondsLeft / 60} minutes` : 'a minute';
      vi.setSystemTime(START + (windowSeconds - secondsLeft) * 1_000);
      const { status, headers, body } = await send();
      expect([status, headers['retry-after']]).toEqual([429, String(secondsLeft)]);
      const errors = [{ field: 'request', code: 'too_many', message: `Try again in ${wait}.` }];
      expect(body).toEqual({ status: 'error', message: endpointNamed(name).failure, errors });
    }
    vi.setSystemTime(START + windowSeconds * 1_000);
    expect((await send()).status).not.toBe(429);
  });

  it('is tried of every operation that has it', () => {
    expect(Object.keys(requests).sort()).toEqual(
      withStatus(429)
        .map(({ name }) => name)
        .sort(),
    );
  });
});
