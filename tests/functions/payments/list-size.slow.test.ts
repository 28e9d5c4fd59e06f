import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { dueEventItem, eventItem } from '../../support/event-item.ts';
import { putItems } from '../../support/put-items.ts';
import { endpoints, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';

const listed = z.object({
  return_count: z.int(),
  data: z.array(z.looseObject({ id: z.int(), event_id: z.int(), due_date: z.optional(z.string()) })),
  next_cursor: z.optional(z.string()),
});

let token: string;
beforeEach(async () => {
  token = await newToken();
});

const get = (query: Record<string, string> = {}) =>
  call(endpoints.listPayments.handler, { method: 'GET', token, query });

/** Stores as many events of the caller, each with budgets that are due. */
async function putEvents(events: number, make: (id: number, n: number) => object): Promise<void> {
  const ownerId = accountIdOf(token);
  await putItems(
    Array.from({ length: events }, (_, n) => {
      const eventId = nextId();
      return { ...make(eventId, n), ...eventKey({ ownerId, eventId }) };
    }),
  );
}

/** All pages of a list, and the names of the requests of each. */
async function allPages(query: Record<string, string>) {
  const shown: z.output<typeof listed>['data'] = [];
  const requests: string[][] = [];
  let cursor: string | undefined;
  do {
    takeRequests();
    const { status, body } = await get({ ...query, ...(cursor && { cursor }) });
    expect(status).toBe(200);
    requests.push(takeRequests().names);
    const page = listed.parse(body);
    shown.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor);
  return { shown, requests };
}

const sorted = <Entry extends { due_date?: string | undefined; event_id: number }>(entries: Entry[]) =>
  entries.toSorted(
    (one, other) =>
      String(one.due_date).localeCompare(String(other.due_date)) || one.event_id - other.event_id,
  );

/** The reads of events. One more is for the session. */
const openedIn = (names: string[] = []): number =>
  names.filter((name) => name === 'GetItemCommand').length - 1;

describe('GET /payments with many events', () => {
  /** An event whose budgets are all paid: of each kind of amount one. */
  function paidEventItem(id: number) {
    const { head, budgets, ...item } = eventItem(id, 2);
    const [[first, plain] = [], [second, parted] = []] = Object.entries(budgets);
    const payments = { [id + 9]: { a: 95_050, d: '2026-06-30', p: '2026-06-29' } };
    return {
      ...item,
      head: { ...head, to_pay_cents: 0, paid_count: 2, open_days: {} },
      budgets: {
        [String(first)]: { ...Object(plain), d: '2026-06-30' },
        [String(second)]: { ...Object(parted), y: payments },
      },
    };
  }

  const tooMany = {
    status: 'error',
    message: 'Payments failed to load',
    errors: [
      {
        field: 'events',
        code: 'too_large',
        message: 'At most 200 events with paid amounts can be listed. Use event_id to list one event.',
      },
    ],
  };

  it('lists what was paid of 200 events, however many there are without, and rejects 201', async () => {
    await putEvents(200, (id) => paidEventItem(id));
    await putEvents(10, (id) => dueEventItem(id, 1));
    const all = await allPages({ paid: 'true' });
    expect([all.shown.length, all.requests.map(openedIn)]).toEqual([400, [200]]);
    await putEvents(1, (id) => paidEventItem(id));
    for (const query of [{}, { from: '2028-01-01' }]) {
      const refused = await get({ paid: 'true', ...query });
      expect([refused.status, refused.body]).toEqual([409, tooMany]);
    }
    for (const query of [{}, { paid: 'false' }, { to: '2027-06-30' }]) {
      const { shown, requests } = await allPages(query);
      expect([shown.length, requests.map(openedIn)]).toEqual([10, [10]]);
    }
  });

  it('opens no event before it is needed for what is still to pay', async () => {
    const dayOf = (n: number) => `2027-${String(1 + (n % 12)).padStart(2, '0')}-15`;
    await putEvents(300, (id, n) => dueEventItem(id, 2, dayOf(n)));
    const { shown, requests } = await allPages({ paid: 'false', limit: '50' });
    expect(shown).toHaveLength(600);
    expect(shown).toEqual(sorted(shown));
    expect(openedIn(requests[0])).toBe(40);
    expect(Math.max(...requests.map(openedIn))).toBe(40);

    const ofADay = await allPages({ paid: 'false', from: '2027-03-01', to: '2027-03-31' });
    expect([ofADay.shown.length, ofADay.requests.map(openedIn)]).toEqual([50, [25]]);
    const overdue = await allPages({ to: '2027-03-14' });
    expect([overdue.shown.length, overdue.requests.map(openedIn)]).toEqual([100, [50]]);
    const others = await allPages({ from: '2027-12-15' });
    expect([others.shown.length, others.requests.map(openedIn)]).toEqual([50, [25]]);
  });

  it('ends a page after 200 opened events, even one without entries', async () => {
    await putEvents(401, (id) => dueEventItem(id, 1));
    const { shown, requests } = await allPages({ paid: 'false' });
    // The event that a page ended with is opened again.
    expect([shown.length, requests.map(openedIn)]).toEqual([401, [200, 200, 3]]);
    expect(shown).toEqual(sorted(shown));
    const income = await allPages({ paid: 'false', kind: 'income' });
    expect([income.shown, income.requests.map(openedIn)]).toEqual([[], [200, 200, 3]]);
  });

  it('rejects more than 10 MB of events', async () => {
    const padding = 'x'.repeat(300_000);
    await putEvents(45, (id) => {
      const { head, ...item } = eventItem(id, 0);
      return { ...item, head: { ...head, padding } };
    });
    for (const { handler, failure } of [endpoints.listPayments, endpoints.viewSummary]) {
      const { status, body } = await call(handler, { method: 'GET', token });
      expect(status).toBe(409);
      const message = 'Events exceed 10 MB in total, not counting their budgets.';
      const errors = [{ field: 'events', code: 'too_large', message }];
      expect(body).toEqual({ status: 'error', message: failure, errors });
    }
  });
});

describe('GET /payments with more than 5 MB of payments', () => {
  const keyOf = ({ id, event_id, due_date }: z.output<typeof listed>['data'][number]) =>
    `${due_date} ${event_id} ${id}`;
  const dayOf = (n: number) => `2027-06-${String(30 - (n % 30)).padStart(2, '0')}`;

  it('has several responses in one order, each payment once, and cursors for nothing else', async () => {
    await putEvents(50, (id, n) => dueEventItem(id, 500, dayOf(n)));
    const shown: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined = 'first'; cursor; pages += 1) {
      const { text, body } = await get({ to: '2027-06-30', ...(cursor !== 'first' && { cursor }) });
      expect(JSON.stringify(text).length).toBeLessThan(6_000_000);
      const { data, next_cursor } = listed.parse(body);
      shown.push(...data.map(keyOf));
      cursor = next_cursor;
    }
    expect(pages).toBe(2);
    expect(new Set(shown).size).toBe(25_000);
    expect(shown).toEqual([...shown].sort());

    // A cursor is for the same account and the same filters.
    const { next_cursor: cursor = '' } = listed.parse((await get()).body);
    expect((await get({ cursor, paid: 'false' })).status).toBe(200);
    const others = [{ paid: 'true' }, { kind: 'expense' }, { from: '2027-06-01' }, { to: '2027-06-30' }];
    for (const filter of others) expect((await get({ cursor, ...filter })).status).toBe(422);
    expect((await get({ cursor, limit: '1' })).status).toBe(200);
    expect((await get({ cursor: `${cursor}A` })).status).toBe(422);
    token = await newToken();
    const { status, body } = await get({ cursor });
    expect(status).toBe(422);
    expect(body.errors).toMatchObject([{ field: 'cursor', code: 'invalid' }]);
  });

  it('has each payment of a budget once, also between those of one budget and one day', async () => {
    const note = 'x'.repeat(100);
    await putEvents(10, (id) => {
      const { head, budgets, ...item } = eventItem(id, 250);
      const payments = (first: number) =>
        Object.fromEntries(
          Array.from({ length: 10 }, (_, n) => [first * 100 + n, { a: n + 1, d: '2027-06-30', n: note }]),
        );
      const parted = Object.entries(budgets).map(([budget, stored]) => [
        budget,
        { ...Object(stored), y: payments(Number(budget) % 1e9) },
      ]);
      return {
        ...item,
        head: { ...head, open_days: { '2027-06-30': 2_500 } },
        budgets: Object.fromEntries(parted),
      };
    });
    const entry = z.looseObject({ id: z.int(), budget_id: z.int(), payment_id: z.int() });
    const shown: string[] = [];
    let pages = 0;
    let budgetsSplit = 0;
    for (let cursor: string | undefined = 'first'; cursor; pages += 1) {
      const query: Record<string, string> = { paid: 'false', ...(cursor !== 'first' && { cursor }) };
      const { body } = await get(query);
      const { data, next_cursor } = z
        .object({ data: z.array(entry), next_cursor: z.optional(z.string()) })
        .parse(body);
      const [first] = data;
      if (shown.at(-1)?.startsWith(`${first?.budget_id} `)) budgetsSplit += 1;
      shown.push(...data.map(({ budget_id, payment_id }) => `${budget_id} ${payment_id}`));
      cursor = next_cursor;
      if (!cursor) continue;
      for (const other of [{ to: '2027-07-02' }, { paid: 'true' }])
        expect((await get({ cursor, ...other })).status).toBe(422);
    }
    expect(pages).toBeGreaterThan(1);
    expect(budgetsSplit).toBeGreaterThan(0);
    expect(shown).toHaveLength(25_000);
    expect(new Set(shown).size).toBe(25_000);
  });
});
