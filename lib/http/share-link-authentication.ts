import { type LinkTarget, verifyShareToken } from '../auth/share-token.ts';
import { Rejection } from '../errors.ts';
import type { Authentication } from './authentication.ts';

/** Requires the token of a share link in the header. Who has it isn't known: only the log names the event's owner. */
export const shareToken: Authentication<LinkTarget> = {
  scheme: 'link',
  authenticate: async ({ token, context }) => {
    const target = await verifyShareToken(token);
    if (!target) throw new Rejection('unauthorized');
    context.accountId = target.event.ownerId;
    context.tokenId = target.linkId;
    return target;
  },
  requireSession: async () => undefined,
};
