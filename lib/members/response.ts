import * as z from 'zod/mini';
import { emailResponse, nameFields } from '../accounts/fields.ts';
import { getPerson } from '../accounts/person.ts';
import { invitedRole, role } from '../auth/roles.ts';
import { idResponse } from '../id.ts';
import { instant, toInstant } from '../instant.ts';
import { withoutForbidden } from '../new-text.ts';
import type { Sharing } from '../plan/event.ts';
import { acceptableFrom, type Invitation, isPending, memberSinceOf } from '../plan/invitation.ts';
import { ifSet } from '../schema.ts';

const state = z
  .enum(['active', 'invited'])
  .check(z.meta({ description: '`invited` until the invitation is accepted' }));

export const acceptableFromResponse = ifSet(
  instant,
  'Only of an ownership offer: when it can be accepted at the earliest',
);

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
    acceptable_from: acceptableFromResponse,
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

const mailed = ifSet(
  z.boolean(),
  'Only `false`: you had a mail sent to this address within the hour, or the service sends none now',
);

const OFFER = {
  ...{ id: 114640874103215, email: 'grace@example.com', role: 'owner' as const, state: 'invited' as const },
  acceptable_from: '2026-11-22T09:30:00.000Z',
};

export const invitedResponse = z.object({ id: idResponse, email: emailResponse, role, state, mailed }).check(
  z.meta({
    id: 'InvitedMember',
    examples: [{ id: 114640874103215, email: 'grace@example.com', role: 'editor', state: 'invited' }],
  }),
);

export const offeredResponse = z
  .object({ ...invitedResponse.shape, role: z.literal('owner'), acceptable_from: instant })
  .check(z.meta({ id: 'OwnershipOffer', examples: [OFFER] }));

export const toInvited = <Sent extends { id: number; email: string; role: Invitation['role'] }>(
  eventId: number,
  sent: Sent,
  isMailed: boolean,
) => ({
  headers: { location: `/events/${eventId}/members` },
  body: { data: { ...sent, state: 'invited' as const, ...(!isMailed && { mailed: false }) } },
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
    .map(({ id, email, role, ...each }) => ({
      ...{ id, email, role, state: 'invited' as const, you: false },
      ...('membershipId' in each && {
        acceptable_from: toInstant(acceptableFrom(each.since, memberSinceOf(members, each)) * 1_000),
      }),
    }));
  return [...active, ...(isOwner ? invited : [])];
}
