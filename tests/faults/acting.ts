import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import { documentClient } from '../../lib/dynamodb/items.ts';
import { call, type Outcome } from '../support/call.ts';
import type { Lane } from '../support/fault-lane.ts';
import { endpoints, type person } from '../support/service.ts';
import { count } from './figures.ts';
import { type Aim, after, bodies, type EventKind, type Events, idsIn, shown } from './model.ts';
import type { storedAt } from './stored.ts';

export interface Account {
  id: string;
  token: string;
  /** The events that the account should have. */
  events: Events;
}

export interface Person {
  body: ReturnType<typeof person>;
  accountId: string | undefined;
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
    const sentAgain = lane.requests > sentBefore + 1;
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
    const entering = who.accountId ? endpoints.login : endpoints.signup;
    const body = who.accountId ? { username: email, password } : who.body;
    const outcome = await call(entering.handler, { body });
    await lane.settled();
    const found = await stored.accountId(email);
    count(`answered ${outcome.status}`);
    if (who.accountId) expect(found).toBe(who.accountId);
    if (outcome.status === 503) expectUnavailable(outcome, entering.failure);
    else {
      expect(outcome.status).toBe(who.accountId ? 200 : 201);
      expect(decodeJwt(String(outcome.body.token)).sub).toBe(found);
    }
    who.accountId = found;
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
