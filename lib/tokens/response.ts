import * as z from 'zod/mini';
import type { Account } from '../accounts/account.ts';
import { type AccessToken, access, activeTokens, tokenId } from '../auth/access-token.ts';
import { newestFirst } from '../auth/session.ts';
import { readServiceUrl } from '../config/service.ts';
import { day, lastDayBefore } from '../day.ts';
import { instant, toInstant } from '../instant.ts';
import { ifSet } from '../schema.ts';
import type { CreatedToken } from './create-token.ts';

const example = {
  id: '9f86d081884c',
  name: 'Nightly import',
  access: 'write',
  expires_on: '2027-06-30',
  created_at: '2026-11-21T09:30:00.000Z',
};

export const accessTokenResponse = z
  .object({
    id: tokenId,
    name: z.string(),
    access,
    expires_on: day.check(z.meta({ description: 'The last day on which it works (UTC)' })),
    created_at: instant,
  })
  .check(z.meta({ id: 'AccessToken', examples: [example] }));

export const createdTokenResponse = z
  .object({
    ...accessTokenResponse.shape,
    token: ifSet(z.string(), 'No other response has it. Keep it like a password. Not for `calendar`'),
    url: ifSet(
      z.url(),
      'Only for `calendar`: the address to subscribe to. No other response has it. Keep it like a password',
    ),
  })
  .check(
    z.meta({
      id: 'CreatedAccessToken',
      examples: [{ ...example, token: 'ebt_5bf52c42617d4fcdb00f7b9d735a43b49f86d081884c…' }],
    }),
  );

const toAccessTokenResponse = (id: string, token: AccessToken) => ({
  id,
  name: token.n,
  access: token.a,
  expires_on: lastDayBefore(token.e),
  created_at: toInstant(token.s),
});

export const toCreatedTokenResponse = ({ id, text, token }: CreatedToken) => ({
  ...toAccessTokenResponse(id, token),
  ...(token.a === 'calendar' ? { url: calendarUrl(text) } : { token: text }),
});

/** Address of a calendar. Calendar programs send no headers, so it has the token. */
const calendarUrl = (token: string): string => `${readServiceUrl()}/calendar.ics?token=${token}`;

/** The active access tokens of an account, newest first. */
export const toAccessTokenResponses = ({ tokens }: Account) =>
  activeTokens(tokens)
    .sort(newestFirst)
    .map(([id, token]) => toAccessTokenResponse(id, token));
