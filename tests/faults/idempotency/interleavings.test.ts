import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { storedToken } from '../../support/account.ts';
import { importInto } from '../../support/budget-files.ts';
import { call, type Outcome } from '../../support/call.ts';
import { type Choices, playShare } from '../../support/choices.ts';
import { interleave } from '../../support/interleave.ts';
import { catering, deposit, endpoints, newBudget, newEvent, party } from '../../support/service.ts';
import { type StoredEvent, storedAt } from '../stored.ts';

const stored = storedAt();

/** Requests for events and claims. */
const HELD = /^(?:ACCOUNT|CLAIM)#/;
const headers = { 'idempotency-key': 'a-key' };

interface Subject {
  accountId: string;
  token: string;
  /** They are there from the beginning. */
  event: { id: string };
  budget: { event_id: string; id: string };
}

interface Kind {
  create: (subject: Subject) => Promise<Outcome>;
  /** Deletes what was made, or what it is made of, if that is there when its turn comes. */
  remove: (subject: Subject) => Promise<Outcome | undefined>;
  /** The ids of what was made, of one call together. */
  madeIn: (events: StoredEvent[], subject: Subject) => string[];
}

const removeEvent = ({ token, event: path }: Subject) => call(endpoints.delete.handler, { token, path });

/** Those that were not there from the beginning. */
const newIn = (ids: string[], { event, budget }: Subject) =>
  ids.filter((id) => id !== event.id && id !== budget.id);

const eventIds = (events: StoredEvent[], subject: Subject) =>
  newIn(
    events.map(({ id }) => String(id)),
    subject,
  );
const budgetIds = (events: StoredEvent[], subject: Subject) =>
  newIn(
    events.flatMap(({ budgets }) => budgets.map(({ id }) => String(id))),
    subject,
  );

const listed = z.array(z.object({ id: z.int() }));

/** The id of what is new in a list when its turn comes, unless it crashes then. */
async function newIdIn(of: 'list' | 'listBudgets', subject: Subject): Promise<string | undefined> {
  const path = { event_id: subject.event.id };
  const { body } = await call(endpoints[of].handler, { method: 'GET', token: subject.token, path });
  const ids = listed.parse(body.data ?? []).map(({ id }) => String(id));
  return newIn(ids, subject)[0];
}

const create = ({ token }: Subject) => call(endpoints.create.handler, { token, headers, body: party() });
const createBudget = ({ token, event: { id: event_id } }: Subject) =>
  call(endpoints.createBudget.handler, { token, headers, path: { event_id }, body: catering() });

const kinds: Record<string, Kind> = {
  'a create of an event, its repeat and the event’s deletion': {
    create,
    remove: async (subject) => {
      const id = await newIdIn('list', subject);
      return id === undefined
        ? undefined
        : call(endpoints.delete.handler, { token: subject.token, path: { id } });
    },
    madeIn: eventIds,
  },
  'a create of a budget, its repeat and the budget’s deletion': {
    create: createBudget,
    remove: async (subject) => {
      const id = await newIdIn('listBudgets', subject);
      const path = { event_id: subject.event.id, id: String(id) };
      return id === undefined
        ? undefined
        : call(endpoints.deleteBudget.handler, { token: subject.token, path });
    },
    madeIn: budgetIds,
  },
  'a create of a budget, its repeat and the deletion of its event': {
    create: createBudget,
    remove: removeEvent,
    madeIn: budgetIds,
  },
  'a copy, its repeat and the deletion of its original': {
    create: ({ token, event: path }) =>
      call(endpoints.copy.handler, { token, headers, path, body: { event_date: '2028-07-04' } }),
    remove: removeEvent,
    madeIn: eventIds,
  },
  'an import, its repeat and the deletion of its event': {
    create: ({ token, event }) =>
      importInto(token, event, 'name,amount\r\nBand,1\r\nFood,2\r\n', { headers }),
    remove: removeEvent,
    madeIn: (events, subject) => {
      const ids = budgetIds(events, subject).sort().join(' ');
      return ids ? [ids] : [];
    },
  },
  'a create of a payment, its repeat and the deletion of its budget': {
    create: ({ token, budget: { event_id, id: budget_id } }) =>
      call(endpoints.createPayment.handler, {
        token,
        headers,
        path: { event_id, budget_id },
        body: deposit(),
      }),
    remove: ({ token, budget: path }) => call(endpoints.deleteBudget.handler, { token, path }),
    madeIn: (events) =>
      events.flatMap(({ budgets }) =>
        budgets.flatMap(({ payments }) => payments.map(({ id }) => String(id))),
      ),
  },
};

/** Executes the requests of two equal creates and a deletion in an order, with a crash after one of them or not. */
async function play({ create, remove, madeIn }: Kind, choices: Choices): Promise<boolean> {
  const accountId = randomUUID();
  const token = await storedToken(accountId);
  const event = await newEvent(token);
  const subject = { accountId, token, event, budget: await newBudget(token, event, { spent: 0 }) };
  /** Everything that was ever made, and how much of it there was after each step. */
  const made = new Set<string>();
  const history: number[] = [];
  /** Whether there was a claim after the last step of each call. */
  const wasClaimed = new Map<number, boolean>();
  const after = async (number: number) => {
    const { events, claims } = await stored.eventsAndClaims(accountId);
    const found = madeIn(events, subject);
    for (const id of found) made.add(id);
    history.push(found.length);
    wasClaimed.set(number, claims.length > 0);
    // A claim exists exactly if what it made was made, which happens once.
    expect(made.size).toBeLessThanOrEqual(1);
    expect(claims).toHaveLength(made.size);
    // Those of an import are not in its response.
    const [id = ''] = made;
    if (!id.includes(' ')) expect(JSON.stringify(claims)).toContain(id);
  };
  const works = [() => create(subject), () => create(subject), () => remove(subject)];
  const played = await interleave<Outcome | undefined>(works, choices, { holds: HELD, broken: 1, after });
  if (!played) return false;

  const { results, crashed } = played;
  const creates = results.slice(0, 2).flatMap((outcome, number) => (outcome ? [{ outcome, number }] : []));
  const answered = creates.filter(({ number }) => number !== crashed);
  for (const { outcome, number } of answered) {
    // What it is made of was deleted before somebody made it.
    const isRejected = outcome.status === 404 && !wasClaimed.get(number);
    expect([outcome.status, isRejected]).toEqual([isRejected ? 404 : 201, isRejected]);
  }
  const last = await create(subject);
  expect([last.status, last.isReplay]).toEqual(made.size > 0 ? [201, true] : [404, false]);
  const successes = [...answered.map(({ outcome }) => outcome), last].filter(({ status }) => status === 201);
  expect(new Set(successes.map(({ headers, text }) => `${headers['location']} ${text}`)).size).toBe(
    made.size,
  );
  expect(
    answered.filter(({ outcome }) => outcome.status === 201 && !outcome.isReplay).length,
  ).toBeLessThanOrEqual(1);
  // It exists from its create to its deletion, and never again.
  const { events, claims } = await stored.eventsAndClaims(accountId);
  history.push(madeIn(events, subject).length);
  expect(history.join('')).toMatch(/^0*1*0*$/);
  expect(claims).toHaveLength(made.size);
  if (crashed !== 2) expect([undefined, 200]).toContain(results[2]?.status);
  return true;
}

describe('what is created with a key never comes back, and is never created twice', () => {
  it.each(Object.entries(kinds))(
    'in every order of %s, with a crash after each request',
    {
      timeout: 3_600_000,
    },
    (_, kind) => playShare(25, (choices) => play(kind, choices)),
  );
});
