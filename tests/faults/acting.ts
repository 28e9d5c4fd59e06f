import { expect } from 'vitest';
import { call, type Outcome } from '../support/call.ts';
import type { Lane } from '../support/faults.ts';
import { refillRetries } from '../support/retries.ts';
import { endpoints } from '../support/service.ts';
import { count } from './figures.ts';
import { type Aim, after, bodies, type Events, idsIn, refusals, shown } from './model.ts';
import type { EventKind } from './operations.ts';
import type { storedAt } from './stored.ts';

export interface Caller {
  accountId: string;
  token: string;
  /** Whether its session lives. */
  isLive: boolean;
}

/** Runs an operation on events, checks that it was done completely or not at all, and returns the account's events. */
export const actingOnEvents =
  (stored: ReturnType<typeof storedAt>) =>
  async (kind: EventKind, { accountId, token, isLive }: Caller, aim: Aim, lane: Lane): Promise<Events> => {
    const { events } = aim;
    await refillRetries();
    const { unknowns: unknownsBefore, faults: faultsBefore } = lane;
    const { handler, method, failure } = endpoints[kind];
    const path = { event_id: aim.id, id: kind.endsWith('Budget') ? aim.lineId : aim.id };
    const outcome = await call(handler, { method, token, path, body: bodies[kind]?.(aim) });
    await lane.settled();
    const found = await stored.events(accountId);
    const [made = ''] = idsIn(found).filter((id) => !idsIn(events).includes(id));
    const done = isLive ? after[kind](aim, made) : undefined;
    count(`answered ${outcome.status}`);
    const isUnknown = lane.unknowns > unknownsBefore;
    if (outcome.status < 400) {
      expect(isLive).toBe(true);
      expect(found).toEqual(done);
      expect(outcome.headers['location'] ?? made).toMatch(made);
      expect(outcome.body).toMatchObject(shown[kind]?.(aim) ?? {});
    } else if (outcome.status === 503) {
      expectUnavailable(outcome, failure);
      expect(lane.faults).toBeGreaterThan(faultsBefore);
      expect([events, done]).toContainEqual(found);
    } else {
      const refusal = aim.event && refusals[kind]?.(aim);
      expect([outcome.status, done]).toEqual([isLive ? (refusal ?? 404) : 401, undefined]);
      // A write of which nobody knows whether it was done, or will be, isn't refused for a state that may pass.
      if (outcome.status === 409) expect(isUnknown).toBe(false);
      expect(found).toEqual(events);
    }
    return found;
  };

export function expectUnavailable({ text, headers }: Outcome, failure: string): void {
  expect(text).toBe(JSON.stringify({ status: 'error', message: failure }));
  expect(headers['retry-after']).toBe('5');
}
