import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Line, SharedEvent, Table } from '../../../lib/system/browser/shared-content.js';
import { contentOf, readerOf } from '../../../lib/system/browser/shared-content.js';
import en from '../../../lib/system/browser/text-en.js';

const FILES = globSync('lib/system/browser/text-*.js').sort();
const LANGUAGES = FILES.map((file) => file.replace(/.*text-(.*)\.js/, '$1'));
const textsOf = async (language: string): Promise<typeof en> =>
  (await import(`../../../lib/system/browser/text-${language}.js`)).default;

const textOf = (line: Line): string =>
  line.map((part) => (typeof part === 'string' ? part : part.isolated)).join('');

type Item = NonNullable<SharedEvent['budgets']>[number];
const item = (name: string, amount: number, spent: number, more: Partial<Item> = {}): Item => ({
  ...{ name, category: name, amount, spent, to_pay: Math.max(0, amount - spent) },
  ...more,
});

function sumsOf(items: Item[]) {
  const sumOf = (of: (item: Item) => number) => items.reduce((sum, each) => sum + of(each), 0);
  return {
    total_amount: sumOf(({ amount }) => amount),
    total_spent: sumOf(({ spent }) => spent),
    to_pay: sumOf(({ to_pay = 0 }) => to_pay),
  };
}

/** An event as the service shows it. */
function eventOf(budgets: Item[], fields: Partial<SharedEvent> = {}): SharedEvent {
  const expenses = budgets.filter(({ kind }) => kind !== 'income');
  const sums = sumsOf(expenses);
  const categories = [...Map.groupBy(expenses, ({ category }) => category)].map(([category, some]) => ({
    category,
    ...sumsOf(some),
  }));
  const { limit_amount: limit } = fields;
  const over_limit = limit !== undefined && Math.max(sums.total_amount, sums.total_spent) > limit;
  const limited = limit !== undefined && { left: limit - sums.total_amount, over_limit };
  const summary = { ...sums, ...limited, categories };
  const event = { name: 'Party', description: '', event_date: '2027-07-04', currency: 'EUR' };
  return { ...event, summary, payments_due: [], budgets, ...fields };
}

const shown = (event: SharedEvent, options: Partial<Parameters<typeof contentOf>[1]> = {}) =>
  contentOf(event, { texts: en, locale: 'en-GB', today: '2027-06-01', digits: 2, ...options });

const rowsOf = ({ groups }: Table) =>
  groups.flatMap(({ name, amounts = [], rows }) => [
    ...(name ? [[textOf(name), ...amounts].join('|')] : []),
    ...rows.map((row) =>
      [row.name, ...row.notes.map(({ line }) => line)].map(textOf).concat(row.amounts).join('|'),
    ),
  ]);
const tableOf = (event: SharedEvent, id: string): string[] =>
  shown(event).tables.flatMap((table) => (table.id === id ? rowsOf(table) : []));
const notesOf = (event: SharedEvent): string[] =>
  shown(event).legend.flatMap(({ note }) => (note ? [textOf(note.line)] : []));

const OVERSPENT = item('Flowers', 450, 850);
const OVERBOOKED = item('Lights', 100, 0, { to_pay: 150, payments: [{ amount: 150, paid: false }] });

describe('the sentences', () => {
  const due = (due_date: string, name = 'Cards') => ({ due_date, name, category: 'Paper', amount: 180 });
  const plain = [item('Cards', 500, 320)];
  const told = (event: SharedEvent) => shown(event).sentences.map(textOf).join(' ');

  it.each<[Item[], number | undefined, string]>([
    [[], undefined, 'Nothing is planned yet.'],
    [[item('Undecided', 0, 0)], undefined, ''],
    [[item('Rings', 900, 900)], undefined, 'Nothing left to pay.'],
    [plain, undefined, '€180.00 still to pay.'],
    [plain, 620, '€180.00 still to pay. €120.00 under the limit.'],
    [plain, 500, '€180.00 still to pay.'],
    [plain, 400, '€180.00 still to pay. €100.00 over the limit.'],
    // Its 400.00 more than planned use up what the plan has left.
    [[OVERSPENT], 900, 'Nothing left to pay. €50.00 under the limit.'],
  ])('of %j with a limit of %s', (items, limit_amount, text) => {
    expect(told(eventOf(items, limit_amount ? { limit_amount } : {}))).toBe(text);
  });

  it.each([
    [[due('2027-06-01'), due('2027-06-02')], 'Next: €180.00 for Cards on 1 June.'],
    [[due('2028-01-09')], 'Next: €180.00 for Cards on 9 January 2028.'],
    [[due('2027-05-31')], 'Next: €180.00 for Cards, overdue since 31 May.'],
    [[due('2027-06-02'), due('2027-06-02', 'Wine')], 'Next: €360.00 on 2 June.'],
    [[due('2027-05-02'), due('2027-05-02', 'Wine')], 'Next: €360.00, overdue since 2 May.'],
    // A link of categories names no item.
    [[{ due_date: '2027-06-02', category: 'Paper', amount: 180 }], 'Next: €180.00 on 2 June.'],
  ])('of payments on %j', (payments_due, text) => {
    expect(told(eventOf(plain, { payments_due }))).toBe(`€180.00 still to pay. ${text}`);
  });
});

describe('the legend', () => {
  it('explains what some items cost more: one sum of both causes, and the parts at their items', () => {
    const event = eventOf([item('Venue', 1000, 200), OVERSPENT, OVERBOOKED]);
    const { total_amount, total_spent, to_pay } = event.summary;
    expect([total_amount - total_spent, to_pay]).toEqual([500, 950]);
    expect(notesOf(event)).toEqual(['€450.00 of it because some items cost more than planned']);
    expect(tableOf(event, 'all-items')).toEqual([
      'Venue|Venue|1,000.00|200.00|800.00',
      'Flowers|Flowers|€400.00 more than planned|450.00|850.00|paid',
      'Lights|Lights|€50.00 more than planned|150.00 to pay|100.00|–|150.00',
    ]);
  });

  it.each<[string, SharedEvent, string[]]>([
    ['nothing of a plan that is kept', eventOf([item('Venue', 1000, 200)]), []],
    ['no part of less', eventOf([OVERSPENT, item('Cards', 100, 0)]), ['€400.00 more than planned']],
    ['room', eventOf([item('Venue', 1000, 0)], { limit_amount: 1120 }), ['€120.00 left']],
    ['too much', eventOf([item('Venue', 1000, 0)], { limit_amount: 900 }), ['€100.00 over']],
    ['no exact fractions', eventOf([item('A', 0.3, 0.1, { to_pay: 0.2 })]), []],
    [
      'no room that dearer items use up',
      eventOf([OVERBOOKED, OVERSPENT], { limit_amount: 900 }),
      ['€450.00 more than planned', ''],
    ],
  ])('says %s', (_, event, notes) => {
    expect(notesOf(event)).toEqual(notes);
  });
});

describe('the bar', () => {
  const partsOf = (event: SharedEvent) => {
    const { bar, limit } = shown(event);
    return [...bar.map(({ kind, percent }) => `${kind} ${percent}`), ...(limit ? [limit] : [])];
  };

  it('has what was spent, what is left, and what exceeds the plan', () => {
    expect(partsOf(eventOf([item('Venue', 1000, 250)]))).toEqual(['spent 25', 'left 75']);
    expect(partsOf(eventOf([item('Venue', 1000, 1250)]))).toEqual(['spent 80', 'over 20']);
    expect(partsOf(eventOf([]))).toEqual([]);
  });

  it('marks the limit, and says if it is exceeded', () => {
    const event = (limit_amount: number) => eventOf([item('Venue', 1000, 250)], { limit_amount });
    expect(partsOf(event(500))).toEqual(['spent 25', 'left 75', { percent: 50, isOver: true }]);
    expect(partsOf(event(2000))).toEqual(['spent 12.5', 'left 37.5', { percent: 100, isOver: false }]);
  });
});

describe('the tables', () => {
  it('have the rest that no payment covers', () => {
    const payments = [
      { amount: 7500, paid: true, due_date: '2027-05-01' },
      { amount: 5000, paid: false, due_date: '2027-07-01' },
      { amount: 2500, paid: false },
    ];
    const catering = item('Catering', 17_500, 7500, { payments, due_date: '2027-09-01' });
    const rows = (budget: Item) =>
      tableOf(eventOf([budget]), 'all-items')
        .join()
        .split('|')
        .slice(2, -3);
    const parts = ['7,500.00 paid', '5,000.00 to pay on 1 Jul 2027', '2,500.00 to pay'];
    expect(rows({ ...catering, to_pay: 10_000 })).toEqual([...parts, '2,500.00 to pay on 1 Sept 2027']);
    expect(rows({ ...catering, to_pay: 7500 })).toEqual(parts);
  });

  it('have a dash for nothing, and say what is paid', () => {
    const gift = item('Gift', 500, 500, { kind: 'income', to_receive: 0 });
    const event = eventOf([item('Rings', 900, 900), item('Later', 0, 0), gift]);
    expect(tableOf(event, 'all-items')).toEqual(['Rings|Rings|900.00|900.00|paid', 'Later|Later|–|–|–']);
    expect(tableOf(event, 'income')).toEqual(['Gift|500.00|500.00|–']);
    const incomeOf = (sums: Partial<SharedEvent['summary']>) =>
      textOf(shown({ ...event, summary: { ...event.summary, ...sums } }).income);
    expect(incomeOf({})).toBe('');
    expect(incomeOf({ total_income: 500 })).toBe('Income: €500.00 expected, €0.00 of it received');
    expect(incomeOf({ total_income: 0, total_received: 7 })).toContain('€0.00 expected, €7.00');
  });

  it('say of income what was received and what is to come', () => {
    const payments = [
      { amount: 300, paid: true, due_date: '2027-05-01' },
      { amount: 500, paid: false, due_date: '2027-02-02' },
      { amount: 100, paid: false },
    ];
    const income = { kind: 'income', to_receive: 600, due_date: '2027-03-01' };
    const event = eventOf([
      item('Sponsor', 0, 300, { ...income, payments }),
      item('Gift', 500, 0, { ...income, to_receive: 500 }),
    ]);
    expect(tableOf(event, 'income')).toEqual([
      'Sponsor|Received · 300.00|To come · 500.00 · 2 Feb 2027|To come · 100.00|–|300.00|600.00',
      'Gift|To come · 1 Mar 2027|500.00|–|500.00',
    ]);
  });

  it('group days by the months of their calendar', () => {
    const payments_due = [1, 2].map((day) => ({ due_date: `2027-07-0${day}`, category: '', amount: 5 }));
    const [table] = shown(eventOf([], { payments_due }), { locale: 'ar-SA' }).tables;
    expect(textOf(table?.groups[0]?.name ?? [])).toBe('يوليو ٢٠٢٧');
  });

  it('have no categories if each has one item', () => {
    const idsOf = (items: Item[]) => shown(eventOf(items)).tables.map(({ id }) => id);
    const wine = item('Wine', 10, 0, { category: 'Food' });
    expect(idsOf([wine, item('Venue', 10, 0)])).toEqual(['all-items']);
    expect(idsOf([wine, { ...wine, name: 'Dinner' }])).toEqual(['by-category', 'all-items']);
    const { budgets: _, ...sumsOnly } = eventOf([wine]);
    expect(shown(sumsOnly).tables.map(({ id }) => id)).toEqual(['by-category']);
  });
});

describe('the reader', () => {
  it.each([
    [['de-AT', 'en'], 'de-AT', 'de'],
    [['cs', 'fr-CA'], 'fr-CA', 'fr'],
    [['cs', 'zh-CN'], 'en', 'en'],
    [[], 'en', 'en'],
    [['en-US@posix', 'de'], 'de', 'de'],
  ])('of %j gets words and formats of %s', (languages, locale, language) => {
    expect(readerOf(languages)).toEqual({ locale, language });
  });

  it('gets each language that has texts', () => {
    expect(LANGUAGES.map((language) => readerOf([language]).language)).toEqual(LANGUAGES);
  });
});

describe.each(LANGUAGES)('the texts of %s', (language) => {
  const valuesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

  it('are all there, with the same values as in English', async () => {
    const texts = await textsOf(language);
    const before = Object.entries(en).map(([name, text]) => [name, valuesIn(text)]);
    expect(Object.entries(texts).map(([name, text]) => [name, valuesIn(text)])).toEqual(before);
    for (const text of Object.values(texts)) expect(text.trim()).toMatch(/./);
    expect(texts.direction).toBe(language === 'ar' ? 'rtl' : 'ltr');
  });
});
