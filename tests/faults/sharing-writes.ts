import { expect } from 'vitest';
import { count } from './figures.ts';
import type { Account, Called } from './sharing-calls.ts';
import type { Moment } from './sharing-record.ts';
import { resultOf } from './sharing-rules.ts';
import { idsIn, roleOf } from './sharing-state.ts';
import type { SharingWorld } from './sharing-world.ts';

export const perhapsLeft = ({ leftFrom = Infinity }: Account, { end }: Called): boolean => leftFrom < end;
export const hasLeft = ({ leftBy = Infinity }: Account, { start }: Called): boolean => leftBy < start;

/** A call with the accounts of the person that it invites. */
export function withGuests({ accounts }: SharingWorld, called: Called, isGone: typeof hasLeft): Called {
  const guests = [...accounts.values()].filter(({ email }) => email === called.guest);
  return { ...called, guestIds: guests.filter((each) => !isGone(each, called)).map(({ id }) => id) };
}

/** Expects that a write was allowed to its account at that time, and changed what it should and nothing else. */
export function expectLegal(world: SharingWorld, { caller, before, after }: Moment): void {
  const called = world.calls.find((each) => each.caller === caller);
  if (called && before) count(`written by ${roleOf(before, called.accountId) ?? 'others'}`);
  const made = idsIn(after).find((id) => !idsIn(before).includes(id));
  const result = called ? resultOf(before, withGuests(world, called, perhapsLeft), made) : 'not a call';
  const changed = typeof result === 'object' ? { ...result, version: result.version + 1 } : result;
  const expected = changed === 'deleted' ? undefined : changed;
  expect(after, JSON.stringify({ called, before })).toEqual(expected);
}

/** Expects that every role had its pointer all the time, unless the event is about to be deleted with its owner. */
export function expectPointers({ record, accounts }: SharingWorld): void {
  const isKept = (ownerId: string, at: number) => at < (accounts.get(ownerId)?.leftFrom ?? Infinity);
  expect(record.lost.filter(({ ownerId, at }) => isKept(ownerId, at))).toEqual([]);
}
