import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { expectAddresses } from '../stored.ts';
import type { Answer, Name, Subject } from './changes.ts';
import type { State } from './state.ts';

/** Which operations ran at once, their responses, and which of them crashed at first. */
export interface Played {
  names: Name[];
  answers: Answer[];
  crashed: Name | undefined;
}

/** Checks that a response agrees with the outcome of all operations. */
export function expectHonest(name: Name, { status }: Answer, subject: Subject, state: State) {
  const { isReset, isChanged, hasMoved, isLeaving, isTaken } = state;
  const isOther = isReset || isChanged;
  const reasons: Record<Name, Record<number, boolean>> = {
    login: { 200: true, 401: isOther || hasMoved || isLeaving },
    'login at new address': { 200: hasMoved, 401: true },
    refresh: { 200: true, 401: isReset || isLeaving },
    'change of password': { 200: isChanged, 401: isReset || isLeaving, 422: isChanged },
    reset: { 200: isReset, 422: isOther || hasMoved || isLeaving },
    'request of new address': {
      200: true,
      401: isReset || isLeaving,
      422: isChanged,
    },
    'change of address': {
      200: hasMoved,
      409: isTaken(subject.newEmail),
      422: isOther || isLeaving,
    },
    deletion: { 200: isLeaving, 401: isReset || isLeaving, 422: isChanged },
    erasure: { 200: isLeaving },
    'signup at old address': {
      201: isTaken(subject.email),
      409: !subject.isLeaving || isTaken(subject.email),
    },
    'signup at new address': {
      201: isTaken(subject.newEmail),
      409: hasMoved || isTaken(subject.newEmail),
    },
  };
  expect(reasons[name], `${name} answered ${status}`).toHaveProperty(String(status), true);
}

/** The account has one password and one address, and the sessions that these allow. */
export function expectConsistent(subject: Subject, state: State, { names, answers, crashed }: Played): void {
  expectAddresses(state.items);
  const { account, isReset, isChanged, hasMoved, isLeaving } = state;
  if (!account) return;
  expect(isReset && hasMoved).toBe(false);
  const isWinner = (name: Name, index: number) =>
    /^(?:reset|change of password)$/.test(name) && answers[index]?.status === 200;
  expect(names.filter(isWinner).length).toBeLessThanOrEqual(1);
  expect(account.email_verified).toBe(isReset || hasMoved);
  const sessions = Object.keys(account.sessions);
  const startedBy = (of: RegExp) =>
    names.flatMap((name, index) => (of.test(name) ? sessionsOf(answers[index]) : []));
  if (isLeaving) {
    expect(sessions).toEqual([]);
    expect(account.password_hash).toBe('');
  } else if (isReset) {
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
