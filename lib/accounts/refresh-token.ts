import { livingSession, type SessionReference } from '../auth/session.ts';
import { issueToken } from '../auth/access-tokens.ts';
import { SessionEndedError } from '../errors.ts';
import { noteUse } from './sessions.ts';

/** A new token for a session. Throws `SessionEndedError`. */
export async function refreshToken(caller: SessionReference): Promise<string> {
  const session = await livingSession(caller);
  if (!session) throw new SessionEndedError();
  if (!session.isUsedToday) await noteUse(caller);
  return issueToken(caller, session.end);
}
