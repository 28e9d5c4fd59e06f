import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { eraseAccount } from '../../lib/accounts/erase.ts';
import { getVerifiedPerson } from '../../lib/accounts/person.ts';
import { IdTakenError, LimitExceededError } from '../../lib/errors.ts';
import { createEvent } from '../../lib/events/create-event.ts';
import { accept } from '../../lib/sharing/accept.ts';
import { release } from '../../lib/sharing/release.ts';
import { call } from '../support/call.ts';
import { catering, endpoints, party } from '../support/service.ts';
import { othersEnded } from '../support/stepping.ts';
import { PASSWORD, type Subject } from './sharing-subject.ts';

interface Answer {
  status: number;
}

/** The path of the event's member with the first invitation. */
const member = ({ event, id }: Subject) => ({ event_id: String(event.eventId), id: String(id) });
const path = ({ event }: Subject) => ({ id: String(event.eventId) });

const inviteGuest = (subject: Subject) =>
  call(endpoints.inviteMember.handler, {
    token: subject.owner.token,
    path: { event_id: path(subject).id },
    body: { email: subject.guest.email, role: 'viewer' },
  });

async function deleteAndErase({ accountId, token }: Subject['owner']): Promise<Answer> {
  const { status } = await call(endpoints.deleteAccount.handler, { token, body: { password: PASSWORD } });
  try {
    const outcome = await eraseAccount(accountId, { wait: othersEnded, release });
    return { status: outcome === 'erased' ? 200 : status };
  } catch {
    return { status: 500 };
  }
}

/** The status of an error that the service's own functions throw. */
const statusOf = (error: unknown): Answer => {
  return { status: error instanceof LimitExceededError || error instanceof IdTakenError ? 409 : 500 };
};

const acceptWith = (token: string, id: unknown) =>
  call(endpoints.acceptInvitation.handler, { token, path: { id: String(id) } });

/** Operations that may be concurrent on one event. */
export const operations = {
  accept: ({ guest, id }) => acceptWith(guest.token, id),
  /** As before a change of the guest's address. */
  'accept at other address': async ({ guest, otherEmail, otherId }) => {
    try {
      if (!(await getVerifiedPerson(guest.accountId))) return { status: 403 };
      const outcome = await accept(guest.accountId, otherEmail, otherId);
      return { status: outcome === 'missing' ? 404 : 200 };
    } catch (error) {
      return statusOf(error);
    }
  },
  decline: ({ guest, id }) =>
    call(endpoints.declineInvitation.handler, { token: guest.token, path: { id: String(id) } }),
  'invite again': inviteGuest,
  'invite again and accept': async (subject) => {
    const { status, body } = await inviteGuest(subject);
    return status === 201 ? acceptWith(subject.guest.token, Object(body.data).id) : { status };
  },
  /** Before an accept, it withdraws the invitation. */
  removal: (subject) =>
    call(endpoints.removeMember.handler, { token: subject.owner.token, path: member(subject) }),
  leaving: (subject) =>
    call(endpoints.removeMember.handler, { token: subject.guest.token, path: member(subject) }),
  'change of role': (subject) =>
    call(endpoints.updateMember.handler, {
      ...{ token: subject.owner.token, path: member(subject), body: { role: 'viewer' } },
    }),
  'create of a budget': ({ guest, event }) =>
    call(endpoints.createBudget.handler, {
      ...{ token: guest.token, path: { event_id: String(event.eventId) }, body: catering() },
    }),
  'update of the event': (subject) =>
    call(endpoints.update.handler, {
      token: subject.guest.token,
      path: path(subject),
      body: { name: 'Ball' },
    }),
  'deletion of the event': (subject) =>
    call(endpoints.delete.handler, { token: subject.owner.token, path: path(subject) }),
  /** As with an id that an `Idempotency-Key` has claimed. */
  'own event of the same id': ({ guest, event }) =>
    createEvent(guest.accountId, party({ name: 'Own' }), { id: event.eventId, mark: randomUUID() }).then(
      () => ({ status: 201 }),
      statusOf,
    ),
  'erasure of the guest': ({ guest }) => deleteAndErase(guest),
  'erasure of the owner': ({ owner }) => deleteAndErase(owner),
} satisfies Record<string, (subject: Subject) => Promise<Answer>>;

/** Repeats an operation that crashed. */
export async function repeat(name: Name, subject: Subject): Promise<void> {
  const { status } = await operations[name](subject);
  if (name !== 'invite again and accept' || status !== 409) return;
  const { token } = subject.guest;
  const { body } = await call(endpoints.listInvitations.handler, { method: 'GET', token });
  const [invitation] = z.array(z.object({ id: z.int() })).parse(body.data ?? []);
  if (invitation) await acceptWith(token, invitation.id);
}

export type Name = keyof typeof operations;
