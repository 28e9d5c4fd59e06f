import { type LivingToken, verifyAccessToken } from '../auth/access-token.ts';
import { VIEWERS } from '../auth/roles.ts';
import type { Authentication, Caller } from './authentication.ts';
import { HttpError } from './errors.ts';

/**
 * Requires the access token of a calendar in the address. Everything else gets the same 404: on a 401, calendar programs ask
 * people for a password again and again.
 */
export const calendarToken: Authentication<Caller & LivingToken> = {
  scheme: 'address',
  access: ['calendar'],
  authenticate: async ({ addressToken, context }) => {
    const token = await verifyAccessToken(addressToken);
    if (token?.access !== 'calendar' || token.isBlocked)
      throw new HttpError(404, { securityEvent: 'token_refused' });
    context.accountId = token.accountId;
    context.tokenId = token.id;
    return { ...token, roles: VIEWERS };
  },
  requireSession: async () => undefined,
};
