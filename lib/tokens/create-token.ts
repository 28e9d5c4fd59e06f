import type { Account } from '../accounts/account.ts';
import { confirmPassword, wrongPassword } from '../accounts/check-password.ts';
import { accountFoundBy, updateBy } from '../accounts/repository.ts';
import { type AccessToken, livingTokens, newAccessToken } from '../auth/access-token.ts';
import type { SessionReference } from '../auth/session.ts';
import { anyOf, equals, exists, hasAtMost, isAbsent } from '../dynamodb/conditions.ts';
import { tokenPath } from '../dynamodb/keys.ts';
import { newMark, once } from '../dynamodb/marks.ts';
import { Failure, MAX_ROUNDS, pauseAfter, send } from '../dynamodb/send.ts';
import { ConflictError, RetryLaterError } from '../errors.ts';
import { queueNotice } from '../mail/queue.ts';
import { problem } from '../problem.ts';
import type { TokenInput } from './request.ts';

/** More could fill an account's item, a part of which every call reads, beyond 4 KB. */
const MAX_TOKENS = 10;

export const tokensFull = () =>
  new ConflictError('tokens', problem('full', `are full (maximum is ${MAX_TOKENS} per account)`));

export interface CreatedToken {
  id: string;
  /** What its holder sends. Only its hash is stored. */
  text: string;
  token: AccessToken;
}

/**
 * Creates an access token of the caller's account, and removes those that have ended. Throws `ConflictError` if there are
 * too many, and as `confirmPassword` does.
 */
export async function createToken(
  caller: SessionReference,
  { password, name, access, expires_on }: TokenInput,
): Promise<CreatedToken> {
  const account = await confirmPassword(caller, password);
  const { text, id, hash } = newAccessToken(caller.accountId);
  const endOfDay = Date.parse(expires_on) / 1_000 + 86_400;
  const token = { h: hash, n: name, a: access, s: Date.now(), e: endOfDay };
  await addToken(caller, account, id, token);
  await queueNotice({ kind: 'token_created', account_id: caller.accountId, access, expires_on });
  return { id, text, token };
}

async function addToken(
  caller: SessionReference,
  account: Account,
  id: string,
  token: AccessToken,
): Promise<void> {
  // An attempt that arrives late must not bring back a token that was ended since.
  const mark = newMark();
  let { tokens } = account;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    const living = livingTokens(tokens);
    if (living.length >= MAX_TOKENS) throw tokensFull();
    // Of an account that never had a token, the map is absent.
    const unchanged = anyOf(isAbsent(['tokens']), hasAtMost(['tokens'], Object.keys(tokens).length));
    const update = once(updateBy(caller), mark)
      .require(equals(['password_hash'], account.password_hash), wrongPassword)
      .require(unchanged)
      .set(['tokens'], { ...Object.fromEntries(living), [id]: token });
    for (const each of Object.keys(tokens)) update.require(exists(tokenPath(each)));
    const outcome = await send(update);
    if (!(outcome instanceof Failure)) return;
    const found = accountFoundBy(update, outcome);
    // An earlier attempt has added it.
    if (found?.writes.includes(mark)) return;
    outcome.throwRefusalOf(update);
    tokens = found?.tokens ?? {};
    await pauseAfter(round);
  }
  throw new RetryLaterError('Other changes of the tokens were faster in every round');
}
