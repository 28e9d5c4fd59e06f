import * as z from 'zod/mini';
import { newSession } from '../auth/session.ts';
import { issueSessionToken } from '../auth/session-tokens.ts';
import { Rejection } from '../errors.ts';
import { BLANK, stringExpected } from '../schema.ts';
import type { Account } from './account.ts';
import { changeAccount } from './change-account.ts';
import { checkPassword, currentPassword } from './check-password.ts';
import { sentCode, withCode } from './code.ts';
import { emailAddress, withUsername } from './fields.ts';
import { hmacOfCounted } from './limits.ts';
import type { Client } from './network.ts';
import { findAccount } from './repository.ts';
import { withSession } from './sessions.ts';

/** Any text is accepted, so that an impossible e-mail address or password gets the same response as a wrong one. */
const anyAddress = z
  .string({ error: stringExpected })
  .check(z.trim(), z.minLength(1, { error: BLANK }), z.meta({ pattern: '\\S' }));

export const credentials = z
  // A missing body counts as two missing fields.
  .prefault(withUsername(anyAddress, { password: currentPassword, code: sentCode }), {})
  .check(
    z.meta({
      id: 'Credentials',
      minProperties: 2,
      examples: [{ username: 'ada@example.com', password: 'correct horse' }],
      override: ({ jsonSchema }) => {
        delete jsonSchema.default;
      },
    }),
  );

/**
 * Starts a session. Throws `login_failed`, always after the same time, if no account has these credentials, and as
 * `withCode` does.
 */
export async function logIn(
  { email: given, username = given, password, code }: z.output<typeof credentials>,
  { network, userAgent }: Client,
) {
  const email = emailAddress.safeParse(username).data;
  const account = await checkPassword({ password, email, network, find: findAccount });
  const failed = () => new Rejection('login_failed', [], { emailHmac: email && hmacOfCounted(email) });
  if (!account) throw failed();
  const { id: sessionId, session } = newSession(userAgent, network);
  const recovery_codes_left = await withCode(account, code, (useCode) => {
    const decide = (found: Account) => {
      // Another request may have changed the password since it was compared.
      if (found.password_hash !== account.password_hash) throw failed();
      return withSession(useCode(found), sessionId, session);
    };
    return changeAccount(account, decide, failed);
  });
  const accountId = account.account_id;
  return {
    accountId,
    token: await issueSessionToken({ accountId, sessionId }, session.e),
    recovery_codes_left,
  };
}
