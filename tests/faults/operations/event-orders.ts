import { getAccount } from '../../../lib/accounts/repository.ts';
import { fingerprintOf, issueMailedToken } from '../../../lib/auth/mailed-tokens.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { eraseAccount } from '../../../lib/erasure/erase-account.ts';
import { accept } from '../../../lib/invitations/accept.ts';
import { invite } from '../../../lib/invitations/invite.ts';
import { call } from '../../support/call.ts';
import { createdEvent } from '../../support/created-event.ts';
import { eventItem } from '../../support/event-item.ts';
import { asOwner } from '../../support/person.ts';
import { endpoints, party, person } from '../../support/service.ts';
import { accountIdOf, newShareLink, newVerified, offeredLongAgo } from '../../support/sharing.ts';
import { othersEnded } from '../../support/stepping.ts';
import { putItem } from '../../support/table.ts';
import { deleteEvent } from '../../support/trash.ts';
import type { SharedEvent } from '../stored.ts';
import { type Act, type Kind, send } from './events.ts';

/** An account whose address is verified, with a session. */
async function newAccountWithSession() {
  const { email, token } = await newVerified();
  const account = await getAccount(accountIdOf(token));
  if (!account) throw new Error('There is no account');
  return { accountId: account.account_id, email, token, fingerprint: fingerprintOf(account, 'change-email') };
}

/** What the guest is, and what another account is. To an `offered` guest, member or not, the event was offered long ago. */
export interface Parts {
  guest: 'member' | 'former' | 'invited' | 'neither' | 'offered' | 'offered member';
  stranger?: 'member' | 'invited';
}

/**
 * An event with a share link, its owner, a guest who is an editor of it, was one before it came into the trash, is invited to it,
 * is to own it, or neither, and a stranger who may have a part in it too.
 */
export async function newSubject({ guest: guestIs, stranger: strangerIs }: Parts) {
  const [owner, guest, stranger] = [
    await newAccountWithSession(),
    await newAccountWithSession(),
    await newAccountWithSession(),
  ];
  const { id: eventId } = await createdEvent({ accountId: owner.accountId }, party());
  const { token: link } = await newShareLink(owner.token, { event_id: String(eventId) });
  /** One is invited if the guest was. The other one isn't. Nobody has them. */
  const [otherEmail, newEmail] = [person().email, person().email];
  const invited = async (email: string): Promise<number> =>
    guestIs === 'neither'
      ? 0
      : (
          await invite(
            asOwner(owner.accountId),
            eventId,
            { email, role: 'editor' },
            { network: '192.0.2.1', userAgent: '' },
          )
        ).id;
  const [membershipId, otherId] = [
    guestIs === 'offered' ? 0 : await invited(guest.email),
    await invited(otherEmail),
  ];
  const join = ({ accountId, email }: typeof guest, id: number) => accept({ accountId, email, id });
  if (/member|former/.test(guestIs)) await join(guest, membershipId);
  if (guestIs === 'former') await deleteEvent(owner.token, { id: String(eventId) });
  const strangerId = strangerIs ? await invited(stranger.email) : 0;
  if (strangerIs === 'member') await join(stranger, strangerId);
  const id = guestIs.startsWith('offered')
    ? Number(await offeredLongAgo(owner.token, { id: String(eventId) }, guest.email))
    : membershipId;
  return {
    owner,
    guest,
    stranger,
    eventId,
    id,
    membershipId,
    strangerId,
    otherEmail,
    otherId,
    newEmail,
    link,
  };
}

export type Subject = Awaited<ReturnType<typeof newSubject>>;

export interface Answer {
  status: number;
  body?: { data?: unknown };
}

interface Operation {
  call: (subject: Subject) => Promise<Answer>;
  /** What it may do to the event, as the rules for calls know it. */
  acts: (subject: Subject, event: SharedEvent | undefined) => Act[];
}

const act = <Some extends Kind>(
  kind: Some,
  { accountId, email }: Subject['guest'],
  fields: Partial<Act> = {},
) => ({
  ...{ accountId, email, eventId: 0, id: 0, guest: email, guestIds: [], role: 'viewer' as const },
  ...{ name: 'Ball', cents: 125_050, ...fields, kind },
});

/** A call on the event. */
const calling = (
  kind: Exclude<Kind, 'erase'>,
  by: 'owner' | 'guest' | 'stranger',
  fieldsOf: (subject: Subject) => Partial<Act> = () => ({}),
  headers: Record<string, string> = {},
): Operation => ({
  call: (subject) => {
    const { [by]: caller, eventId } = subject;
    return send(act(kind, caller, { ...fieldsOf(subject), eventId }), caller.token, headers);
  },
  acts: (subject) => [act(kind, subject[by], fieldsOf(subject))],
});

const UNDER_KEY = { 'idempotency-key': 'a-key' };
const ofId = ({ id }: Subject) => ({ id });
const ofMembership = ({ membershipId: id }: Subject) => ({ id });
const ofStranger = ({ strangerId: id }: Subject) => ({ id });
const atNewAddress = ({ newEmail }: Subject) => ({ guest: newEmail });
const creating = calling('createBudget', 'guest');
const accepting = calling('accept', 'guest', ofId);
const invitingAgain = calling('invite', 'owner', ({ guest }) => ({ guest: guest.email }));

/** Gives the guest another address, by the token that was mailed there. */
async function move({ guest }: Subject, email: string): Promise<Answer> {
  const { accountId, fingerprint, token } = guest;
  const mailed = await issueMailedToken({ kind: 'change-email', accountId, fingerprint, email });
  return call(endpoints.verifyEmail.handler, { token, body: { token: mailed } });
}

const erasing = (who: 'owner' | 'guest' | 'stranger'): Operation => ({
  call: async ({ [who]: { accountId, token } }) => {
    await call(endpoints.deleteAccount.handler, { token, body: { password: person().password } });
    try {
      return { status: (await eraseAccount(accountId, { wait: othersEnded })) === 'erased' ? 200 : 500 };
    } catch {
      return { status: 500 };
    }
  },
  acts: (subject) => [act('erase', subject[who])],
});

const nothing = () => [];

/** Operations that may be concurrent on one event. */
export const operations = {
  accept: accepting,
  'accept of the offer': accepting,
  'accept of the offer by a member': accepting,
  offer: calling('offer', 'owner', ({ guest }) => ({ guest: guest.email })),
  'offer at new address': calling('offer', 'owner', atNewAddress),
  'accept at other address': {
    call: async (subject) => {
      const moved = await move(subject, subject.otherEmail);
      return moved.status === 200 ? accepting.call({ ...subject, id: subject.otherId }) : moved;
    },
    acts: ({ guest, otherEmail, otherId }) => [
      act('accept', { ...guest, email: otherEmail }, { id: otherId }),
    ],
  },
  decline: calling('decline', 'guest', ofId),
  'invite again': invitingAgain,
  'invite again and accept': {
    call: async (subject) => {
      const invited = await invitingAgain.call(subject);
      return invited.status === 201
        ? accepting.call({ ...subject, id: Object(invited.body?.data).id })
        : invited;
    },
    acts: (subject, event) => [
      ...invitingAgain.acts(subject, event),
      act('accept', subject.guest, { id: event?.invitations[subject.guest.email]?.i ?? 0 }),
    ],
  },
  'invite at new address': calling('invite', 'owner', atNewAddress),
  /** Of an event that is shared with nobody. */
  'first invite': calling('invite', 'owner', atNewAddress),
  /** Before an accept, it withdraws the invitation. */
  removal: calling('remove', 'owner', ofId),
  'removal of the member': calling('remove', 'owner', ofMembership),
  leaving: calling('leave', 'guest', ofMembership),
  'change of role': calling('setRole', 'owner', ofMembership),
  'leaving of another member': calling('leave', 'stranger', ofStranger),
  'update by another member': calling('rename', 'stranger'),
  'accept by another invited': calling('accept', 'stranger', ofStranger),
  'decline by another invited': calling('decline', 'stranger', ofStranger),
  'update by the owner': calling('rename', 'owner'),
  'create of a budget': creating,
  'create of a budget under a key': calling('createBudget', 'guest', undefined, UNDER_KEY),
  'create of a budget and its deletion': {
    call: async (subject) => {
      const created = await creating.call(subject);
      const { guest, eventId } = subject;
      const fields = { eventId, id: Object(created.body?.data).id };
      return created.status === 201 ? send(act('deleteBudget', guest, fields), guest.token) : created;
    },
    acts: (subject, event) => [
      ...creating.acts(subject, event),
      act('deleteBudget', subject.guest, { id: Math.max(...Object.keys(event?.budgets ?? {}).map(Number)) }),
    ],
  },
  'update of the event': calling('rename', 'guest'),
  'create of a link': calling('createLink', 'owner'),
  'end of a link': calling('endLink', 'owner'),
  'deletion of the event': calling('deleteEvent', 'owner'),
  'deletion of the event under a key': calling('deleteEvent', 'owner', undefined, UNDER_KEY),
  restore: calling('restore', 'owner'),
  'restore under a key': calling('restore', 'owner', undefined, UNDER_KEY),
  'deletion for good': calling('deleteForGood', 'owner'),
  /** As another process might make it in the same millisecond. */
  'own event of the same id': {
    call: ({ guest: { accountId: ownerId }, eventId }) =>
      putItem(eventKey({ ownerId, eventId }), eventItem(eventId, 0)).then(
        () => ({ status: 201 }),
        () => ({ status: 500 }),
      ),
    acts: nothing,
  },
  'change of address': { call: (subject) => move(subject, subject.newEmail), acts: nothing },
  'signup at new address': {
    call: ({ newEmail }) => call(endpoints.signup.handler, { body: person({ email: newEmail }) }),
    acts: nothing,
  },
  'erasure of the guest': erasing('guest'),
  'erasure of the owner': erasing('owner'),
  'erasure of another member': erasing('stranger'),
  'erasure of another invited': erasing('stranger'),
} satisfies Record<string, Operation>;

export type Name = keyof typeof operations;
