import { isDeepStrictEqual as isSame } from 'node:util';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { call } from '../../support/call.ts';
import type { Choices } from '../../support/choices.ts';
import { refillRetries } from '../../support/database-errors.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { allEvents, endpoints } from '../../support/service.ts';
import { viewShared } from '../../support/sharing.ts';
import { trashOf } from '../../support/trash.ts';
import { wholeTable } from '../../support/whole-table.ts';
import {
  type Answer,
  type Name,
  newSubject,
  operations,
  type Parts,
  type Subject,
} from '../operations/event-orders.ts';
import { type Act, answersTo, isAccepted, writesOf } from '../operations/events.ts';
import { type Called, playOrder, type Step } from '../players/orders.ts';
import {
  accountsIn,
  expectLinks,
  livingIn,
  madeIn,
  roleOf,
  type SharedEvent,
  sharedEventIn,
} from '../stored.ts';

const table = wholeTable();

const subjectWith = table.remaking(newSubject);

/** Requests for events, pointers and invitations. */
const LINKS = /^(?:ACCOUNT#\S+ (?:EVENT|SHARED|$)|CLAIM#|EMAIL#\S+@\S+ )/;
/** The same, and those for accounts. */
const LINKS_AND_ACCOUNTS = new RegExp(`${LINKS.source}|^PERSON#`);

/** What the guest and the stranger are in the beginning. */
export function partsFor(names: Name[]): Parts {
  const isPlayed = (some: RegExp) => names.some((name) => some.test(name));
  const stranger = isPlayed(/another member/) ? 'member' : isPlayed(/another invited/) && 'invited';
  return { guest: guestFor(isPlayed), ...(stranger && { stranger }) };
}

function guestFor(isPlayed: (some: RegExp) => boolean): Parts['guest'] {
  if (isPlayed(/^first/)) return 'neither';
  if (isPlayed(/^accept of the offer by a member/)) return 'offered member';
  if (isPlayed(/^accept of the offer/)) return 'offered';
  if (isPlayed(/^(?:restore|deletion for good)/) && !isPlayed(/^deletion of/)) return 'former';
  return isPlayed(/^(?:accept|decline)/) ? 'invited' : 'member';
}

/** Plays operations at once, of whose writes some may be broken, and checks what there is after every step. */
export async function play(parts: Parts, names: Name[], choices: Choices, broken = 0): Promise<boolean> {
  const subject = await subjectWith(parts);
  await refillRetries();
  takeInvocations();
  const played = await playOrder<Name, Answer, State>(names, choices, {
    ...{ call: (name) => operations[name].call(subject), look: () => stateOf(subject), broken },
    holds: names.some((name) => /erasure|address/.test(name)) ? LINKS_AND_ACCOUNTS : LINKS,
  });
  if (!played) return false;
  const { calls, last } = played;
  for (const { name, steps } of calls) for (const step of steps) expectLegal(subject, name, step);
  for (const called of calls) expectHonest(subject, called);
  await expectSeen(subject, last);
  await expectOneLink(subject, last, calls);
  await expectNothingLeft(subject);
  return true;
}

/** What there is. */
interface State {
  event: SharedEvent | undefined;
  /** The accounts that aren't leaving. */
  accounts: { id: string; email: string }[];
  /** Whether the guest has an event of the same id. */
  hasOwn: boolean;
}

/** Reads the table, and expects that each role has its pointer, each invitation its item, and each account its address. */
async function stateOf({ owner, guest, eventId }: Subject): Promise<State> {
  const items = expectLinks(await table.items());
  const itemOf = (ownerId: string) => {
    const { PK, SK } = eventKey({ ownerId, eventId });
    return items.find((item) => item['PK'] === PK && item['SK'] === SK);
  };
  const [item, other] = [itemOf(owner.accountId), itemOf(guest.accountId)];
  const ofGuest = other && sharedEventIn(other);
  const isTakenOver = ofGuest?.offer !== undefined;
  // It has one owner.
  if (isTakenOver) expect(item).toBeUndefined();
  return {
    event: isTakenOver ? ofGuest : item && sharedEventIn(item),
    accounts: livingIn(accountsIn(items)).map(({ account_id: id, email }) => ({ id, email })),
    hasOwn: ofGuest !== undefined && !isTakenOver,
  };
}

/** With the accounts that an invitation is for. */
const atState = (act: Act, { accounts }: State): Act => ({
  ...act,
  guestIds: accounts.filter(({ email }) => email === act.guest).map(({ id }) => id),
});

const isChange = ({ before, after }: Step<State>): boolean => !isSame(before.event, after.event);

/** Expects that a request changed what the event's members and roles allowed then, and nothing else. */
function expectLegal(subject: Subject, name: Name, step: Step<State>): void {
  if (!isChange(step)) return;
  const { before, after } = step;
  const made = madeIn(before.event, after.event);
  const acts = operations[name].acts(subject, before.event);
  const legal = acts.flatMap((act) => writesOf(before.event, atState(act, before), made));
  expect(legal.map(withoutOffered), `written by ${name}`).toContainEqual(withoutOffered(after.event));
}

/** Without whose membership the address of an offer had: its account may be leaving since that was read. */
const withoutOffered = (event: SharedEvent | undefined) =>
  event && {
    ...event,
    invitations: Object.fromEntries(
      Object.entries(event.invitations).map(([email, { i, r }]) => [email, { i, r }]),
    ),
  };

/** Why a call may be rejected. */
function rejectionsAt(state: State, subject: Subject, act: Act): unknown[] {
  const { event, accounts, hasOwn } = state;
  const account = accounts.find(({ id }) => id === act.accountId);
  const isOwner = !accounts.some(({ id }) => id === (event?.ownerId ?? subject.owner.accountId));
  const isAnswer = act.kind === 'accept' || act.kind === 'decline';
  return [
    // Its session may have been read before the account was leaving.
    ...answersTo(event, atState(act, state), { isCaller: !account, isOwner }),
    ...(isAnswer && account && account.email !== act.email ? [404] : []),
    ...(act.kind === 'accept' && hasOwn ? [409] : []),
  ];
}

/** The same for a call that does nothing to the event, but needs the new address. */
function addressRejectionsAt({ accounts }: State, { guest, newEmail }: Subject, name: Name): number[] {
  const isGuest = name === 'change of address';
  const isTaken = accounts.some(
    ({ id, email }) => email === newEmail && !(isGuest && id === guest.accountId),
  );
  const isLeaving = !accounts.some(({ id }) => id === guest.accountId);
  return [...(isTaken ? [409] : []), ...(isGuest && isLeaving ? [422] : [])];
}

/** Whether a call may succeed because an earlier one, or its own first attempt, has done the same. */
function isDoneAt({ event }: State, act: Act, { name, isUnsure }: EventCall): boolean {
  const { kind } = act;
  if (kind === 'accept') return isAccepted(event, act);
  if (kind === 'deleteForGood') return isUnsure && !event;
  if (kind === 'endLink') return event?.link === undefined;
  if (!name.endsWith('under a key')) return false;
  if (kind === 'deleteEvent') return event?.isInTrash ?? false;
  if (kind === 'restore') return event?.isInTrash === false;
  return Object.keys(event?.budgets ?? {}).length > 0;
}

/** Whether another call with the same key had done it before this one began. */
const isRepeat = (subject: Subject, called: EventCall): boolean =>
  called.name.endsWith('under a key') &&
  called.past.some((state, n) => {
    const [act] = operations[called.name].acts(subject, state.event);
    const wasInTrash = called.past.slice(0, n).some(({ event }) => event?.isInTrash);
    return act && isDoneAt(state, act, called) && (act.kind !== 'restore' || wasInTrash);
  });

type EventCall = Called<Name, Answer, State>;

/** Expects that a call changed the event as its status says, and that there was a reason for the status. */
function expectHonest(subject: Subject, called: EventCall): void {
  const { name, answer, isUnsure, steps, seen, past } = called;
  if (!answer) return;
  const { status } = answer;
  if (name.startsWith('erasure')) return void expect([name, status]).toEqual([name, 200]);
  const changes = steps.filter(isChange).length;
  const actsAt = ({ event }: State) => operations[name].acts(subject, event);
  const count = Math.max(...seen.map((state) => actsAt(state).length));
  const guests = seen.flatMap((state) => actsAt(state).map((act) => String(atState(act, state).guestIds)));
  const isAddressMoved = /invite|^offer/.test(name) && new Set(guests).size > 1;
  const text = JSON.stringify({ name, status, changes, seen });
  // Who takes over an event may look for it here before that, and for the pointer to it afterwards.
  const isTakenBy = (state: State) =>
    state.event?.offer !== undefined && actsAt(state).some((act) => act.accountId === state.event?.ownerId);
  if (status < 300) {
    const isDone = [...past, ...seen].some((state) =>
      actsAt(state).some((act) => isDoneAt(state, act, called)),
    );
    expect([count, ...(isDone ? [0] : [])], text).toContain(changes);
  } else if (status === 503 && (isUnsure || isAddressMoved)) {
    expect(changes, text).toBeLessThanOrEqual(count);
  } else {
    const rejections = seen.flatMap((state) => [
      ...actsAt(state).flatMap((act) => rejectionsAt(state, subject, act)),
      ...(count === 0 ? addressRejectionsAt(state, subject, name) : []),
    ]);
    // An event that is gone after a lost answer, or handed over, may have been changed before.
    const isGone = !seen.at(-1)?.event || seen.at(-1)?.event?.offer !== undefined;
    const isUnknown = status === 404 && isUnsure && isGone;
    expect(changes, text).toBeLessThan(Math.max(count, 1) + (isUnknown ? 1 : 0));
    expect([...rejections, ...(seen.some(isTakenBy) ? [404] : [])], text).toContain(status);
    expect([status, isRepeat(subject, called)], text).not.toEqual([404, true]);
  }
}

const invitationsIn = z.array(z.object({ id: z.int() }));

/** Each account can open what it sees in its list: what the event's roles allow. A guest sees the invitations. */
async function expectSeen(subject: Subject, { event, accounts, hasOwn }: State): Promise<void> {
  const { owner, guest, stranger, eventId } = subject;
  const id = String(eventId);
  for (const { token, accountId } of [owner, guest, stranger]) {
    const account = accounts.find((each) => each.id === accountId);
    const isOpen = (event && roleOf(event, accountId)) || (hasOwn && accountId === guest.accountId);
    const status = !account ? 401 : isOpen ? 200 : 404;
    const get = (of: keyof typeof endpoints, path: Record<string, string>) =>
      call(endpoints[of].handler, { method: 'GET', token, path });
    expect((await get('view', { id })).status).toBe(status);
    expect((await get('listBudgets', { event_id: id })).status).toBe(status);
    expect((await get('listMembers', { event_id: id })).status).toBe(status);
    if (!account) continue;
    expect((await allEvents(token)).map((each) => each.id)).toEqual(isOpen ? [eventId] : []);
    const isInTrash = event?.isInTrash && accountId === event.ownerId;
    expect((await trashOf(token)).map((each) => each.id)).toEqual(isInTrash ? [eventId] : []);
    const { data } = (await get('listInvitations', {})).body;
    const invitation = event?.invitations[account.email];
    const hasOwner = accounts.some((each) => each.id === event?.ownerId);
    expect(invitationsIn.parse(data)).toEqual(invitation && hasOwner ? [{ id: invitation.i }] : []);
  }
}

const createdLink = z.object({ token: z.string() });

/** Only the link that the event names opens it, as long as the owner isn't being deleted. */
async function expectOneLink({ owner, link }: Subject, { event, accounts }: State, calls: EventCall[]) {
  const created = calls.flatMap(({ name, answer }) =>
    name === 'create of a link' && answer?.status === 201 ? createdLink.parse(answer.body?.data).token : [],
  );
  const hasOwner = accounts.some(({ id }) => id === owner.accountId);
  for (const token of [link, ...created]) {
    const isNamed = event?.link === Number(`0x${token.slice(4, 20)}`);
    expect((await viewShared(token)).status).toBe(isNamed && hasOwner ? 200 : 401);
  }
}

/**
 * When guest and owner are erased, nothing of them is left in the table but who wrote an event of somebody else last, and counters
 * of expensive calls, which expire within a minute.
 */
async function expectNothingLeft(subject: Subject): Promise<void> {
  const { guest, owner, otherEmail, newEmail, eventId } = subject;
  const left = async () =>
    JSON.stringify(
      (await table.items())
        .filter(({ SK }) => SK !== 'EXPENSIVE_CALLS')
        .map((item) => ({ ...item, author: undefined })),
    );
  expect((await operations['erasure of the guest'].call(subject)).status).toBe(200);
  await stateOf(subject);
  expect(await left()).not.toContain(guest.accountId);
  expect((await operations['erasure of the owner'].call(subject)).status).toBe(200);
  const { accounts } = await stateOf(subject);
  const rest = await left();
  for (const text of [owner.accountId, owner.email, guest.email, otherEmail, String(eventId)])
    expect(rest).not.toContain(text);
  if (!accounts.some(({ email }) => email === newEmail)) expect(rest).not.toContain(newEmail);
}
