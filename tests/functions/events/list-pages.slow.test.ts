import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { handler as list } from '../../../functions/events/list.ts';
import { changedBudget } from '../../../lib/budgets/update-budget.ts';
import { changedEvent } from '../../../lib/events/update-event.ts';
import { changeBudget, changeEvent } from '../../../lib/plan/change-event.ts';
import { storedToken } from '../../support/account.ts';
import { call } from '../../support/call.ts';
import { addedBudget, createdEvent } from '../../support/created-event.ts';
import { asEditor, asOwner } from '../../support/event-callers.ts';

/** The number of lists that are paged through. LISTS overrides it. */
const LISTS = Number(process.env['LISTS'] ?? 40);

const SORTS = ['created', 'event_date', 'name', 'total_amount'].flatMap((name) => [name, `-${name}`]);

// Few values, so that many are equal. Some names differ as text but are equal to the collation.
const fields = fc.record({
  name: fc.constantFrom('a', 'A', 'á', 'a\u0301', 'a b', 'b', '🎉'),
  event_date: fc.constantFrom('2027-01-01', '2027-01-02', '2027-12-31'),
  amount: fc.constantFrom(0, 5, 20, 100),
});
const change = fc.record({
  kind: fc.constantFrom('create', 'name', 'event_date', 'amount', 'delete'),
  target: fc.nat({ max: 1_000 }),
  to: fields,
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

const history = fc.record({
  sort: fc.constantFrom(...SORTS),
  filters: fc.constantFrom({}, { from: '2027-01-02' }, { q: 'A' }),
  limit: fc.integer({ min: 1, max: 4 }),
  events: fc.array(fields, { minLength: 4, maxLength: 9 }),
  /** What happens between two pages. */
  between: fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 6 }),
});

type History = typeof history extends fc.Arbitrary<infer T> ? T : never;
type Fields = History['events'][number];

interface Stored {
  eventId: number;
  budgetId: number;
  /** Created, changed or deleted since the first page. */
  isTouched: boolean;
  isDeleted?: boolean;
}

const shownPage = z.object({
  data: z.array(z.looseObject({ id: z.int() })),
  next_cursor: z.optional(z.string()),
});

async function create(ownerId: string, { amount, ...event }: Fields, isTouched: boolean): Promise<Stored> {
  const { id: eventId } = await createdEvent({ accountId: ownerId }, { ...event, description: '' });
  const body = { name: 'Band', category: '', amount: 10 * amount, spent: 0 };
  const budget = await addedBudget(asEditor(ownerId), eventId, body);
  return { eventId, budgetId: budget.id, isTouched };
}

async function apply(ownerId: string, stored: Stored[], { kind, target, to }: Change): Promise<void> {
  const changed = stored[target % stored.length];
  if (kind === 'create' || !changed) {
    stored.push(await create(ownerId, to, true));
    return;
  }
  if (changed.isDeleted) return;
  changed.isTouched = true;
  const { eventId, budgetId } = changed;
  const reply = () => undefined;
  if (kind === 'delete') {
    await changeEvent(asOwner(ownerId), eventId, { decide: () => undefined, reply });
    changed.isDeleted = true;
  } else if (kind === 'amount') {
    await changeBudget(asEditor(ownerId), eventId, budgetId, {
      decide: (budget, context) => changedBudget(budget, { amount: 10 * to.amount }, context),
      versions: undefined,
      reply,
    });
  } else {
    const body = kind === 'name' ? { name: to.name } : { event_date: to.event_date };
    await changeEvent(asEditor(ownerId), eventId, { decide: (event) => changedEvent(event, body), reply });
  }
}

const idsOf = ({ data }: z.output<typeof shownPage>) => data.map(({ id }) => id);

async function pageThrough({ sort, filters, limit, events, between }: History): Promise<void> {
  const ownerId = randomUUID();
  const token = await storedToken(ownerId);
  const stored: Stored[] = [];
  for (const event of events) stored.push(await create(ownerId, event, false));
  const get = async (query: Record<string, string>) =>
    shownPage.parse((await call(list, { method: 'GET', token, query: { sort, ...filters, ...query } })).body);
  const whole = idsOf(await get({}));
  const seen: number[] = [];
  const pages = between.values();
  let page = await get({ limit: String(limit) });
  while (true) {
    expect(page.data.length).toBeLessThanOrEqual(limit);
    seen.push(...idsOf(page));
    if (page.next_cursor === undefined) break;
    for (const step of pages.next().value ?? []) await apply(ownerId, stored, step);
    page = await get({ limit: String(limit), cursor: page.next_cursor });
  }
  const untouched = new Set(stored.filter(({ isTouched }) => !isTouched).map(({ eventId }) => eventId));
  expect(seen.filter((id) => untouched.has(id))).toEqual(whole.filter((id) => untouched.has(id)));
}

describe('pages of GET /events, while events change in between', () => {
  it('show each unchanged event once and in order', { timeout: 3_600_000 }, async () => {
    await fc.assert(fc.asyncProperty(history, pageThrough), { numRuns: LISTS });
  });
});
