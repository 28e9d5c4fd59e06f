import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { call, type Outcome } from '../../support/call.ts';
import { endpoints, newEvent, newToken, party } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { deleteEvent, restore } from '../../support/trash.ts';
import { expectUnavailable } from '../acting.ts';
import {
  aimAt,
  named,
  outcomeOf,
  type Plan,
  type PlanOperation,
  planOperation,
  type ShownPlan,
  send,
  shownOf,
} from '../operations/plan.ts';
import { count } from '../players/figures.ts';
import { storedAt } from '../stored.ts';

const stored = storedAt();

/** Operations on an event. */
export const planHistory = (length: number) =>
  fc
    .array(planOperation, { minLength: length, maxLength: length })
    // While there is no budget, the currency can be changed.
    .map((operations) => operations.map((each, n) => (n < 2 ? { ...each, kind: 'update' as const } : each)));

const payment = z.strictObject({
  id: z.string(),
  amount: z.string(),
  due_date: z.optional(z.string()),
  paid: z.optional(z.boolean()),
  paid_on: z.optional(z.string()),
});
const line = z.object({
  id: z.string(),
  amount: z.string(),
  spent: z.string(),
  kind: z.optional(z.string()),
  unit_amount: z.optional(z.string()),
  quantity: z.optional(z.string()),
  per_guest: z.optional(z.boolean()),
  estimate: z.optional(z.string()),
  due_date: z.optional(z.string()),
  payments: z.optional(z.array(payment)),
  unscheduled: z.optional(z.string()),
});
const listed = z.object({ data: z.array(line), summary: z.looseObject({}) });
const viewed = z.object({
  total_amount: z.string(),
  budgets_count: z.string(),
  currency: z.optional(z.string()),
  guests: z.optional(z.string()),
});
const entry = z.object({
  amount: z.string(),
  due_date: z.optional(z.string()),
  paid_on: z.optional(z.string()),
  event_id: z.string(),
});

/** A response with numbers as they are written. */
const written = (text: string): Record<string, unknown> =>
  JSON.parse(text.replaceAll(/(?<=[:[,])-?\d+(?:\.\d+)?(?=[,\]}])/g, '"$&"'));

async function shownTo(token: string, id: string): Promise<{ shown: ShownPlan; summary: string }> {
  const get = async (endpoint: { handler: typeof endpoints.view.handler }, request = {}) =>
    written((await call(endpoint.handler, { method: 'GET', token, ...request })).text);
  const entries = async (day: 'due_date' | 'paid_on', query = {}) => {
    const { data } = await get(endpoints.listPayments, { query });
    return z
      .array(entry)
      .parse(data)
      .filter(({ event_id }) => event_id === id)
      .map((each) => `${each[day]} ${each.amount}`)
      .sort();
  };
  const { text } = await call(endpoints.listBudgets.handler, {
    method: 'GET',
    token,
    path: { event_id: id },
  });
  const { data, summary } = listed.parse(written(text));
  const { categories: _, version: __, ...sums } = summary;
  const shown = {
    event: viewed.parse((await get(endpoints.view, { path: { id } }))['data']),
    ...{ data, summary: sums, left: await entries('due_date') },
    paid: await entries('paid_on', { paid: 'true' }),
  };
  return { shown, summary: summaryIn(text) };
}

/** What is stored of an event, but for its versions. */
async function contentOf(token: string, id: string) {
  const { events } = await stored.eventsAndClaims(accountIdOf(token));
  const event = events.find((each) => String(each.id) === id);
  // A day without any amount left may be there until the next write of the whole event.
  const open_days = Object.fromEntries(
    Object.entries(event?.open_days ?? {}).filter(([, count]) => count > 0),
  );
  return { ...event, open_days, version: 0, frame: 0, updated_at: 0 };
}

/** Compared without the fields that are undefined. */
const isEqual = (one: ShownPlan, other: ShownPlan): boolean =>
  isDeepStrictEqual(JSON.parse(JSON.stringify(one)), JSON.parse(JSON.stringify(other)));

const PREFERRED = { prefer: 'return=representation' };

/** The summary, which is the last field of a response, as it is written. */
const summaryIn = (text: string): string => /"summary":(\{.*)$/.exec(text)?.[1] ?? '';

/** What a call that is sent may meet. */
type Complete = (call: () => Promise<Outcome>) => Promise<Outcome>;

/**
 * Makes operations on an event. After each of them, all that is shown has to be the model's. One that
 * failed may have been done, if there were `faults` meanwhile.
 */
export async function playPlan(
  operations: PlanOperation[],
  code: string | undefined,
  complete: Complete = (call) => call(),
  faults = () => 0,
): Promise<void> {
  const token = await newToken();
  let { id } = await newEvent(token, { currency: code });
  let plan: Plan = { event_date: party().event_date, currency: code, budgets: [] };
  for (const operation of operations) {
    const aim = aimAt(plan, operation);
    const { kind } = aim;
    const faultsBefore = faults();
    const expected = outcomeOf(aim);
    const before = kind === 'restore' ? await contentOf(token, id) : undefined;
    if (before) await deleteEvent(token, { id });
    const outcome = await complete(() => send(token, id, aim, PREFERRED));
    count(`${kind}: ${outcome.status}`);
    const after = typeof expected === 'number' ? plan : expected;
    let possible = [after];
    if (outcome.status === 503) {
      expectUnavailable(outcome, endpoints[kind].failure);
      expect(faults()).toBeGreaterThan(faultsBefore);
      // Whether it was done isn't known, but a copy changes nothing here.
      possible = kind === 'copy' ? [plan] : [plan, after];
    } else if (outcome.status < 400) {
      expect(expected, outcome.text).not.toBeTypeOf('number');
    } else expect([kind, outcome.status, outcome.text]).toEqual([kind, expected, outcome.text]);
    if (kind === 'copy' && outcome.status === 201) {
      expect((await call(endpoints.delete.handler, { token, path: { id } })).status).toBe(200);
      id = outcome.id;
    }
    if (before) {
      // It may not have been done yet.
      if (outcome.status === 503) expect((await restore(token, { id })).status).toBeOneOf([200, 404]);
      expect(await contentOf(token, id)).toEqual(before);
    }
    // Fails if the stored item isn't in order, or its sums aren't those of its lines.
    await stored.events(accountIdOf(token));
    const { shown, summary } = await shownTo(token, id);
    const isInAnswer = outcome.status < 300 && kind !== 'copy' && kind !== 'restore';
    if (isInAnswer) expect(summaryIn(outcome.text)).toBe(summary);
    const candidates = possible.map((each) => named(each, shown));
    const found = candidates.find((each) => isEqual(shownOf(each), shown));
    if (!found) expect(shown).toEqual(candidates.map(shownOf).at(-1));
    else plan = found;
  }
}
