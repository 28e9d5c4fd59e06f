import * as z from 'zod/mini';
import { emailResponse, nameFields } from '../accounts/fields.ts';
import { getPerson } from '../accounts/person.ts';
import { invitedRole, role } from '../auth/roles.ts';
import { idResponse } from '../id.ts';
import { withoutForbidden } from '../new-text.ts';
import type { Sharing } from '../plan/event.ts';
import { type Invitation, isPending } from '../plan/invitation.ts';
import { ifSet } from '../schema.ts';

const state = z
  .enum(['active', 'invited'])
  .check(z.meta({ description: '`invited` until the invitation is accepted' }));

export const memberResponse = z
  .object({
    id: ifSet(idResponse, 'Absent for the owner'),
    first_name: ifSet(nameFields.shape.first_name, 'Absent until the invitation is accepted'),
    last_name: ifSet(nameFields.shape.last_name, 'Absent until the invitation is accepted'),
    email: ifSet(emailResponse, 'Only in responses to the owner'),
    role: invitedRole.check(
      z.meta({ description: '`owner` with the state `invited` is somebody to whom the event is offered' }),
    ),
    state,
    you: z.boolean().check(z.meta({ description: 'Whether this is your own entry' })),
  })
  .check(
    z.meta({
      id: 'Member',
      examples: [
        {
          first_name: 'Ada',
          last_name: 'Lovelace',
          email: 'ada@example.com',
          role: 'owner',
          state: 'active',
          you: true,
        },
        {
          id: 114640874103215,
          first_name: 'Grace',
          last_name: 'Hopper',
          email: 'grace@example.com',
          role: 'editor',
          state: 'active',
          you: false,
        },
      ],
    }),
  );

export const invitedResponse = z.object({ id: idResponse, email: emailResponse, role, state }).check(
  z.meta({
    id: 'InvitedMember',
    examples: [{ id: 114640874103215, email: 'grace@example.com', role: 'editor', state: 'invited' }],
  }),
);

export const offeredResponse = z.object({ ...invitedResponse.shape, role: z.literal('owner') }).check(
  z.meta({
    id: 'OwnershipOffer',
    examples: [{ id: 114640874103215, email: 'grace@example.com', role: 'owner', state: 'invited' }],
  }),
);

export const toInvited = <Offered extends Invitation['role']>(
  eventId: number,
  { id, email, role }: { id: number; email: string; role: Offered },
) => ({
  headers: { location: `/events/${eventId}/members` },
  body: { data: { id, email, role, state: 'invited' as const } },
});

/** The owner and then the members of an event, oldest first, as one of them sees them. The owner sees the invited too. */
export async function toMemberResponses({ ownerId, members, invitations }: Sharing, callerId: string) {
  const isOwner = callerId === ownerId;
  const oldestFirst = members.toSorted((one, other) => one.since - other.since || one.id - other.id);
  const everybody = [{ accountId: ownerId, id: undefined, role: 'owner' as const }, ...oldestFirst];
  const people = await Promise.all(everybody.map(({ accountId }) => getPerson(accountId)));
  const active = everybody.flatMap(({ accountId, id, role }, n) => {
    const person = people[n];
    // The erasure of the account is about to remove the member.
    if (!person) return [];
    return {
      ...(id !== undefined && { id }),
      first_name: withoutForbidden(person.first_name),
      last_name: withoutForbidden(person.last_name),
      ...(isOwner && { email: person.email }),
      role,
      state: 'active' as const,
      you: accountId === callerId,
    };
  });
  const [owner] = people;
  const invited = invitations
    .filter((each) => owner && isPending(each, owner))
    .sort((one, other) => one.id - other.id)
    .map(({ id, email, role }) => ({ id, email, role, state: 'invited' as const, you: false }));
  return [...active, ...(isOwner ? invited : [])];
}
