import * as z from 'zod/mini';
import { emailAddress, nameFields } from '../accounts/fields.ts';
import { getPerson } from '../accounts/person.ts';
import { type Membership, role } from '../events/roles.ts';
import { idParameter, idResponse } from '../id.ts';
import { problem } from '../problem.ts';
import { BLANK } from '../schema.ts';
import { isOpen } from '../invitations/invitation.ts';
import type { SharedEvent } from './repository.ts';

/** Path parameters of an event's members. */
export const membersParameters = z.object({ event_id: idParameter });

/** Path parameters of one member. */
export const memberParameters = z.extend(membersParameters, { id: idParameter });

const givenRole = z.enum(role.options, {
  error: ({ input }) => (input === undefined ? BLANK : problem('invalid', 'must be viewer or editor')),
});

/** The body of an invitation. */
export const newMember = z
  .object({ email: emailAddress, role: givenRole })
  .check(z.meta({ id: 'NewMember', examples: [{ email: 'grace@example.com', role: 'editor' }] }));

/** The body of a change of a member. */
export const memberChanges = z
  .object({ role: givenRole })
  .check(z.meta({ id: 'MemberChanges', examples: [{ role: 'viewer' }] }));

const ofAccount = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(schema.check(z.meta({ description: 'Absent for the invited' })));

const state = z.enum(['active', 'invited']);

/** Schema of a member in a response. */
export const memberResponse = z
  .object({
    id: z.optional(idResponse.check(z.meta({ description: 'Absent for the owner' }))),
    first_name: ofAccount(nameFields.shape.first_name),
    last_name: ofAccount(nameFields.shape.last_name),
    email: z.optional(emailAddress.check(z.meta({ description: 'Only in responses to the owner' }))),
    role: z.enum(['owner', ...role.options]),
    state,
    you: z.boolean(),
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

/** Schema of an invited person in a response. */
export const invitedResponse = z.object({ id: idResponse, email: emailAddress, role, state }).check(
  z.meta({
    id: 'InvitedMember',
    examples: [{ id: 114640874103215, email: 'grace@example.com', role: 'editor', state: 'invited' }],
  }),
);

type Invited = Omit<z.output<typeof invitedResponse>, 'state'>;

/** The response that names an invitation. */
export const toInvited = (eventId: number, { id, email, role }: Invited) => ({
  headers: { location: `/events/${eventId}/members` },
  body: { data: { id, email, role, state: 'invited' as const } },
});

/** The owner and then the members of an event, oldest first, as one of them sees them. The owner sees the invited too. */
export async function toMemberResponses({ ownerId, members, invitations }: SharedEvent, callerId: string) {
  const oldestFirst = members.toSorted((one, other) => one.since - other.since || one.id - other.id);
  const rows = await Promise.all([
    responseFor({ accountId: ownerId, role: 'owner' }, ownerId, callerId),
    ...oldestFirst.map((member) => responseFor(member, ownerId, callerId)),
  ]);
  const invited = invitations.filter(isOpen).sort((one, other) => one.id - other.id);
  const states = { state: 'invited' as const, you: false };
  return [
    ...rows.flat(),
    ...(callerId === ownerId ? invited : []).map(({ id, email, role }) => ({ id, email, role, ...states })),
  ];
}

type Row = Pick<Membership, 'accountId'> & {
  id?: number;
  role: z.output<typeof memberResponse>['role'];
};

/** Nothing for an account that is gone, whose role is about to go. */
async function responseFor({ accountId, id, role }: Row, ownerId: string, callerId: string) {
  const person = await getPerson(accountId);
  if (!person) return [];
  const { email, ...names } = person;
  return {
    ...(id !== undefined && { id }),
    first_name: names.first_name,
    last_name: names.last_name,
    ...(callerId === ownerId && { email }),
    role,
    state: 'active' as const,
    you: accountId === callerId,
  };
}
