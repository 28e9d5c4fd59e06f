import { type ActiveToken, verifyAccessToken } from '../auth/access-token.ts';
import { VIEWERS } from '../auth/roles.ts';
import { Rejection } from '../errors.ts';
import type { Authentication, Caller } from './authentication.ts';

/**
 * Requires the access token of a calendar in the address. Everything else gets the same 404: on a 401, calendar programs
 * keep asking people for a password.
 */
export const calendarToken: Authentication<Caller & ActiveToken> = {
  scheme: 'address',
  access: ['calendar'],
  authenticate: async ({ addressToken, context }) => {
    const token = await verifyAccessToken(addressToken);
    if (token?.access !== 'calendar' || token.isBlocked) throw new Rejection('no_calendar');
    context.accountId = token.accountId;
    context.tokenId = token.id;
    return { ...token, roles: VIEWERS };
  },
  requireSession: async () => undefined,
};
