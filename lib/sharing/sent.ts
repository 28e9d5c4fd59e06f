import * as z from 'zod/mini';
import { emailAddress } from '../accounts/account.ts';
import { role } from '../events/roles.ts';
import { type invitationMap, isOpen } from './invitation.ts';

/** Schema of an invitation that the owner of an event sent, in an export. */
export const sentInvitation = z
  .object({ email: emailAddress, role, created_at: z.iso.datetime({ precision: 3 }) })
  .check(
    z.meta({
      id: 'SentInvitation',
      examples: [{ email: 'grace@example.com', role: 'editor', created_at: '2026-11-21T09:30:00.000Z' }],
    }),
  );

/** The open invitations in an event's item. */
export const toSentInvitations = (invitations: z.output<typeof invitationMap>) =>
  Object.entries(invitations)
    .filter(([, invitation]) => isOpen(invitation))
    .map(([email, { r, s }]) => ({ email, role: r, created_at: new Date(s * 1_000).toISOString() }));
