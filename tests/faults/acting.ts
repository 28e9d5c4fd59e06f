import { expect } from 'vitest';
import type { Outcome } from '../support/call.ts';
import type { Lane } from '../support/faults.ts';
import { type Act, endpointOf, isRead, type Kind, resultOf, send, writesOf } from './operations/events.ts';
import { chosen, type EventKind, type Operation } from './operations/history.ts';
import { count } from './players/figures.ts';
import { isShown } from './sharing/reads.ts';
import type { Events, storedAt } from './stored.ts';
import { idsIn, type SharedEvent } from './stored.ts';

interface Caller {
  accountId: string;
  token: string;
  /** Whether its session lives. */
  isLive: boolean;
}

/** An operation by an account that has `events`, on one of them or on none. */
interface Aim {
  eventId: string;
  events: Events;
  operation: Operation;
}

/** Reads of all events. */
const LISTS: Kind[] = ['list', 'listTrash'];

const allIds = (events: Events): number[] => Object.values(events).flatMap(idsIn);

/** Runs an operation on events, checks that it was done completely or not at all, and returns the account's events. */
export const actingOnEvents =
  (stored: ReturnType<typeof storedAt>) =>
  async (
    kind: EventKind,
    caller: Caller,
    { eventId, events, operation }: Aim,
    lane: Lane,
  ): Promise<Events> => {
    const { accountId, token, isLive } = caller;
    const { faults: faultsBefore } = lane;
    const event = kind === 'create' ? undefined : events[eventId];
    const { budget, name, cents } = operation;
    const act = {
      ...({
        kind,
        accountId,
        eventId: Number(eventId),
        email: '',
        guest: '',
        guestIds: [],
        role: 'viewer',
        name: name.trim(),
        cents,
      } as const),
      id: Number((budget > 0 && chosen(Object.keys(event?.budgets ?? {}), budget)) || 1),
    };
    const outcome = await lane.complete(() => send(act, token));
    const found = await stored.events(accountId);
    const made = allIds(found).find((id) => !allIds(events).includes(id));
    const done = isLive ? eventsAfter(events, act, eventId, made) : undefined;
    count(`${kind} answered ${outcome.status}`);
    if (outcome.status < 400) {
      expect(isLive).toBe(true);
      expect(found).toEqual(done);
      if (kind.startsWith('create')) expect(outcome.headers['location']).toMatch(String(made));
      if (isRead(kind)) expect(isShown(kind, outcome, shownBy(kind, events, event))).toBe(true);
    } else if (outcome.status === 503) {
      expectUnavailable(outcome, endpointOf(kind).failure);
      expect(lane.faults).toBeGreaterThan(faultsBefore);
      expect([events, done]).toContainEqual(found);
    } else {
      expect([outcome.status, done]).toEqual([isLive ? resultOf(event, act) : 401, undefined]);
      expect(found).toEqual(events);
    }
    return found;
  };

/** The events that a read shows. */
function shownBy(kind: Kind, events: Events, event?: SharedEvent): SharedEvent[] {
  if (!LISTS.includes(kind)) return event ? [event] : [];
  return Object.values(events).filter(({ isInTrash }) => isInTrash === (kind === 'listTrash'));
}

/** The account's events after a success, with `made` as the id of what is new; `undefined` if it can't succeed. */
function eventsAfter(events: Events, act: Act, eventId: string, made?: number): Events | undefined {
  const event = act.kind === 'create' ? undefined : events[eventId];
  if (LISTS.includes(act.kind)) return events;
  if (isRead(act.kind)) return resultOf(event, act) === event ? events : undefined;
  const written = writesOf(event, act, made);
  if (written.length === 0) return undefined;
  const [after] = written;
  const others = Object.entries(events).filter(([id]) => id !== eventId || !event);
  return Object.fromEntries([...others, ...(after ? [[String(after.id), after] as const] : [])]);
}

export function expectUnavailable({ text, headers }: Outcome, failure: string): void {
  expect(text).toBe(JSON.stringify({ status: 'error', message: failure }));
  expect(headers['retry-after']).toBe('5');
}
