import * as z from 'zod/mini';
import { JWT_EXAMPLE, lifetimeOf } from '../auth/jwt.ts';
import { isActive, newestFirst, sessionId } from '../auth/session.ts';
import { instant, toInstant } from '../instant.ts';
import { count } from '../lists/page.ts';
import { ifSet } from '../schema.ts';
import type { Account } from './account.ts';
import { emailResponse, nameFields } from './fields.ts';

export const sessionTokenResponse = z.string().check(
  z.meta({
    description:
      'Send it as `Authorization: Bearer <token>`. Valid for 24 hours, while its session is active',
    examples: [JWT_EXAMPLE],
  }),
);

export const recoveryCodesLeft = ifSet(count, 'Only if a recovery code was used: how many are left');

export const expiresInResponse = z
  .int32()
  .check(z.meta({ description: 'After how many seconds the token expires', examples: [86_400] }));

/** The headers of a response with a new token. What the body may have is fixed by the API's contract. */
export const TOKEN_HEADERS = { expires: 'When the token expires' };

export const tokenHeaders = (token: string) => ({
  expires: new Date(lifetimeOf(token).expiresAt * 1_000).toUTCString(),
});

export function sessionResult<Started extends { accountId: string; token: string }>(started: Started) {
  const { accountId, ...body } = started;
  return { accountId, headers: tokenHeaders(started.token), body };
}

export const accountResponse = z
  .object({
    id: z.uuid(),
    ...nameFields.shape,
    email: emailResponse,
    email_verified: z.boolean(),
    created_at: instant,
    second_factor: ifSet(
      z.object({ since: instant, recovery_codes_left: count }),
      'Absent if logins need only the password',
    ),
  })
  .check(
    z.meta({
      id: 'Account',
      examples: [
        {
          id: '5bf52c42-617d-4fcd-b00f-7b9d735a43b4',
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: 'ada@example.com',
          email_verified: false,
          created_at: '2026-11-21T09:30:00.000Z',
        },
      ],
    }),
  );

export const toAccountResponse = (account: Account) => ({
  id: account.account_id,
  first_name: account.first_name,
  last_name: account.last_name,
  email: account.email,
  email_verified: account.email_verified,
  created_at: toInstant(account.created_at),
  ...(account.factor && {
    second_factor: { since: toInstant(account.factor.s), recovery_codes_left: account.factor.r.length },
  }),
});

export const sessionResponse = z
  .object({
    id: sessionId,
    created_at: instant,
    expires_at: instant.check(
      z.meta({
        description:
          "When the session ends at the latest. It ends earlier if the token isn't refreshed for 14 days",
      }),
    ),
    user_agent: z.string().check(
      z.meta({
        description:
          'Browser, major version and system at login, such as `Edge/131 Windows`, or the beginning of `User-Agent`, ' +
          'in at most 20 characters',
      }),
    ),
    current: z.boolean().check(z.meta({ description: 'Whether the token of this request belongs to it' })),
  })
  .check(
    z.meta({
      id: 'Session',
      examples: [
        {
          id: '5NlZ7mOoTSC0Xx0m',
          created_at: '2026-11-21T09:30:00.000Z',
          expires_at: '2026-12-21T09:30:00.000Z',
          user_agent: 'curl/8.7.1',
          current: true,
        },
      ],
    }),
  );

export const toSessionResponses = ({ sessions }: Account, currentId: string) =>
  Object.entries(sessions)
    .filter(([, session]) => isActive(session))
    .sort(newestFirst)
    .map(([id, { s, e, u }]) => ({
      id,
      created_at: toInstant(s),
      expires_at: toInstant(e * 1_000),
      user_agent: u,
      current: id === currentId,
    }));
