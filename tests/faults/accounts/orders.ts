import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { type Answer, askOf, isOther, type Name, type Subject } from '../operations/account-orders.ts';
import { type AccountAim, type AccountKind, outcomeOf } from '../operations/accounts.ts';
import type { Called, Step } from '../players/orders.ts';
import { accountsIn, expectLinks, livingIn, type StoredAccount } from '../stored.ts';

/** The accounts in the table. */
export type State = StoredAccount[];

/** The accounts among all items. Each that isn't being deleted has its address. */
export const stateOf = (items: Record<string, unknown>[]): State => accountsIn(expectLinks(items));

type AskName = Exclude<Name, 'write by token' | 'read by token' | 'create of a link' | 'erasure'>;

/** What an operation makes of the accounts, of which `found` are those after it, or the status of its answer. */
function resultOf(name: AskName, subject: Subject, state: State, found: State): State | number {
  const { kind, caller, ...ask } = askOf(name, subject);
  const living = livingIn(state);
  const account = accountFor(kind, ask.email, subject, living, state !== found);
  const isPresent = account?.password_hash === subject.passwordHash;
  const isOf = ({ account_id }: StoredAccount) =>
    account ? account_id === account.account_id : !state.some((known) => known.account_id === account_id);
  const aim: AccountAim = {
    ...{ ...ask, account, found: found.find(isOf) },
    isRight: ask.mailedToken === '' ? isPresent : isPresent && account?.email === subject.email,
    isTaken: living.some((each) => each !== account && each.email === ask.newEmail),
  };
  const hasSession = account?.sessions[caller.sessionId] !== undefined;
  // Without a session it needs the password, also again.
  if (kind === 'changeAddress' && !hasSession && !isPresent) return 422;
  const outcome = outcomeOf(kind, aim, hasSession);
  if (typeof outcome === 'number') return outcome;
  return account ? state.map((each) => (each === account ? outcome : each)) : [...state, outcome];
}

/** The account that an operation is about. A login may have found it before its address changed. */
function accountFor(kind: AccountKind, email: string, subject: Subject, living: State, isWriting: boolean) {
  const own = living.find(({ account_id }) => account_id === subject.accountId);
  if (kind !== 'login' && kind !== 'signup') return own;
  if (kind === 'login' && email === subject.email && isWriting) return own;
  return living.find((each) => each.email === email);
}

const inOrder = (state: State): State =>
  state.toSorted((one, other) => one.account_id.localeCompare(other.account_id));

const isChange = ({ before, after }: Step<State>): boolean =>
  !isDeepStrictEqual(inOrder(before), inOrder(after));

/** Expects that a request changed the accounts as its operation does, and nothing else. */
export function expectLegal(name: Name, step: Step<State>, subject: Subject): void {
  if (!isChange(step)) return;
  const { before, after } = step;
  const legal = isOther(name) ? erased(name, before, subject) : resultOf(name, subject, before, after);
  expect(inOrder(after), `${name} changed it`).toEqual(Array.isArray(legal) ? inOrder(legal) : legal);
}

function erased(name: Name, state: State, { accountId }: Subject): State | undefined {
  const others = state.filter(({ account_id }) => account_id !== accountId);
  return name === 'erasure' && livingIn(state).length === livingIn(others).length ? others : undefined;
}

/** Expects that no session or access token returns after it has ended. */
export function expectNoReturn(steps: Step<State>[]): void {
  const gone = new Set<string>();
  const idsIn = (state: State) =>
    state.flatMap(({ sessions, tokens }) => [...Object.keys(sessions), ...Object.keys(tokens)]);
  for (const { before, after } of steps) {
    const [was, is] = [idsIn(before), idsIn(after)];
    expect(is.filter((id) => gone.has(id))).toEqual([]);
    for (const id of was) if (!is.includes(id)) gone.add(id);
  }
}

/** Expects that a success did what it says, and that a rejection changed nothing and had its reason. */
export function expectHonest({ name, answer, steps, seen }: Called<Name, Answer, State>, subject: Subject) {
  const changes = steps.filter(isChange).length;
  expect(changes).toBeLessThanOrEqual(1);
  if (!answer) return;
  const { status } = answer;
  const text = `${name} answered ${status}`;
  if (name === 'erasure') return void expect(status).toBe(200);
  if (name === 'create of a link') {
    const isRejected = seen.some((state) => !hasSession(state, subject));
    return void expect([201, ...(isRejected ? [401, 404] : [])], text).toContain(status);
  }
  if (isOther(name)) {
    // Its first request asks for the token.
    const [first = []] = seen;
    const isActive = first.some(({ tokens }) => (subject.tokens[0]?.id ?? '') in tokens);
    return void expect([status < 300, status, changes], text).toEqual([isActive, isActive ? status : 401, 0]);
  }
  const results = seen.map((state) => resultOf(name, subject, state, state));
  if (status >= 300) expect([changes, results], text).toEqual([0, expect.arrayContaining([status])]);
  else {
    expect(results.some(isPossible), text).toBe(true);
    const isUnchanged = seen.some((state, n) => results[n] && isSameState(results[n], state));
    expect([1, ...(isUnchanged ? [0] : [])], text).toContain(changes);
  }
}

const hasSession = (state: State, { own }: Subject): boolean =>
  livingIn(state).some(({ sessions }) => own.sessionId in sessions);

const isPossible = (result: State | number): boolean => typeof result !== 'number' || result < 300;

const isSameState = (one: State | number, other: State): boolean =>
  typeof one !== 'number' && one.every((each, n) => each === other[n]);
