import {
  isAlive,
  livingSession,
  newestFirst,
  type Session,
  type SessionReference,
  today,
} from '../auth/session.ts';
import { issueSessionToken } from '../auth/session-tokens.ts';
import { equals, exists, hasAtMost } from '../dynamodb/conditions.ts';
import { sessionPath } from '../dynamodb/keys.ts';
import { newMark, once } from '../dynamodb/marks.ts';
import { Failure, MAX_ROUNDS, pauseAfter, send } from '../dynamodb/send.ts';
import { NotFoundError, RetryLaterError, SessionEndedError } from '../errors.ts';
import type { Account } from './account.ts';
import { accountFoundBy, removeBy, updateBy, updateOf } from './repository.ts';

const MAX_SESSIONS = 30;

/**
 * Adds a session to an account whose password was compared, and removes those that ended or are too many. Returns `false`
 * if the password has changed, or the account is leaving.
 */
export async function addSession(account: Account, id: string, session: Session): Promise<boolean> {
  // An attempt that arrives late must not bring back a session that ended since.
  const mark = newMark();
  let { sessions } = account;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const surplus = surplusOf(sessions);
    const update = once(updateOf(account.account_id, stale), mark)
      .require(equals(['password_hash'], account.password_hash), stale)
      // Otherwise concurrent logins could exceed the limit.
      .require(hasAtMost(['sessions'], MAX_SESSIONS - 1 + surplus.length))
      .set(sessionPath(id), session);
    for (const old of surplus) update.require(exists(sessionPath(old))).remove(sessionPath(old));
    const outcome = await send(update);
    if (!(outcome instanceof Failure)) return true;
    const found = accountFoundBy(update, outcome);
    // An earlier attempt has added it.
    if (found?.writes.includes(mark)) return true;
    if (!found || outcome.refusalsOf(update).length > 0) return false;
    sessions = found.sessions;
    await pauseAfter(round);
  }
  throw new RetryLaterError('Other logins were faster in every round');
}

const stale = () => new Error('The password has changed, or the account is leaving');

/** Issues a new token of the caller's session. Throws `SessionEndedError`. */
export async function refreshToken(caller: SessionReference): Promise<string> {
  const session = await livingSession(caller);
  if (!session) throw new SessionEndedError();
  if (!session.isUsedToday) await noteUse(caller);
  return issueSessionToken(caller, session.end);
}

async function noteUse(caller: SessionReference): Promise<void> {
  const update = updateBy(caller).set([...sessionPath(caller.sessionId), 'd'], today());
  const outcome = await send(update);
  if (outcome instanceof Failure) outcome.throwRefusalOf(update);
}

const noSession = () => new NotFoundError('There is no such session');

/** Ends a session of the caller's account. Throws `NotFoundError`, and `SessionEndedError` if the caller's own has ended. */
export const endSession = (caller: SessionReference, id: string): Promise<void> =>
  removeBy(caller, sessionPath(id), exists(sessionPath(id)), noSession);

/** Ends all sessions and access tokens of the caller's account. Throws `SessionEndedError`. */
export async function endAllSessions(caller: SessionReference): Promise<void> {
  const update = updateBy(caller).set(['sessions'], {}).set(['tokens'], {});
  const outcome = await send(update);
  if (!(outcome instanceof Failure)) return;
  if (!outcome.isResent) outcome.throwRefusalOf(update);
  const { sessions = {}, tokens = {} } = accountFoundBy(update, outcome) ?? {};
  if (Object.keys({ ...sessions, ...tokens }).length > 0)
    throw new RetryLaterError('Either an earlier attempt or another request ended the session');
}

/** The sessions that a new one replaces: those that have ended, and the oldest beyond the limit. */
function surplusOf(sessions: Account['sessions']): string[] {
  const living = Object.entries(sessions)
    .sort(newestFirst)
    .filter(([, session]) => isAlive(session));
  const kept = new Set(living.slice(0, MAX_SESSIONS - 1).map(([id]) => id));
  return Object.keys(sessions).filter((id) => !kept.has(id));
}
