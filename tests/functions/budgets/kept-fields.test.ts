import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { budgetFields } from '../../../lib/plan/budget.ts';
import type { PlainFields } from '../../../lib/plan/plain-fields.ts';
import { storedBudget } from '../../../lib/plan/stored-budget.ts';
import { exportOf, importInto } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { historyOf, recorded } from '../../support/history.ts';
import { endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';
import { tableContent } from '../../support/table-content.ts';

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

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
});

const change = (path: { event_id: string; id: string }, body: object) =>
  recorded(token, event, () => call(endpoints.updateBudget.handler, { token, path, body }));
const newest = async () => (await historyOf(token, event))[0]?.changes;
const listed = async ({ id }: { id: string }) => {
  const { body } = await call(endpoints.listBudgets.handler, {
    method: 'GET',
    token,
    path: { event_id: id },
  });
  return z.array(z.looseObject({})).parse(body.data);
};
const shown = async () => (await listed(event))[0];

describe.each(Object.entries(VALUES))('%s', (name, [first, other]) => {
  it('is created, changed and cleared, and the history has it', async () => {
    const path = await newBudget(token, event, { [name]: first });
    expect(await shown()).toMatchObject({ [name]: first });
    expect((await change(path, { [name]: other })).status).toBe(200);
    expect(await shown()).toMatchObject({ [name]: other });
    expect(await newest()).toMatchObject([{ before: { [name]: first }, after: { [name]: other } }]);
    expect((await change(path, { [name]: null })).status).toBe(200);
    expect(await shown()).not.toHaveProperty(name);
  });

  it('is kept by changes of other fields', async () => {
    const path = await newBudget(token, event, { [name]: first });
    expect((await change(path, { amount: 7 })).status).toBe(200);
    expect(await shown()).toMatchObject({ amount: 7, [name]: first });
  });

  it('is in files, and one that nobody edited changes nothing', async () => {
    await newBudget(token, event, { [name]: first });
    await newBudget(token, event, { [name]: other });
    await newBudget(token, event);
    const { text } = await exportOf(token, event, {}, { include: 'version' });
    const before = await tableContent();
    // Some programs save other line breaks.
    for (const file of [text, text.replaceAll('\r\n', '\n')]) {
      const { status, body } = await importInto(token, event, file);
      expect([status, body]).toMatchObject([201, { created_count: 0, changed_count: 0 }]);
    }
    expect(await tableContent()).toEqual(before);
    const added = await newEvent(token);
    const withoutRefs = await exportOf(token, event);
    expect((await importInto(token, added, withoutRefs.text)).status).toBe(201);
    const [one, two, three] = await listed(added);
    expect([one, two]).toMatchObject([{ [name]: first }, { [name]: other }]);
    expect(three).not.toHaveProperty(name);
  });
});

describe('all of them', () => {
  it('have a letter of their own', () => {
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

  it('are kept beside each other, and in a copy', async () => {
    await newBudget(token, event, all);
    expect(await shown()).toMatchObject(all);
    const body = { event_date: '2028-07-04' };
    const copied = await call(endpoints.copy.handler, { token, path: event, body });
    const [budget] = await listed({ id: copied.id });
    // Due dates move with the event.
    expect(budget).toMatchObject({ ...all, due_date: expect.any(String) });
  });

  it('stand in a new file in their order', async () => {
    await newBudget(token, event, all);
    const { text } = await exportOf(token, event);
    const [header = ''] = text.replace('\ufeff', '').split('\r\n');
    expect(header.split(',').filter((column) => column in all)).toEqual(Object.keys(VALUES));
  });
});
