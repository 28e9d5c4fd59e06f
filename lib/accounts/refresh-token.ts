import { type SessionReference, sessionEnd } from '../auth/sessions.ts';
import { issueToken } from '../auth/tokens.ts';
import { SessionEndedError } from '../errors.ts';

/** A new token for a session. Throws `SessionEndedError`. */
export async function refreshToken(caller: SessionReference): Promise<string> {
  const end = await sessionEnd(caller);
  if (end === undefined) throw new SessionEndedError();
  return issueToken(caller, end);
}
