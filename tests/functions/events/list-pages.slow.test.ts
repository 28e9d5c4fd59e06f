import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Client, newClient } from '../../support/client.ts';

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
  budget: { event_id: string; id: string };
  /** Created, changed or deleted since the first page. */
  isTouched: boolean;
  isDeleted?: boolean;
}

const shownPage = z.object({
  data: z.array(z.looseObject({ id: z.coerce.string() })),
  next_cursor: z.optional(z.string()),
});

async function create(ada: Client, { amount, ...fields }: Fields, isTouched: boolean): Promise<Stored> {
  const event = await ada.newEvent({ ...fields, description: '' });
  return { budget: await ada.newBudget(event, { amount }), isTouched };
}

async function apply(ada: Client, stored: Stored[], { kind, target, to }: Change): Promise<void> {
  const changed = stored[target % stored.length];
  if (kind === 'create' || !changed) {
    stored.push(await create(ada, to, true));
    return;
  }
  if (changed.isDeleted) return;
  changed.isTouched = true;
  const event = { id: changed.budget.event_id };
  if (kind === 'delete') {
    await ada.delete(event);
    changed.isDeleted = true;
  } else if (kind === 'amount') await ada.updateBudget(changed.budget, { amount: to.amount });
  else await ada.update(event, { [kind]: to[kind] });
}

const idsOf = ({ data }: z.output<typeof shownPage>) => data.map(({ id }) => id);

async function pageThrough({ sort, filters, limit, events, between }: History): Promise<void> {
  const ada = await newClient();
  const stored: Stored[] = [];
  for (const event of events) stored.push(await create(ada, event, false));
  const get = async (query: Record<string, string>) =>
    shownPage.parse((await ada.list({ sort, ...filters, ...query })).body);
  const whole = idsOf(await get({}));
  const seen: string[] = [];
  const pages = between.values();
  let page = await get({ limit: String(limit) });
  while (true) {
    expect(page.data.length).toBeLessThanOrEqual(limit);
    seen.push(...idsOf(page));
    if (page.next_cursor === undefined) break;
    for (const step of pages.next().value ?? []) await apply(ada, stored, step);
    page = await get({ limit: String(limit), cursor: page.next_cursor });
  }
  const untouched = new Set(
    stored.filter(({ isTouched }) => !isTouched).map(({ budget }) => budget.event_id),
  );
  expect(seen.filter((id) => untouched.has(id))).toEqual(whole.filter((id) => untouched.has(id)));
}

describe('pages of GET /events, while events change in between', () => {
  it('show each unchanged event once and in order', { timeout: 3_600_000 }, async () => {
    await fc.assert(fc.asyncProperty(history, pageThrough), { numRuns: LISTS });
  });
});
