import * as z from 'zod/mini';
import { emailAddress, nameFields } from '../accounts/account.ts';
import { getPerson } from '../accounts/person.ts';
import { role } from '../events/roles.ts';
import { idParameter, idResponse } from '../id.ts';
import { problem } from '../problem.ts';
import { BLANK } from '../schema.ts';
import type { Member, SharedEvent } from './member-repository.ts';

/** Path parameters of an event's members. */
export const membersParameters = z.object({ event_id: idParameter });

/** Path parameters of one member. */
export const memberParameters = z.extend(membersParameters, { id: idParameter });

/** The body of a change of a member. */
export const memberChanges = z
  .object({
    role: z.enum(role.options, {
      error: ({ input }) => (input === undefined ? BLANK : problem('invalid', 'must be viewer or editor')),
    }),
  })
  .check(z.meta({ id: 'MemberChanges', examples: [{ role: 'viewer' }] }));

/** Schema of a member in a response. */
export const memberResponse = z
  .object({
    id: z.optional(idResponse.check(z.meta({ description: 'Absent for the owner' }))),
    ...nameFields.shape,
    email: z.optional(emailAddress.check(z.meta({ description: 'Only in responses to the owner' }))),
    role: z.enum(['owner', ...role.options]),
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
          you: true,
        },
        {
          id: 114640874103215,
          first_name: 'Grace',
          last_name: 'Hopper',
          email: 'grace@example.com',
          role: 'editor',
          you: false,
        },
      ],
    }),
  );

/** The owner and then the members of an event, oldest first, as one of them sees them. */
export async function toMemberResponses({ ownerId, members }: SharedEvent, callerId: string) {
  const rows = await Promise.all([
    responseFor({ accountId: ownerId, role: 'owner' }, ownerId, callerId),
    ...members.map((member) => responseFor(member, ownerId, callerId)),
  ]);
  return rows.flat();
}

type Row = Pick<Member, 'accountId'> & { id?: number; role: z.output<typeof memberResponse>['role'] };

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
    you: accountId === callerId,
  };
}
