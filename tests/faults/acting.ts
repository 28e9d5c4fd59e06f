import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { documentClient } from '../../lib/dynamodb/items.ts';
import { call, type Outcome } from '../support/call.ts';
import type { Lane } from '../support/fault-lane.ts';
import { endpoints, type person } from '../support/service.ts';
import { count } from './figures.ts';
import { type Aim, after, bodies, type EventKind, type Events, idsIn, shown } from './model.ts';
import type { StoredAccount, storedAt } from './stored.ts';

export interface Account {
  id: string;
  token: string;
  /** The events that the account should have. */
  events: Events;
}

export interface Person {
  body: ReturnType<typeof person>;
  /** Its account, or that a signup stopped between its e-mail address and its account. */
  account: StoredAccount | 'pending' | undefined;
}

/** The operations. Each one is checked against the table after it. */
export const acting = (stored: ReturnType<typeof storedAt>) => ({
  /** Runs an operation, checks that it was done completely or not at all, and returns the account's events. */
  async act(
    kind: EventKind,
    { id: accountId, token, events }: Account,
    aim: Aim,
    lane: Lane,
  ): Promise<Events> {
    await refillRetries();
    const sentBefore = lane.requests;
    const { handler, method, failure } = endpoints[kind];
    const path = { event_id: aim.id, id: kind.endsWith('Budget') ? aim.lineId : aim.id };
    const outcome = await call(handler, { method, token, path, body: bodies[kind]?.(aim) });
    await lane.settled();
    const found = await stored.events(accountId);
    const [made = ''] = idsIn(found).filter((id) => !idsIn(events).includes(id));
    const done = after[kind](aim, made);
    count(`answered ${outcome.status}`);
    // One request asks for the session, one does the work.
    const sentAgain = lane.requests > sentBefore + 2;
    if (outcome.status < 400) {
      // A retried delete that finds nothing counts as success.
      expect(found).toEqual(done ?? (kind.startsWith('delete') && sentAgain ? events : undefined));
      expect(outcome.headers['location'] ?? made).toMatch(made);
      expect(outcome.body).toMatchObject(shown[kind]?.(aim) ?? {});
    } else if (outcome.status === 503) {
      expectUnavailable(outcome, failure);
      expect([events, done]).toContainEqual(found);
    } else {
      expect([outcome.status, done]).toEqual([404, undefined]);
      expect(found).toEqual(events);
    }
    return found;
  },

  /** Signs up a person without an account, and logs in one with an account. */
  async enter(who: Person, lane: Lane): Promise<void> {
    await refillRetries();
    const { email, password } = who.body;
    const before = typeof who.account === 'object' ? who.account : undefined;
    const entering = before ? endpoints.login : endpoints.signup;
    const outcome = await call(entering.handler, {
      body: before ? { username: email, password } : who.body,
    });
    await lane.settled();
    const found = await stored.account(email);
    const after = typeof found === 'object' ? found : undefined;
    count(`answered ${outcome.status}`);
    const started = Object.keys(after?.sessions ?? {}).filter((id) => !before?.sessions[id]);
    if (before) expect(after).toEqual({ ...before, sessions: after?.sessions });
    if (outcome.status === 503) {
      expectUnavailable(outcome, entering.failure);
      expect(started.length).toBeLessThanOrEqual(1);
    } else {
      expect([outcome.status, who.account]).toEqual([before ? 200 : 201, before]);
      const { sub, sid } = decodeJwt(String(outcome.body.token));
      expect([after?.account_id, started]).toEqual([sub, [sid]]);
    }
    // Others can't tell whether that signup is still under way.
    if (who.account === 'pending') expect([found, outcome.status]).toEqual(['pending', 503]);
    if (after) lane.add(after.account_id);
    who.account = found;
  },
});

function expectUnavailable({ text, headers }: Outcome, failure: string): void {
  expect(text).toBe(JSON.stringify({ status: 'error', message: failure }));
  expect(headers['retry-after']).toBe('5');
}

/** The SDK stops retrying after too many retries, so refill its retry quota. */
export async function refillRetries(): Promise<void> {
  const strategy = await documentClient().config.retryStrategy();
  const costly = { getRetryCount: () => 0, getRetryDelay: () => 0, getRetryCost: () => 500 };
  if ('recordSuccess' in strategy) strategy.recordSuccess(costly);
}
