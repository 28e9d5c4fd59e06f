import * as z from 'zod/mini';
import { emailAddress } from '../accounts/fields.ts';
import type { Invitation } from '../events/event.ts';
import { role } from '../events/roles.ts';
import { isOpen } from './invitation.ts';

/** Schema of an invitation that the owner of an event sent, in an export. */
export const sentInvitation = z
  .object({ email: emailAddress, role, created_at: z.iso.datetime({ precision: 3 }) })
  .check(
    z.meta({
      id: 'SentInvitation',
      examples: [{ email: 'grace@example.com', role: 'editor', created_at: '2026-11-21T09:30:00.000Z' }],
    }),
  );

export const toSentInvitations = (invitations: Invitation[]) =>
  invitations
    .filter(isOpen)
    .map(({ email, role, since }) => ({ email, role, created_at: new Date(since * 1_000).toISOString() }));
