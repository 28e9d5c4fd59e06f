import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { newBudgetOf } from '../../../lib/budgets/new-budget.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import type { Budget } from '../../../lib/plan/budget.ts';
import { addBudget, type BudgetContext, changeBudget } from '../../../lib/plan/change-event.ts';
import { type Event, MAX_BUDGETS } from '../../../lib/plan/event.ts';
import { getEvent } from '../../../lib/plan/repository.ts';
import { addedBudget, createdEvent } from '../../support/created-event.ts';
import { eventItem } from '../../support/event-item.ts';
import { asEditor } from '../../support/person.ts';
import { gateToDatabase } from '../../support/proxied-database.ts';
import { putItem } from '../../support/table.ts';

const gate = await gateToDatabase();

const band = { name: 'Band', category: 'Music', amount: 50, spent: 0 };
const ownerId = randomUUID();
const caller = asEditor(ownerId);

let eventId: number;
beforeEach(async () => {
  const fields = { name: 'Party', description: '', event_date: '2026-07-04' };
  ({ id: eventId } = await createdEvent({ accountId: ownerId }, fields));
});

const add = (versions?: number[]) => addedBudget(caller, eventId, band, versions);
const event = () => getEvent({ ownerId, eventId });
const reply = ({ after, budget }: { after: Event; budget: Budget }) => ({ version: after.version, budget });
const change = (
  id: number,
  decide: (budget: Budget, context: BudgetContext) => Budget | undefined,
  versions?: number[],
) => changeBudget(caller, eventId, id, { decide, versions, reply });
const spend = (budget: Budget) => ({ ...budget, spent_cents: budget.spent_cents + 1 });

describe('a decision on one budget', () => {
  it('sees nothing that writes of other budgets change', async () => {
    const { id } = await add();
    await change(id, (budget, context) => {
      expect([budget.name, context.name, context.digits]).toEqual(['Band', 'Party', 2]);
      // @ts-expect-error: another budget may get the name in the same moment
      const others = context.budgets;
      // @ts-expect-error: the sums, too
      return { ...budget, note: `${others?.length} of ${context.total_cents}` };
    });
    await addBudget(caller, eventId, {
      make: (context, newId) => {
        // @ts-expect-error: another budget may get the name in the same moment
        const others = context.budgets;
        return { ...newBudgetOf(band, context, newId), note: `${others?.length}` };
      },
      versions: undefined,
      reply: () => undefined,
    });
    expect((await event())?.budgets).toHaveLength(2);
  });

  it('gives it the next version, adds to the sums, and replies with both', async () => {
    const { id } = await add();
    const written = await change(id, spend);
    expect(written).toMatchObject({ version: 3, budget: { version: 1, spent_cents: 1 } });
    expect(await event()).toMatchObject({ version: 3, spent_cents: 1, budgets: [written.budget] });
  });

  it('writes nothing if the budget stays the same object', async () => {
    const { id } = await add();
    const before = await event();
    expect(await change(id, (budget) => budget)).toMatchObject({ version: 2, budget: { version: 0 } });
    expect(await event()).toEqual(before);
  });

  it('is made on one of the named versions only, and not on a budget that is gone', async () => {
    const { id } = await add();
    await expect(change(id, spend, [1, 2])).rejects.toThrow(/^changed: If-Match changed/);
    expect(await change(id, spend, [7, 0])).toMatchObject({ budget: { version: 1 } });
    expect(await change(id, () => undefined, [1])).toMatchObject({ budget: { id } });
    await expect(change(id, spend, [2])).rejects.toThrow('not_found');
    expect(await event()).toMatchObject({ frame: 1, budgets: [], budgets_count: 0, spent_cents: 0 });
  });
});

describe('a new budget', () => {
  it('needs a named version of the event, and meets any other write then', async () => {
    await expect(add([0, 2])).rejects.toThrow(/^changed: If-Match changed/);
    gate.before = async ({ operation }) => {
      if (operation === 'GetItem') return;
      gate.open();
      await add();
    };
    await expect(add([1])).rejects.toThrow(/^changed: If-Match changed/);
    expect(await add([2])).toMatchObject({ version: 0 });
    expect((await event())?.budgets).toHaveLength(2);
  });

  it('finds no room in an event that is full', async () => {
    await putItem(eventKey({ ownerId, eventId }), eventItem(eventId, MAX_BUDGETS - 1));
    await add();
    await expect(add()).rejects.toThrow('conflict');
    expect(await event()).toMatchObject({ budgets_count: MAX_BUDGETS });
  });
});
