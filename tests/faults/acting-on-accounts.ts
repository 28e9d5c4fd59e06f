import { expect } from 'vitest';
import { call, type Outcome } from '../support/call.ts';
import type { Lane } from '../support/fault-lane.ts';
import { type AccountAim, accountOperations, signedUp } from './account-model.ts';
import { expectUnavailable, refillRetries } from './acting.ts';
import { isErasureQueued } from './erasing.ts';
import { count } from './figures.ts';
import { type AccountKind, chosen, type Operation } from './operations.ts';
import { accountOf, isLive, keepToken, moveToNewAddress, type Person, type Token } from './people.ts';
import type { storedAt } from './stored.ts';

interface Actors {
  who: Person;
  other: Person;
  /** A signup and a login have none. */
  token: Token | undefined;
}

const ISSUING: readonly AccountKind[] = ['signup', 'login', 'refresh'];

/** Runs an operation on an account, and checks that it was done completely or not at all. */
export const actingOnAccounts =
  (stored: ReturnType<typeof storedAt>) =>
  async (kind: AccountKind, actors: Actors, operation: Operation, lane: Lane): Promise<void> => {
    const { who, token } = actors;
    await refillRetries();
    const { account: before, email } = who;
    const account = accountOf(who);
    const aim: AccountAim = { email, account, found: undefined, ...choicesOf(actors, operation) };
    who.passwords.push(aim.newPassword);
    const { endpoint, body, after, refusal } = accountOperations[kind];
    const { requests: sentBefore, faults: faultsBefore } = lane;
    const outcome = await call(endpoint.handler, {
      method: endpoint.method,
      token: token?.token,
      path: { id: aim.target },
      body: body?.(aim),
    });
    await lane.settled();
    const { status } = outcome;
    count(`answered ${status}`);
    const found = await stored.account(email);
    if (typeof found === 'object') aim.found = found;
    // Others can't tell for five minutes whether a signup that stopped is still under way.
    const isPending = kind === 'signup' && before === 'pending';
    const isFree = kind === 'signup' && before !== 'pending' && !account;
    const isAllowed = !token || isLive(who, token);
    const done = isFree ? signedUp(aim) : account && isAllowed ? after({ ...aim, account }) : undefined;
    // One request asks for the session, one does the work. A retried removal that finds nothing counts as success.
    const mayBeMissing = kind === 'endSession' && isAllowed && lane.requests > sentBefore + 2;
    if (status < 400) {
      expect(found).toEqual(done ?? (mayBeMissing ? before : 'a refusal'));
      if (kind === 'listSessions') expectSessions(outcome, aim);
      if (ISSUING.includes(kind)) expectToken(actors, String(outcome.body.token), aim);
    } else if (status === 503) {
      expectUnavailable(outcome, endpoint.failure);
      if (!isPending) expect(lane.faults).toBeGreaterThan(faultsBefore);
      expect([before, ...(done ? [done] : []), ...(isFree ? ['pending'] : [])]).toContainEqual(found);
    } else {
      // No account has the address, so its signup can't be rejected.
      const expected = kind === 'signup' && !account ? 503 : refusal;
      expect([status, done]).toEqual([isAllowed ? expected : 401, undefined]);
      expect(found).toEqual(before);
    }
    remember(who, aim, lane);
    who.account = found;
    if (isPending) moveToNewAddress(who, lane);
  };

function choicesOf({ who, other, token }: Actors, { password, target, choice }: Operation) {
  const gone = who.tokens.filter((each) => !isLive(who, each)).map(({ sessionId }) => sessionId);
  const sessionsOf = (person: Person) => Object.keys(accountOf(person)?.sessions ?? {});
  const targets = { own: sessionsOf(who), foreign: sessionsOf(other), gone }[target];
  const old = who.passwords.filter((each) => each !== who.password);
  const isRight = password === 'right';
  return {
    sessionId: token?.sessionId ?? '',
    target: chosen(targets, choice) ?? 'an-unknown-id-16',
    isRight,
    password: (isRight && who.password) || (chosen(old, choice) ?? 'an unknown passphrase'),
    newPassword: `a passphrase, number ${who.passwords.length}`,
  };
}

function expectSessions({ body }: Outcome, { account, sessionId }: AccountAim): void {
  const ids = Object.keys(account?.sessions ?? {});
  const shown = ids.map((id) => expect.objectContaining({ id, current: id === sessionId }));
  expect(body.data).toHaveLength(ids.length);
  expect(body.data).toEqual(expect.arrayContaining(shown));
}

/** The token is of the stored session: the caller's after a refresh, otherwise a new one. */
function expectToken({ who, token }: Actors, text: string, { account, found }: AccountAim): void {
  const { accountId, sessionId } = keepToken(who, text);
  expect(accountId).toBe(found?.account_id);
  expect(found?.sessions).toHaveProperty([sessionId]);
  if (token) expect(sessionId).toBe(token.sessionId);
  else expect(account?.sessions ?? {}).not.toHaveProperty([sessionId]);
}

function remember(who: Person, { found, account, newPassword }: AccountAim, lane: Lane): void {
  if (!found) return;
  const { account_id: id, leaving, password_hash } = found;
  if (!(id in who.events)) lane.add(id);
  who.events[id] ??= {};
  if (leaving !== undefined) expect(isErasureQueued(id)).toBe(true);
  else if (password_hash !== account?.password_hash) who.password = newPassword;
}
