import { isAlive, type Session, type SessionReference } from '../auth/sessions.ts';
import { sessionPath } from '../dynamodb/keys.ts';
import { DatabaseUnavailableError } from '../errors.ts';
import { type Account, accountIn, updateBy, updateOf } from './account-repository.ts';

const MAX_SESSIONS = 30;

/**
 * Adds a session to an account whose password was compared, and removes those that ended or are too many. `stale` if
 * the password has changed, or the account is leaving.
 */
export async function addSession(account: Account, id: string, session: Session): Promise<'done' | 'stale'> {
  const update = updateOf(account.account_id)
    .set(sessionPath(id), session)
    .ifEquals(['password_hash'], account.password_hash);
  for (const old of surplusOf(account.sessions)) update.remove(sessionPath(old));
  return (await update.send()) ? 'stale' : 'done';
}

/** Ends a session. `ended` if the caller's own has ended before. */
export async function endSession(
  caller: SessionReference,
  id: string,
): Promise<'done' | 'missing' | 'ended'> {
  const failure = await updateBy(caller)
    .remove(sessionPath(id))
    .ifExists(sessionPath(id))
    .send({ returnItem: true });
  if (!failure) return 'done';
  const { sessions } = accountIn(failure);
  // An earlier attempt may have removed it before its response was lost.
  if (failure.retried && !sessions[id]) return 'done';
  return sessions[caller.sessionId] ? 'missing' : 'ended';
}

/** Ends all sessions of the caller. */
export async function endAllSessions(caller: SessionReference): Promise<'done' | 'ended'> {
  const failure = await updateBy(caller).set(['sessions'], {}).send({ returnItem: true });
  if (!failure) return 'done';
  if (!failure.retried) return 'ended';
  const others = Object.keys(accountIn(failure).sessions);
  if (others.length > 0)
    throw new DatabaseUnavailableError('Either an earlier attempt or another request ended it');
  return 'done';
}

/** The sessions that a new one replaces: those that have ended, and the oldest beyond the limit. */
function surplusOf(sessions: Account['sessions']): string[] {
  const newestFirst = Object.entries(sessions).sort(([, one], [, other]) => other.s - one.s);
  const living = newestFirst.filter(([, session]) => isAlive(session));
  const kept = new Set(living.slice(0, MAX_SESSIONS - 1).map(([id]) => id));
  return Object.keys(sessions).filter((id) => !kept.has(id));
}
