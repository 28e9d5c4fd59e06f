import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { fingerprintOf, issueMailedToken } from '../../../lib/auth/mailed-tokens.ts';
import type { Outcome } from '../../support/call.ts';
import type { Lane } from '../../support/faults.ts';
import { person } from '../../support/service.ts';
import { expectUnavailable } from '../acting.ts';
import { isErasureQueued } from '../erasing.ts';
import { type AccountAim, type AccountKind, endpointOf, outcomeOf, send } from '../operations/accounts.ts';
import { chosen, type Operation } from '../operations/history.ts';
import { accountOf, isLive, keepToken, type Person, type Token } from '../people.ts';
import { count } from '../players/figures.ts';
import type { storedAt } from '../stored.ts';

interface Actors {
  who: Person;
  other: Person;
  /** Open operations have none. */
  token: Token | undefined;
}

const ISSUING: readonly AccountKind[] = ['signup', 'login', 'refresh', 'reset'];

const MAILED: readonly AccountKind[] = ['reset', 'requestAddress', 'changeAddress'];

/** Runs an operation on an account, and checks that it was done completely or not at all. */
export const actingOnAccounts =
  (stored: ReturnType<typeof storedAt>) =>
  async (kind: AccountKind, actors: Actors, operation: Operation, lane: Lane): Promise<void> => {
    const { who, token } = actors;
    const { account: before, email } = who;
    const account = accountOf(who);
    const address = await addressOf(kind, actors, operation);
    const aim: AccountAim = {
      email,
      account,
      found: undefined,
      ...choicesOf(kind, actors, operation),
      ...address,
    };
    who.passwords.push(aim.newPassword);
    const { faults: faultsBefore } = lane;
    const outcome = await lane.complete(() => send(kind, aim, token?.token));
    const { status } = outcome;
    count(`answered ${status}`);
    const found = await stored.account([email, aim.newEmail], before?.account_id);
    aim.found = found;
    const done = outcomeOf(kind, aim, token !== undefined && isLive(who, token));
    if (status < 400) {
      expect(found).toEqual(done);
      if (kind === 'listSessions') expectSessions(outcome, aim);
      if (ISSUING.includes(kind)) expectToken(actors, String(outcome.body.token), aim);
      if (kind === 'createToken') expectAccessToken(who, outcome, aim);
    } else if (status === 503) {
      expectUnavailable(outcome, endpointOf(kind).failure);
      expect(lane.faults).toBeGreaterThan(faultsBefore);
      expect([before, done]).toContainEqual(found);
    } else {
      expect(status).toEqual(done);
      expect(found).toEqual(before);
    }
    remember(who, aim);
    who.account = found;
  };

/** The address that an operation is about, and the token that was mailed to it. */
async function addressOf(kind: AccountKind, { who, other }: Actors, operation: Operation) {
  if (!MAILED.includes(kind)) return { newEmail: who.email, isTaken: false, mailedToken: '' };
  const { password, target, choice } = operation;
  const taken = target === 'foreign' ? accountOf(other)?.email : undefined;
  const former = [...who.addresses].filter((each) => each !== who.email);
  const newEmail = taken ?? (target === 'gone' ? chosen(former, choice) : undefined) ?? person().email;
  const account = accountOf(who);
  const isRight = password === 'right';
  const identity = {
    ...{ email: who.email, password_hash: isRight && account ? account.password_hash : 'old' },
    address_changes: account?.address_changes,
  };
  const mailedKind = kind === 'reset' ? 'reset-password' : 'change-email';
  const mailedToken = await issueMailedToken({
    kind: mailedKind,
    accountId: account?.account_id ?? randomUUID(),
    fingerprint: fingerprintOf(identity, mailedKind),
    email: newEmail,
  });
  return { newEmail: kind === 'reset' ? who.email : newEmail, isTaken: taken !== undefined, mailedToken };
}

function choicesOf(
  kind: AccountKind,
  { who, other, token }: Actors,
  { password, target, choice, byAccessToken: endsTokens }: Operation,
) {
  const isOfToken = kind === 'endToken';
  const ended = (isOfToken ? who.accessTokens : who.tokens).filter((each) => !isLive(who, each));
  const gone = ended.map((each) => ('tokenId' in each ? each.tokenId : each.sessionId));
  const idsOf = (of: Person) => Object.keys(accountOf(of)?.[isOfToken ? 'tokens' : 'sessions'] ?? {});
  const targets = { own: idsOf(who), foreign: idsOf(other), gone }[target];
  const old = who.passwords.filter((each) => each !== who.password);
  const isRight = password === 'right';
  return {
    sessionId: token?.sessionId ?? '',
    target: chosen(targets, choice) ?? 'an-unknown-id-16',
    isRight,
    password: (isRight && who.password) || (chosen(old, choice) ?? 'an unknown passphrase'),
    endsTokens,
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

const shownToken = z.object({ id: z.string(), token: z.string() });

function expectAccessToken(who: Person, { body }: Outcome, { account, found }: AccountAim): void {
  const { id: tokenId, token } = shownToken.parse(body.data);
  expect([account?.tokens[tokenId], found?.tokens[tokenId]]).toEqual([undefined, expect.anything()]);
  who.accessTokens.push({ token, accountId: String(found?.account_id), tokenId });
}

function remember(who: Person, { found, account, newPassword }: AccountAim): void {
  if (!found) return;
  const { account_id: id, leaving, password_hash } = found;
  who.events[id] ??= {};
  if (leaving === undefined) {
    who.email = found.email;
    who.addresses.add(found.email);
  }
  if (leaving !== undefined) expect(isErasureQueued(id)).toBe(true);
  else if (password_hash !== account?.password_hash) who.password = newPassword;
}
