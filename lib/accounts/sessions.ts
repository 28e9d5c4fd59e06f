import {
  activeSession,
  dayNumber,
  isActive,
  newestFirst,
  type Session,
  type SessionReference,
} from '../auth/session.ts';
import { issueSessionToken } from '../auth/session-tokens.ts';
import { exists, Update } from '../dynamodb/changes.ts';
import { accountKey, sessionPath } from '../dynamodb/keys.ts';
import { send } from '../dynamodb/send.ts';
import { Rejection } from '../errors.ts';
import { type Account, nextCredentialsVersion, sessionsPart } from './account.ts';
import { changeOwnAccount } from './change-account.ts';

const MAX_SESSIONS = 30;

/** Adds a session to an account, and removes those that have ended, and the oldest beyond the limit. */
export function withSession(account: Account, id: string, session: Session): Account {
  const kept = Object.entries(account.sessions)
    .filter(([, each]) => isActive(each))
    .sort(newestFirst)
    .slice(0, MAX_SESSIONS - 1);
  return { ...account, sessions: { ...Object.fromEntries(kept), [id]: session } };
}

/** Issues a new token of the caller's session. Throws `unauthorized`. */
export async function refreshToken(caller: SessionReference): Promise<string> {
  const session = await activeSession(caller);
  if (!session) throw new Rejection('unauthorized');
  if (!session.isUsedToday) await touch(caller);
  return issueSessionToken(caller, session.end);
}

async function touch({ accountId, sessionId }: SessionReference): Promise<void> {
  const path = sessionPath(sessionId);
  const update = new Update(accountKey(accountId))
    .require(exists(path))
    .hideItem()
    .set([...path, 'd'], dayNumber());
  if (await send(update)) throw new Rejection('unauthorized');
}

/** Ends a session of the caller's account. Throws `not_found`, and `unauthorized` if the caller's own has ended. */
export const endSession = (caller: SessionReference, id: string): Promise<void> =>
  changeOwnAccount(caller, sessionsPart, (account) => {
    if (!Object.hasOwn(account.sessions, id)) throw new Rejection('not_found');
    const { [id]: _, ...sessions } = account.sessions;
    return { ...account, sessions };
  });

/** Ends all sessions, access tokens, share links and ownership offers of the caller's account. Throws `unauthorized`. */
export const endAllSessions = (caller: SessionReference): Promise<void> =>
  changeOwnAccount(caller, sessionsPart, (account) => ({
    ...account,
    links_epoch: nextCredentialsVersion(account),
    sessions: {},
    tokens: {},
  }));
