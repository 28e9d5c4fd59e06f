import * as z from 'zod/mini';
import { idCursorParameter } from '../lists/id-cursor.ts';
import { limitParameter } from '../lists/page.ts';

export const invitationsQuery = z.object({
  limit: limitParameter('invitations'),
  cursor: idCursorParameter,
});

export type InvitationsQuery = z.output<typeof invitationsQuery>;
