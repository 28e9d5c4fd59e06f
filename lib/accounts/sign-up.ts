import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { hashPassword } from '../auth/passwords.ts';
import { newSession } from '../auth/session.ts';
import { issueSessionToken } from '../auth/session-tokens.ts';
import { firstWriteIds, newWriteId } from '../dynamodb/changes.ts';
import { queueNotice } from '../mail/queue.ts';
import { withNewTexts } from '../new-text.ts';
import { emailAddress, nameFields, newNames } from './fields.ts';
import { countSignup } from './limits.ts';
import type { Client } from './network.ts';
import { nameFault, newPassword } from './new-password.ts';
import { createAccount } from './repository.ts';

export const registration = z
  .object({
    ...nameFields.shape,
    email: emailAddress,
    password: newPassword,
  })
  .check(
    ({ value, issues }) => {
      const message = nameFault(value.password, value);
      if (message !== undefined)
        issues.push({ code: 'custom', input: value.password, path: ['password'], message });
    },
    z.meta({
      id: 'Registration',
      examples: [
        { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', password: 'correct horse' },
      ],
    }),
  );

/** Creates an account with its first session. Throws `conflict` if the e-mail address is taken. */
export async function signUp(
  { password, ...person }: z.output<typeof registration>,
  { network, userAgent }: Client,
): Promise<{ accountId: string; token: string }> {
  const names = withNewTexts(newNames, person);
  await countSignup(network);
  const accountId = randomUUID();
  const { id: sessionId, session } = newSession(userAgent, network);
  await createAccount({
    ...names,
    account_id: accountId,
    email_verified: false,
    password_hash: await hashPassword(password),
    created_at: Date.now(),
    version: 1,
    writes: firstWriteIds(newWriteId()),
    sessions: { [sessionId]: session },
    tokens: {},
  });
  await queueNotice({ kind: 'verify_email', account_id: accountId, is_counted: false });
  return { accountId, token: await issueSessionToken({ accountId, sessionId }, session.e) };
}
