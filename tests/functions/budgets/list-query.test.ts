import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { handler as list } from '../../../functions/budgets/list.ts';
import { call } from '../../support/call.ts';
import { newBudget, newEvent, newPayment, newToken } from '../../support/service.ts';

const shown = z.object({
  return_count: z.int(),
  data: z.array(z.looseObject({ name: z.string() })),
  summary: z.looseObject({ total_amount: z.number() }),
});

let token: string;
let event_id: string;
const get = (query: Record<string, string>) =>
  call(list, { method: 'GET', token, path: { event_id }, query });

beforeAll(async () => {
  token = await newToken();
  const event = await newEvent(token);
  event_id = event.id;
  for (const [name, category, amount, spent] of [
    ['Band', 'Music', 800, 0],
    ['äpfel', 'Food', 9, 20],
    ['Bänke', '', 9, 100],
  ]) {
    await newBudget(token, event, { name, category, amount, spent });
  }
});

describe('GET /events/{event_id}/budgets by due date', () => {
  it('takes that of a budget, or else the earliest of its payments', async () => {
    const event = await newEvent(token);
    const path = { event_id: event.id };
    await newBudget(token, event, { name: 'Never' });
    await newBudget(token, event, { name: 'June', due_date: '2027-06-30' });
    const parted = await newBudget(token, event, { name: 'In parts', spent: 0 });
    for (const due_date of ['2027-07-01', null, '2027-03-01']) await newPayment(token, parted, { due_date });
    await newBudget(token, event, { name: 'First', due_date: '0999-12-31' });
    await newBudget(token, event, { name: 'Last', due_date: '9999-12-31' });
    const namesBy = async (sort: string) => {
      const { body } = await call(list, { method: 'GET', token, path, query: { sort } });
      return shown.parse(body).data.map(({ name }) => name);
    };
    const names = ['First', 'In parts', 'June', 'Last', 'Never'];
    expect(await namesBy('due_date')).toEqual(names);
    expect(await namesBy('-due_date')).toEqual(names.toReversed());
  });
});

describe('GET /events/{event_id}/budgets', () => {
  it.each<[Record<string, string>, string[]]>([
    [{ category: 'Music' }, ['Band']],
    [{ category: 'music' }, []],
    [{ category: '' }, ['Bänke']],
    [{ sort: 'created' }, ['Band', 'äpfel', 'Bänke']],
    [{ sort: '-created' }, ['Bänke', 'äpfel', 'Band']],
    [{ sort: 'name' }, ['äpfel', 'Band', 'Bänke']],
    [{ sort: '-name' }, ['Bänke', 'Band', 'äpfel']],
    [{ sort: 'category' }, ['Bänke', 'äpfel', 'Band']],
    [{ sort: '-category' }, ['Band', 'äpfel', 'Bänke']],
    [{ sort: 'amount' }, ['äpfel', 'Bänke', 'Band']],
    [{ sort: '-amount' }, ['Band', 'äpfel', 'Bänke']],
    [{ sort: 'spent' }, ['Band', 'äpfel', 'Bänke']],
    [{ sort: '-spent', limit: '1' }, ['Bänke', 'äpfel', 'Band']],
  ])('with %j, and always with the summary of all', async (query, names) => {
    const { return_count, data, summary } = shown.parse((await get(query)).body);
    expect(data.map(({ name }) => name)).toEqual(names);
    expect(return_count).toBe(names.length);
    expect(summary.total_amount).toBe(818);
  });

  it.each([
    [{ sort: 'event_date' }, 'sort', 'must be one of created, -created, name, -name, category, -category,'],
    [{ category: 'x'.repeat(101) }, 'category', 'is too long (maximum is 100 characters).'],
  ])('answers 422 for %j', async (query: Record<string, string>, field, message) => {
    const { status, body } = await get(query);
    expect(status).toBe(422);
    expect(body).toMatchObject({ message: 'Budgets failed to load', errors: [{ field }] });
    expect(body.errors?.[0]?.message).toContain(message);
  });
});
