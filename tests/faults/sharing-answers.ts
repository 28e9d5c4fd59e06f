import { expect } from 'vitest';
import type { Account, Called } from './sharing-calls.ts';
import { problemWithRead, READS } from './sharing-reads.ts';
import type { Moment } from './sharing-record.ts';
import { resultOf } from './sharing-rules.ts';
import { idsIn, type SharedEvent } from './sharing-state.ts';
import type { SharingWorld } from './sharing-world.ts';
import { hasLeft, perhapsLeft, withGuests } from './sharing-writes.ts';

/** After a retry, they count as done if what they remove is not there. */
const REMOVALS = ['deleteEvent', 'deleteBudget', 'remove', 'leave', 'decline'];
/** They respond 403 to accounts that are being deleted. */
const FOR_VERIFIED = ['invite', 'accept', 'decline', 'listInvitations'];
/** So many invitations can reach the limit of 20 if faults count some of them more than once. */
const MANY_INVITATIONS = 6;

/** Expects that a call's response was right at some time between its start and its end. */
export function expectHonest(world: SharingWorld, called: Called): void {
  const written = world.record.moments.filter(({ caller }) => caller === called.caller);
  const problem = problemWith(world, called, written);
  expect(problem, JSON.stringify({ called, written })).toBeUndefined();
}

function problemWith(world: SharingWorld, called: Called, written: Moment[]): string | undefined {
  const { kind, accountId, answer, faults } = called;
  const { status } = answer;
  if (kind === 'signup') return [201, 409, 503].includes(status) ? undefined : 'a wrong status';
  if (status >= 500) {
    // Invitations to an event that many others change at the same time.
    if (faults === 0 && kind !== 'invite') return 'unavailable without a fault';
    return kind !== 'erase' && isTwice(written) ? 'written twice' : undefined;
  }
  if (kind === 'erase') return undefined;
  const account = world.accounts.get(accountId);
  if (!account) return 'an unknown account';
  if (status === 401) return perhapsLeft(account, called) ? undefined : 'a living session was rejected';
  if (hasLeft(account, called)) return 'an ended session was accepted';
  if (kind === 'deleteAccount') return status === 200 ? undefined : 'a wrong status';
  if (status < 400)
    return READS.includes(kind) ? problemWithRead(world, called) : problemWithSuccess(world, called, written);
  if (written.length > 0 && !(faults > 0 && isForgotten(world, called, written)))
    return 'refused, but written';
  return isRightlyRefused(world, called, account) ? undefined : 'refused for no reason';
}

/** How many of its last writes an event remembers. */
const REMEMBERED = 4;

/** Whether an event may have forgotten a write, or been deleted, before a retry. */
function isForgotten({ record }: SharingWorld, { eventId, start, end }: Called, [moment]: Moment[]): boolean {
  const version = moment?.after?.version ?? 0;
  const events = record.during(eventId, moment?.at ?? start, end);
  return events.some((event) => !event || event.version >= version + REMEMBERED);
}

/** A retry after more writes than an event remembers is done again. */
const isTwice = (written: Moment[]): boolean =>
  written.some(({ after }, n) => {
    const earlier = written[n - 1]?.after;
    return earlier && after && after.version - earlier.version <= REMEMBERED;
  });

function problemWithSuccess(world: SharingWorld, called: Called, written: Moment[]): string | undefined {
  const { kind, accountId, eventId, id, start, end, answer, faults } = called;
  if (isTwice(written)) return 'written twice';
  const moment = written.at(-1);
  const { etag, location } = answer.headers;
  if (moment) {
    const { before, after } = moment;
    const made = idsIn(after).find((each) => !idsIn(before).includes(each));
    if (kind.startsWith('create') && !String(location).endsWith(`/${made}`)) return 'a wrong location';
    const isVersioned = kind === 'rename' || kind === 'updateBudget';
    return isVersioned && etag !== `"${after?.version}"` ? 'a wrong version' : undefined;
  }
  const events = world.record.during(eventId, start, end);
  const isMember = events.some((event) => event?.roles[accountId]?.m === id);
  if (kind === 'accept' && isMember) return undefined;
  const isMissing = events.some(
    (event) => resultOf(event, called) === 404 || mayBeGone(world, event, called),
  );
  const isDone = REMOVALS.includes(kind) && (faults > 0 || goesOn(world, called));
  return isDone && isMissing ? undefined : 'confirmed, but not written';
}

/** Whether another call has removed the same, and what led to it may still be there. */
const goesOn = ({ calls, record }: SharingWorld, { kind, eventId, id, caller }: Called): boolean =>
  (kind === 'remove' || kind === 'deleteEvent') &&
  calls
    .filter((other) => other.caller !== caller && other.kind === kind && other.eventId === eventId)
    .filter((other) => kind === 'deleteEvent' || other.id === id)
    .some((other) => record.moments.some((moment) => moment.caller === other.caller));

/** Erasing the owner deletes first what leads to the event. */
const mayBeGone = ({ accounts }: SharingWorld, event: SharedEvent | undefined, called: Called): boolean => {
  const owner = accounts.get(event?.ownerId ?? '');
  return owner !== undefined && perhapsLeft(owner, called);
};

function isRightlyRefused(world: SharingWorld, called: Called, account: Account): boolean {
  const { kind, accountId, eventId, start, end, answer } = called;
  const { status } = answer;
  if (status === 429) {
    const sent = world.calls.filter((each) => each.kind === 'invite' && each.accountId === accountId);
    return kind === 'invite' && sent.length >= MANY_INVITATIONS;
  }
  if (status === 403 && FOR_VERIFIED.includes(kind) && perhapsLeft(account, called)) return true;
  const events = world.record.during(eventId, start, end);
  // An acceptance that another one has overtaken.
  if (kind === 'accept' && status === 409) return events.some((event) => event?.roles[accountId]);
  if (status === 404 && events.some((event) => mayBeGone(world, event, called))) return true;
  const act = withGuests(world, called, hasLeft);
  return events.some((event) => resultOf(event, act) === status);
}
