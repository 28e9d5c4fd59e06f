import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { type Client, newClient } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { dueEventItem, eventItem } from '../../support/event-item.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { putItems } from '../../support/table.ts';

const listed = z.object({
  data: z.array(
    z.looseObject({
      ...{ id: z.int(), event_id: z.int(), budget_id: z.int() },
      ...{ due_date: z.optional(z.string()), payment_id: z.optional(z.int()) },
    }),
  ),
  next_cursor: z.optional(z.string()),
});

let ada: Client;
beforeEach(async () => {
  ada = await newClient();
});

/** Stores as many events of the caller, each with budgets that are due. */
async function putEvents(events: number, make: (id: number, n: number) => object): Promise<void> {
  const ownerId = accountIdOf(ada.token);
  await putItems(
    Array.from({ length: events }, (_, n) => {
      const eventId = nextId();
      return { ...make(eventId, n), ...eventKey({ ownerId, eventId }) };
    }),
  );
}

/** All pages of a list, the names of the requests of each, the cursors, and the first entries of pages. */
async function allPages(query: Record<string, string>) {
  const shown: z.output<typeof listed>['data'] = [];
  const requests: string[][] = [];
  const [cursors, starts]: [string[], number[]] = [[], []];
  do {
    takeRequests();
    const cursor = cursors.at(-1);
    const { status, body, text } = await ada.listPayments({ ...query, ...(cursor && { cursor }) });
    expect(status).toBe(200);
    expect(JSON.stringify(text).length).toBeLessThan(6_000_000);
    requests.push(takeRequests().names);
    const page = listed.parse(body);
    starts.push(shown.length);
    shown.push(...page.data);
    if (page.next_cursor) cursors.push(page.next_cursor);
  } while (cursors.length === requests.length);
  return { shown, requests, cursors, starts };
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

  it('lists what was paid of 200 events, however many there are without, and rejects 201', async () => {
    await putEvents(200, (id) => paidEventItem(id));
    await putEvents(10, (id) => dueEventItem(id, 1));
    const all = await allPages({ paid: 'true' });
    expect([all.shown.length, all.requests.map(openedIn)]).toEqual([400, [200]]);
    await putEvents(1, (id) => paidEventItem(id));
    for (const query of [{}, { from: '2028-01-01' }]) {
      const { codes, messages } = await ada.listPayments({ paid: 'true', ...query });
      expect([...codes, ...messages]).toEqual([
        ...[409, 'events too_large'],
        'At most 200 events with paid amounts can be listed. Use event_id to list one event.',
      ]);
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
    const message = 'Events exceed 10 MB in total, not counting their budgets.';
    for (const { codes, messages } of [await ada.listPayments(), await ada.viewSummary()])
      expect([...codes, ...messages]).toEqual([409, 'events too_large', message]);
  });
});

describe('GET /payments with more than 5 MB of payments', () => {
  const keyOf = ({ id, event_id, due_date }: z.output<typeof listed>['data'][number]) =>
    `${due_date} ${event_id} ${id}`;
  const dayOf = (n: number) => `2027-06-${String(30 - (n % 30)).padStart(2, '0')}`;

  it('has several responses in one order, each payment once, and cursors for nothing else', async () => {
    await putEvents(50, (id, n) => dueEventItem(id, 500, dayOf(n)));
    const { shown, requests } = await allPages({ to: '2027-06-30' });
    expect([requests.length, shown.length]).toEqual([2, 25_000]);
    const keys = shown.map(keyOf);
    expect(new Set(keys).size).toBe(25_000);
    expect(keys).toEqual([...keys].sort());

    // A cursor is for the same account and the same filters.
    const cursor = String((await ada.listPayments()).body.next_cursor);
    expect((await ada.listPayments({ cursor, paid: 'false' })).status).toBe(200);
    const others = [{ paid: 'true' }, { kind: 'expense' }, { from: '2027-06-01' }, { to: '2027-06-30' }];
    for (const filter of others) expect((await ada.listPayments({ cursor, ...filter })).status).toBe(422);
    expect((await ada.listPayments({ cursor, limit: '1' })).status).toBe(200);
    expect((await ada.listPayments({ cursor: `${cursor}A` })).status).toBe(422);
    const stranger = await newClient();
    expect((await stranger.listPayments({ cursor })).codes).toEqual([422, 'cursor invalid']);
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
    const { shown, cursors, starts } = await allPages({ paid: 'false' });
    const splits = starts.filter((at) => at > 0 && shown[at]?.budget_id === shown[at - 1]?.budget_id);
    expect(splits.length).toBeGreaterThan(0);
    for (const cursor of cursors)
      for (const other of [{ to: '2027-07-02' }, { paid: 'true' }])
        expect((await ada.listPayments({ cursor, ...other })).status).toBe(422);
    expect(shown).toHaveLength(25_000);
    expect(new Set(shown.map(({ budget_id, payment_id }) => `${budget_id} ${payment_id}`)).size).toBe(25_000);
  });
});
