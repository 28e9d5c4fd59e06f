import { type Account, sessionsPart } from '../accounts/account.ts';
import { changeOwnAccount } from '../accounts/change-account.ts';
import { changeConfirmed, requirePassword } from '../accounts/check-password.ts';
import { type AccessToken, activeTokens, isTokenActive, newAccessToken } from '../auth/access-token.ts';
import type { SessionReference } from '../auth/session.ts';
import { endOf } from '../day.ts';
import { Rejection } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import { newName, withNewTexts } from '../new-text.ts';
import { problem } from '../problem.ts';
import type { TokenInput } from './request.ts';

/** More could fill an account's item, a part of which every call reads, beyond 4 KB. */
const MAX_TOKENS = 10;

export const tokensFull = () =>
  new Rejection('conflict', {
    field: 'tokens',
    problem: problem('full', 'An account can have at most {maximum} access tokens.', { maximum: MAX_TOKENS }),
  });

export interface CreatedToken {
  id: string;
  /** The token itself. Only its hash is stored. */
  text: string;
  token: AccessToken;
}

/**
 * Creates an access token of the caller's account, and removes those that have ended. Throws `conflict` if there are
 * too many, and as `requirePassword` does.
 */
export async function createToken(
  caller: SessionReference,
  { password, access, expires_on, ...texts }: TokenInput,
): Promise<CreatedToken> {
  const { name } = withNewTexts({ name: newName }, texts);
  const account = await requirePassword(caller, password);
  const { text, id, hash } = newAccessToken(caller.accountId, access);
  const token = { h: hash, n: name, a: access, s: Date.now(), e: endOf(expires_on) };
  await changeConfirmed(caller, account, (found) => withToken(found, id, token));
  await queueNotice({ kind: 'token_created', account_id: caller.accountId, access, expires_on });
  return { id, text, token };
}

/** Adds an access token to an account, and removes those that have expired. Throws `conflict` if there are too many. */
export function withToken(account: Account, id: string, token: AccessToken): Account {
  const active = activeTokens(account.tokens);
  if (active.length >= MAX_TOKENS) throw tokensFull();
  return { ...account, tokens: { ...Object.fromEntries(active), [id]: token } };
}

/** Ends an access token of the caller's account. Throws `not_found`, also if it has expired, and `unauthorized`. */
export const endToken = (caller: SessionReference, id: string): Promise<void> =>
  changeOwnAccount(caller, sessionsPart, (account) => {
    const { [id]: ended, ...tokens } = account.tokens;
    if (!ended || !isTokenActive(ended)) throw new Rejection('not_found');
    return { ...account, tokens };
  });
