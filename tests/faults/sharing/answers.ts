import { expect } from 'vitest';
import { MAX_ROUNDS } from '../../../lib/dynamodb/send.ts';
import { answersTo, isRead, writesOf } from '../operations/events.ts';
import { count } from '../players/figures.ts';
import { madeIn, roleOf } from '../stored.ts';
import { problemWithRead } from './reads.ts';
import type { Moment } from './record.ts';
import type { Account, Called, SharingWorld } from './world.ts';

/** So many invitations can reach the limit of 20 if faults count some of them more than once. */
const MANY_INVITATIONS = 6;

const perhapsLeft = ({ leftFrom = Infinity }: Account, { end }: Called): boolean => leftFrom < end;
const hasLeft = ({ leftBy = Infinity }: Account, { start }: Called): boolean => leftBy < start;

/** A call with the accounts of the person that it invites. */
function withGuests({ accounts }: SharingWorld, called: Called, isGone: typeof hasLeft): Called {
  const guests = [...accounts.values()].filter(({ email }) => email === called.guest);
  return { ...called, guestIds: guests.filter((each) => !isGone(each, called)).map(({ id }) => id) };
}

/** Expects that a write was allowed to its account at that time, and changed what it should and nothing else. */
export function expectLegal(world: SharingWorld, { caller, before, after }: Moment): void {
  const called = world.calls.find((each) => each.caller === caller);
  if (called && before) count(`written by ${roleOf(before, called.accountId) ?? 'others'}`);
  const made = madeIn(before, after);
  const legal = called ? writesOf(before, withGuests(world, called, perhapsLeft), made) : [];
  expect(legal, JSON.stringify({ called, before })).toContainEqual(after);
}

/** Expects that a call's response was right at some time between its start and its end. */
export function expectHonest(world: SharingWorld, called: Called): void {
  const written = world.record.moments.filter(({ caller }) => caller === called.caller);
  const problem = problemWith(world, called, written);
  expect(problem, JSON.stringify({ called, written })).toBeUndefined();
}

function problemWith(world: SharingWorld, called: Called, written: Moment[]): string | undefined {
  const { kind, accountId, answer, unknowns } = called;
  const { status } = answer;
  if (kind === 'signup' && status < 500)
    return status === 201 || (status === 409 && isTaken(world, called)) ? undefined : 'a wrong status';
  if (status >= 500) {
    if (!isDisturbed(world, called)) return 'unavailable without a fault';
    return kind !== 'erase' && isTwice(written) ? 'written twice' : undefined;
  }
  if (kind === 'erase') return undefined;
  const account = world.accounts.get(accountId);
  if (!account) return 'an unknown account';
  if (status === 401) return perhapsLeft(account, called) ? undefined : 'a living session was rejected';
  if (hasLeft(account, called)) return 'an ended session was accepted';
  if (kind === 'deleteAccount') return status === 200 ? undefined : 'a wrong status';
  if (status < 400)
    return isRead(kind) ? problemWithRead(world, called) : problemWithSuccess(world, called, written);
  // The event may be gone by its retry.
  const isForgiven = status === 404 && unknowns > 0 && isLost(world, called, written);
  if (written.length > 0 && !isForgiven) return 'rejected, but written';
  return isRightlyRejected(world, called, account) ? undefined : 'rejected for no reason';
}

/** Whether a signup may find its address taken: by an account, or by another call that may have made one. */
const isTaken = ({ accounts, calls }: SharingWorld, called: Called): boolean =>
  calls
    .filter((other) => other.kind === 'signup' && other.email === called.email && other.start < called.end)
    .some(({ answer }) => {
      const made = [...accounts.values()].find(({ token }) => token === answer.body.token);
      return answer.status === 503 || (made && !hasLeft(made, called));
    });

/** Whether a call had a reason to give up: a fault, another write before each of its own, or an address that changed hands. */
function isDisturbed({ record, calls }: SharingWorld, called: Called): boolean {
  const { kind, eventId, guest, start, end, faults } = called;
  const handing = calls.filter(
    (other) =>
      ['signup', 'deleteAccount', 'erase'].includes(other.kind) &&
      other.email === guest &&
      other.start < end &&
      other.end > start,
  );
  return (
    faults > 0 ||
    record.during(eventId, start, end).length > MAX_ROUNDS ||
    (kind === 'invite' && handing.length > 0)
  );
}

/** Whether the event was deleted after a call's write, or the caller no longer belonged to it. */
function isLost({ record }: SharingWorld, { eventId, accountId, end }: Called, [moment]: Moment[]): boolean {
  const events = record.during(eventId, moment?.at ?? end, end);
  return events.some((event) => !event || !roleOf(event, accountId));
}

/** A retry of a create after a deletion makes the event again. */
const isTwice = (written: Moment[]): boolean => written.slice(1).some(({ before }) => before);

function problemWithSuccess(world: SharingWorld, called: Called, written: Moment[]): string | undefined {
  const { kind, accountId, eventId, id, start, end, answer, unknowns } = called;
  if (isTwice(written)) return 'written twice';
  const moment = written.at(-1);
  const { etag, location } = answer.headers;
  if (moment) {
    const { before, after } = moment;
    const made = madeIn(before, after);
    if (kind.startsWith('create') && !String(location).endsWith(`/${made}`)) return 'a wrong location';
    const version = kind.endsWith('Budget') ? after?.budgets[made ?? id]?.r : after?.version;
    const isVersioned = /^(?:create|rename|update)/.test(kind);
    return isVersioned && etag !== `"${version}"` ? 'a wrong version' : undefined;
  }
  const events = world.record.during(eventId, start, end);
  if (kind === 'accept' && events.some((event) => event?.roles[accountId]?.m === id)) return undefined;
  // An earlier attempt may have deleted it.
  const isGone = kind === 'deleteForGood' && unknowns > 0 && events.includes(undefined);
  return isGone ? undefined : 'confirmed, but not written';
}

function isRightlyRejected(world: SharingWorld, called: Called, account: Account): boolean {
  const { kind, accountId, eventId, start, end, answer } = called;
  const { status } = answer;
  if (status === 429) {
    const sent = world.calls.filter((each) => each.kind === 'invite' && each.accountId === accountId);
    return kind === 'invite' && sent.length >= MANY_INVITATIONS;
  }
  const act = withGuests(world, called, hasLeft);
  return world.record.during(eventId, start, end).some((event) => {
    const owner = world.accounts.get(event?.ownerId ?? '');
    const isOwner = owner !== undefined && perhapsLeft(owner, called);
    return answersTo(event, act, { isCaller: perhapsLeft(account, called), isOwner }).some(
      (each) => each === status,
    );
  });
}
