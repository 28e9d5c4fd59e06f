import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Account } from '../lib/accounts/account.ts';
import { type Access, newAccessToken } from '../lib/auth/access-token.ts';
import { dayNumber } from '../lib/auth/session.ts';
import { issueSessionToken } from '../lib/auth/session-tokens.ts';
import { runAuthorized } from '../lib/aws/call.ts';
import { documentClient } from '../lib/dynamodb/items.ts';
import { accountKey, emailKey } from '../lib/dynamodb/keys.ts';
import { newAccount } from '../tests/support/account.ts';
import { environment } from './environment.ts';

export const SESSION_ID = 'Zm9yIHRoZSBiZW5j';
/** In Unix time (seconds). */
export const SESSION_END = 2 ** 33;

/** A token for the session that each account has. */
export const tokenOf = (accountId: string): Promise<string> =>
  issueSessionToken({ accountId, sessionId: SESSION_ID }, SESSION_END);

/** The text of an access token, and the account's `tokens` with it. */
export function accessTokenOf(accountId: string, access: Access = 'write') {
  const { text, id, hash } = newAccessToken(accountId, access);
  const token = { h: hash, n: 'bench', a: access, s: 0, e: SESSION_END };
  return { text, id, tokens: { [id]: token } };
}

interface Stored {
  email: string;
  password_hash?: string;
  email_verified?: boolean;
  tokens?: Account['tokens'];
  factor?: Account['factor'];
}

/** Puts an account with its session, and what points to it from its address. */
export async function putAccount({ email, ...fields }: Stored, account_id: string): Promise<void> {
  const session = { s: 0, e: SESSION_END, d: dayNumber(), u: 'bench', n: 'bench' };
  const account = newAccount({ account_id, email, sessions: { [SESSION_ID]: session }, ...fields });
  await put(accountKey(account_id), account);
  await put(emailKey(email), { account_id });
}

export const put = (key: object, item: object) =>
  runAuthorized(() =>
    documentClient().send(new PutCommand({ TableName: environment.TABLE_NAME, Item: { ...item, ...key } })),
  );
