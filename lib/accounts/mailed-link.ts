import {
  hasFingerprint,
  type MailedKind,
  type MailedToken,
  verifyMailedToken,
} from '../auth/mailed-tokens.ts';
import { Rejection } from '../errors.ts';
import { problem } from '../problem.ts';
import { requiredText } from '../schema.ts';
import type { Account } from './account.ts';
import { getAccount } from './repository.ts';

export const mailedToken = requiredText('From the link in the mail');

/** Doesn't tell why the token can't be used. */
export const invalidToken = () =>
  new Rejection('invalid', {
    field: 'token',
    problem: problem('invalid', 'This link is invalid or has expired. Ask for a new one.'),
  });

/** Returns the content of a mailed token of one of these kinds, and its account. Throws `invalid`. */
export async function readMailedToken(
  token: string,
  kinds: MailedKind[],
): Promise<{ mailed: MailedToken; account: Account }> {
  const mailed = await verifyMailedToken(token, kinds);
  const account = mailed && (await getAccount(mailed.accountId));
  if (!account || account.leaving !== undefined) throw invalidToken();
  return { mailed, account };
}

/** Throws `invalid` if what the token depends on has changed since it was mailed. */
export function requireFingerprint(account: Account, mailed: MailedToken): void {
  if (!hasFingerprint(account, mailed)) throw invalidToken();
}
