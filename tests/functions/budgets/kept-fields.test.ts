import { beforeEach, describe, expect, it } from 'vitest';
import { budgetFields } from '../../../lib/plan/budget.ts';
import type { PlainFields } from '../../../lib/plan/plain-fields.ts';
import { storedBudget } from '../../../lib/plan/stored-budget.ts';
import { type Client, newClient } from '../../support/client.ts';
import { historyOf, recorded } from '../../support/history.ts';
import { rejected } from '../../support/table.ts';

/** Two values of each field that a budget keeps. */
const VALUES: { [Name in keyof PlainFields]: [PlainFields[Name], PlainFields[Name]] } = {
  vendor: ['Ada & Co.', 'Grace'],
  note: ['From 8 pm', '=1+1\r\nlines'],
  due_date: ['2027-06-30', '2027-07-01'],
  link: ['https://example.com/a', 'https://example.com/b'],
};
const all = Object.fromEntries(Object.entries(VALUES).map(([name, [value]]) => [name, value]));

/** What version 0.3 stored as `paid`, and version 0.4 of units with a fractional quantity. */
const OTHER_LETTERS = ['p', 'f'];

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
});

const shown = async (from = event) => (await ada.budgetsOf(from))[0];

describe.each(Object.entries(VALUES))('%s', (name, [first, other]) => {
  it('is created, changed, kept by other changes and cleared, and the history has it', async () => {
    const budget = await ada.newBudget(event, { [name]: first });
    expect(await shown()).toMatchObject({ [name]: first });
    const changed = await recorded(ada.token, event, () => ada.updateBudget(budget, { [name]: other }));
    expect([changed.status, await shown()]).toMatchObject([200, { [name]: other }]);
    const [newest] = await historyOf(ada.token, event);
    expect(newest?.changes).toMatchObject([{ before: { [name]: first }, after: { [name]: other } }]);
    expect((await ada.updateBudget(budget, { amount: 7 })).status).toBe(200);
    expect(await shown()).toMatchObject({ amount: 7, [name]: other });
    expect((await ada.updateBudget(budget, { [name]: null })).status).toBe(200);
    expect(await shown()).not.toHaveProperty(name);
  });

  it('is in files, and one that nobody edited changes nothing', async () => {
    for (const fields of [{ [name]: first }, { [name]: other }, {}]) await ada.newBudget(event, fields);
    const { text } = await ada.exportBudgets(event, { include: 'version' });
    // Some programs save other line breaks.
    for (const file of [text, text.replaceAll('\r\n', '\n')]) {
      const { status, body } = await rejected(() => ada.importFile(event, file));
      expect([status, body]).toMatchObject([201, { created_count: 0, changed_count: 0 }]);
    }
    const added = await ada.newEvent();
    expect((await ada.importFile(added, (await ada.exportBudgets(event)).text)).status).toBe(201);
    const [one, two, three] = await ada.budgetsOf(added);
    expect([one, two]).toMatchObject([{ [name]: first }, { [name]: other }]);
    expect(three).not.toHaveProperty(name);
  });
});

it('all of them have a letter of their own', () => {
  const letters = Object.keys(storedBudget({}));
  const free = [...'abcdefghijklmnopqrstuvwxyz'].filter(
    (each) => ![...letters, ...OTHER_LETTERS].includes(each),
  );
  const advice = `Store it as one of ${free}.`;
  expect(letters, advice).toHaveLength(Object.keys({ ...budgetFields.shape, payments: [] }).length);
  expect(
    OTHER_LETTERS.filter((each) => letters.includes(each)),
    advice,
  ).toEqual([]);
});

it('all of them are kept beside each other, in a copy, and in their order in a file', async () => {
  await ada.newBudget(event, all);
  expect(await shown()).toMatchObject(all);
  const { id } = await ada.copy(event, { event_date: '2028-07-04' });
  // Due dates move with the event.
  expect(await shown({ id })).toMatchObject({ ...all, due_date: expect.any(String) });
  const [header = ''] = (await ada.exportBudgets(event)).text.replace('\ufeff', '').split('\r\n');
  expect(header.split(',').filter((column) => column in all)).toEqual(Object.keys(VALUES));
});
