import { expect, it } from 'vitest';
import { clientOf } from '../../support/client.ts';
import { historyEntries, recordedTable } from '../../support/records.ts';
import { accountIdOf, newVerified, referenceOf } from '../../support/sharing.ts';

it('the function that the table’s stream invokes records each write, and a copy as created', async () => {
  const record = await recordedTable();
  const owner = clientOf((await newVerified()).token);
  const event = await owner.newEvent({ guests: 10 });
  const budget = await owner.newBudget(event, { amount: undefined, unit_amount: 3, per_guest: true });
  await owner.update(event, { guests: 20, name: 'Ball' });
  const copied = await owner.copy(event, { event_date: '2028-07-04' });
  await record();
  const entries = await historyEntries(referenceOf(owner.token, event));
  const author = { accountId: accountIdOf(owner.token) };
  const after = { name: 'Summer party', guests: 10 };
  expect(entries).toMatchObject([
    { version: 1, digits: 2, author, changes: [{ kind: 'event', change: 'created', after }] },
    { version: 2, changes: [{ kind: 'budget', change: 'created', after: { amount_cents: 3_000 } }] },
    {
      version: 3,
      changes: [
        { kind: 'event', change: 'updated', before: after, after: { name: 'Ball', guests: 20 } },
        {
          ...{ kind: 'budget', change: 'updated', id: Number(budget.id), name: 'Catering' },
          ...{ before: { amount_cents: 3_000 }, after: { amount_cents: 6_000 } },
        },
      ],
    },
  ]);
  const [entry, ...others] = await historyEntries(referenceOf(owner.token, { id: copied.id }));
  expect(others).toEqual([]);
  expect(entry?.changes).toMatchObject([
    { kind: 'event', change: 'created' },
    { kind: 'budget', change: 'created' },
  ]);
});
