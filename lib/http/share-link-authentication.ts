import { type LinkTarget, verifyShareToken } from '../auth/share-token.ts';
import type { Authentication, Caller } from './authentication.ts';
import { unauthorized } from './errors.ts';

/** Requires the token of a share link in the header. For the log, its owner makes the call. */
export const shareToken: Authentication<Caller & LinkTarget> = {
  scheme: 'link',
  authenticate: async ({ token, context }) => {
    const target = await verifyShareToken(token);
    if (!target) throw unauthorized('token_refused');
    const { ownerId } = target.event;
    context.accountId = ownerId;
    context.tokenId = target.linkId;
    return { ...target, accountId: ownerId, roles: [] };
  },
  requireSession: async () => undefined,
};
