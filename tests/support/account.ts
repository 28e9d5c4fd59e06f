import { randomUUID } from 'node:crypto';
import type { Account } from '../../lib/accounts/account.ts';
import { createAccount } from '../../lib/accounts/repository.ts';
import { newSession } from '../../lib/auth/session.ts';
import { issueSessionToken } from '../../lib/auth/session-tokens.ts';
import { firstWriteIds, newWriteId } from '../../lib/dynamodb/changes.ts';

let accounts = 0;

/** An account that is not stored yet. */
export const newAccount = (fields: Partial<Account> = {}): Account => ({
  account_id: randomUUID(),
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `ada-of-support-${++accounts}@example.com`,
  email_verified: false,
  password_hash: 'a hash',
  created_at: Date.now(),
  sessions: {},
  tokens: {},
  version: 1,
  writes: firstWriteIds(newWriteId()),
  ...fields,
});

/** Stores an account with a session, and returns the session's token. It may be made to outlive the session. */
export async function storedSession(fields: Partial<Account>, longer = 0): Promise<string> {
  const { id, session } = newSession('test', '192.0.2.1');
  const account = newAccount({ ...fields, sessions: { [id]: session } });
  await createAccount(account);
  return issueSessionToken({ accountId: account.account_id, sessionId: id }, session.e + longer);
}

export const storedToken = (accountId: string, longer = 0): Promise<string> =>
  storedSession({ account_id: accountId }, longer);
