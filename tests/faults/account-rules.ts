import { decodeJwt } from 'jose';
import { expect, vi } from 'vitest';
import * as z from 'zod/mini';
import { eraseAccount } from '../../lib/accounts/erase.ts';
import { call } from '../support/call.ts';
import { takeInvocations } from '../support/lambda.ts';
import { deliver } from '../support/mail.ts';
import { endpoints } from '../support/service.ts';
import {
  type Answer,
  logIn,
  type Name,
  operations,
  PASSWORDS,
  type Subject,
  signUp,
} from './account-changes.ts';
import { expectReachable, type State, stateOf } from './account-state.ts';

/** Which operations were under way, what they answered, and which of them crashed at first. */
export interface Played {
  names: Name[];
  answers: Answer[];
  crashed: Name | undefined;
}

const shown = z.object({ email: z.string() });
const PENDING_MS = 5 * 60 * 1_000;

/** Whether an answer has its reason in what was the outcome of all. */
export function expectHonest(name: Name, { status }: Answer, subject: Subject, state: State, played: Played) {
  const { isReset, isChanged, hasMoved, isLeaving, isTaken } = state;
  const isOther = isReset || isChanged;
  const isPlayed = (other: Name) => played.names.includes(other);
  const reasons: Record<Name, Record<number, boolean>> = {
    login: { 200: true, 401: isOther || hasMoved || isLeaving },
    'login at new address': { 200: hasMoved, 401: true },
    refresh: { 200: true, 401: isReset || isLeaving },
    'change of password': { 200: isChanged, 401: isReset || isLeaving, 422: isChanged },
    reset: { 200: isReset, 422: isOther || hasMoved || isLeaving },
    'request of new address': {
      200: true,
      401: isReset || isLeaving,
      409: hasMoved || isTaken(subject.newEmail),
      422: isChanged,
    },
    'change of address': {
      200: hasMoved,
      409: isTaken(subject.newEmail),
      422: isOther || isLeaving,
      503: isPlayed('signup at new address'),
    },
    deletion: { 200: isLeaving, 401: isReset || isLeaving, 422: isChanged },
    erasure: { 200: isLeaving },
    'signup at old address': {
      201: isTaken(subject.email),
      409: !subject.isLeaving || isTaken(subject.email),
      503: hasMoved || isPlayed('erasure') || played.crashed === 'signup at old address',
    },
    'signup at new address': {
      201: isTaken(subject.newEmail),
      409: hasMoved || isTaken(subject.newEmail),
      503: isPlayed('change of address') || played.crashed === 'signup at new address',
    },
  };
  expect(reasons[name], `${name} answered ${status}`).toHaveProperty(String(status), true);
}

/** The account has one password and one address, and the sessions that these allow. */
export function expectConsistent(subject: Subject, state: State, { names, answers, crashed }: Played): void {
  expectReachable(state);
  const { account, isReset, isChanged, hasMoved, isLeaving } = state;
  if (!account) return;
  expect(isReset && hasMoved).toBe(false);
  expect(account.email_verified).toBe(isReset || hasMoved);
  const sessions = Object.keys(account.sessions);
  const startedBy = (of: RegExp) =>
    names.flatMap((name, index) => (of.test(name) ? sessionsOf(answers[index]) : []));
  if (isLeaving) expect(sessions).toEqual([]);
  else if (isReset) {
    expect(sessions).toHaveLength(1);
    expect(sessions).toEqual(expect.arrayContaining(startedBy(/reset/)));
  } else if (isChanged) expect(sessions).toEqual([subject.sessionId]);
  else {
    const known = [subject.sessionId, ...startedBy(/login/)];
    expect(sessions).toEqual(expect.arrayContaining(known));
    expect(sessions.length - known.length).toBeLessThanOrEqual(crashed?.startsWith('login') ? 1 : 0);
  }
}

const sessionsOf = (answer: Answer | undefined) =>
  answer?.body.token === undefined ? [] : [String(decodeJwt(answer.body.token)['sid'])];

/** Tokens and passwords open what the table says, and nothing else. */
export async function expectDoors(subject: Subject, { living, addresses }: State, answers: Answer[]) {
  const tokens = [subject.token, ...answers.flatMap(({ body }) => body.token ?? [])];
  for (const token of tokens) {
    const { sub, sid } = decodeJwt(token);
    const owner = living.find(({ account_id, sessions }) => account_id === sub && String(sid) in sessions);
    const { status, body } = await call(endpoints.viewAccount.handler, { method: 'GET', token });
    expect(status).toBe(owner ? 200 : 401);
    if (owner) expect(shown.parse(body.data).email).toBe(owner.email);
  }
  for (const address of addresses) {
    const owner = living.find(({ email }) => email === address);
    const opened: unknown[] = [];
    for (const password of Object.values(PASSWORDS)) {
      const { status, body } = await logIn(address, password);
      expect([200, 401]).toContain(status);
      if (status === 200) opened.push(decodeJwt(String(body.token)).sub);
    }
    expect(opened).toEqual(owner ? [owner.account_id] : []);
  }
}

/** What was mailed before a change is worth nothing after it. */
export async function expectMailedTokensDead(subject: Subject, state: State): Promise<void> {
  const isSame = !state.isReset && !state.isChanged && !state.hasMoved && !state.isLeaving;
  for (const { payload } of takeInvocations()) {
    if (Object(payload).kind === 'change_email') expect(await deliver(payload)).toHaveLength(isSame ? 1 : 0);
  }
  if (isSame) return;
  expect((await operations.reset(subject)).status).toBe(422);
  if (!state.hasMoved || state.isLeaving)
    expect((await operations['change of address'](subject)).status).toBe(422);
}

/** After five minutes everyone can have an address that nobody has. A deletion leaves nothing of the account. */
export async function expectNothingLeft(subject: Subject, { account, addresses }: State): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + PENDING_MS + 1_000 });
  const { living, password } = await stateOf(subject);
  for (const address of addresses) {
    const isTaken = living.some(({ email }) => email === address);
    expect((await signUp(address, PASSWORDS.stranger)).status).toBe(isTaken ? 409 : 201);
  }
  if (account && account.leaving === undefined && password) {
    const body = { password: PASSWORDS[password] };
    const { token } = (await logIn(account.email, body.password)).body;
    expect((await call(endpoints.deleteAccount.handler, { token, body })).status).toBe(200);
  }
  expect(await eraseAccount(subject.accountId, { wait: async () => undefined })).toBe('erased');
  const after = await stateOf(subject);
  expectReachable(after);
  expect(JSON.stringify(after.items)).not.toContain(subject.accountId);
  vi.useRealTimers();
}
