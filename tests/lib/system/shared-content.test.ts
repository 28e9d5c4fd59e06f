import { globSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  contentOf,
  type Line,
  readerOf,
  type SharedEvent,
  type Table,
} from '../../../lib/system/browser/shared-content.js';
import en from '../../../lib/system/browser/text-en.js';

const FILES = globSync('lib/system/browser/text-*.js').sort();
const LANGUAGES = FILES.map((file) => file.replace(/.*text-(.*)\.js/, '$1'));
type Texts = typeof en;
const textsOf = async (language: string): Promise<Texts> =>
  (await import(`../../../lib/system/browser/text-${language}.js`)).default;

const textOf = (line: Line): string =>
  line.map((part) => (typeof part === 'string' ? part : part.isolated)).join('');

type Item = NonNullable<SharedEvent['budgets']>[number];
type Category = SharedEvent['summary']['categories'][number];
const item = (name: string, amount: number, spent: number, more: Partial<Item> = {}): Item => ({
  name,
  category: name,
  amount,
  spent,
  to_pay: Math.max(0, amount - spent),
  ...more,
});

const sumOf = (items: Item[], of: (item: Item) => number) => items.reduce((sum, each) => sum + of(each), 0);
const sumsOf = (items: Item[]) => ({
  total_amount: sumOf(items, ({ amount }) => amount),
  total_spent: sumOf(items, ({ spent }) => spent),
  to_pay: sumOf(items, ({ to_pay = 0 }) => to_pay),
});

/** An event as the service shows it. */
function eventOf(budgets: Item[], { limit_amount, ...fields }: Partial<SharedEvent> = {}): SharedEvent {
  const expenses = budgets.filter(({ kind }) => kind !== 'income');
  const sums = sumsOf(expenses);
  const names = [...new Set(expenses.map(({ category }) => category))];
  const categories: Category[] = names.map((category) => ({
    category,
    ...sumsOf(expenses.filter((each) => each.category === category)),
  }));
  const limited = limit_amount !== undefined && {
    left: limit_amount - sums.total_amount,
    over_limit: Math.max(sums.total_amount, sums.total_spent) > limit_amount,
  };
  return {
    name: 'Party',
    description: '',
    event_date: '2027-07-04',
    currency: 'EUR',
    ...(limit_amount !== undefined && { limit_amount }),
    summary: { ...sums, ...limited, categories },
    payments_due: [],
    budgets,
    ...fields,
  };
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

  it.each<[string, SharedEvent, string]>([
    ['nothing', eventOf([]), 'Nothing is planned yet.'],
    ['items without amounts', eventOf([item('Later', 0, 0)]), ''],
    ['all paid', eventOf([item('Rings', 900, 900)]), 'Nothing left to pay.'],
    ['no day', eventOf(plain), '€180.00 still to pay.'],
    [
      'the next payment',
      eventOf(plain, { payments_due: [due('2027-06-01'), due('2027-06-02')] }),
      '€180.00 still to pay. Next: €180.00 for Cards on 1 June.',
    ],
    [
      'a payment of another year',
      eventOf(plain, { payments_due: [due('2028-01-09')] }),
      '€180.00 still to pay. Next: €180.00 for Cards on 9 January 2028.',
    ],
    [
      'an overdue payment',
      eventOf(plain, { payments_due: [due('2027-05-31')] }),
      '€180.00 still to pay. Next: €180.00 for Cards, overdue since 31 May.',
    ],
    [
      'several payments on a day',
      eventOf(plain, { payments_due: [due('2027-06-02'), due('2027-06-02', 'Wine')] }),
      '€180.00 still to pay. Next: €360.00 on 2 June.',
    ],
    ['room', eventOf(plain, { limit_amount: 620 }), '€180.00 still to pay. €120.00 under the limit.'],
    ['no room', eventOf(plain, { limit_amount: 500 }), '€180.00 still to pay.'],
    ['too much', eventOf(plain, { limit_amount: 400 }), '€180.00 still to pay. €100.00 over the limit.'],
    [
      'the room that dearer items leave',
      eventOf([OVERSPENT], { limit_amount: 900 }),
      'Nothing left to pay. €50.00 under the limit.',
    ],
  ])('tell of %s', (_, event, text) => {
    expect(shown(event).sentences.map(textOf).join(' ')).toBe(text);
  });

  it('name no item if the link shows categories only', () => {
    const { budgets, ...event } = eventOf(plain, {
      payments_due: [{ due_date: '2027-06-02', category: 'Paper', amount: 180 }],
    });
    expect(budgets).toHaveLength(1);
    expect(shown(event).sentences.map(textOf)).toEqual(['€180.00 still to pay.', 'Next: €180.00 on 2 June.']);
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

  it('explains an open payment above the plan', () => {
    const lamp = item('Lamp', 100, 0, { to_pay: 500, payments: [{ amount: 500, paid: false }] });
    const event = eventOf([lamp]);
    expect(notesOf(event)).toEqual(['€400.00 of it because some items cost more than planned']);
    expect(tableOf(event, 'all-items')).toEqual([
      'Lamp|Lamp|€400.00 more than planned|500.00 to pay|100.00|–|500.00',
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
    expect(textOf(shown({ ...event, summary: { ...event.summary, total_income: 500 } }).income)).toBe(
      'Income: €500.00 expected, €0.00 of it received',
    );
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

describe('the facts', () => {
  it('name the owner, and until when the link works, only if the service does', () => {
    const named = { owner: 'Ada Lovelace', share_link: { expires_on: '2027-06-30' }, guests: 1200 };
    const { facts, until } = shown(eventOf([], named));
    expect([...facts, until].map(textOf)).toEqual([
      'Sunday, 4 July 2027',
      'Guests: 1,200',
      'From Ada Lovelace',
      'The link works until 30 June 2027',
    ]);
    const plain = shown(eventOf([]));
    expect([...plain.facts, plain.until].map(textOf)).toEqual(['Sunday, 4 July 2027', '']);
  });

  it('group months by the calendar of all days', () => {
    const payments_due = [1, 2].map((day) => ({ due_date: `2027-07-0${day}`, category: '', amount: 5 }));
    const [table] = shown(eventOf([], { payments_due }), { locale: 'ar-SA' }).tables;
    expect(textOf(table?.groups[0]?.name ?? [])).toBe('يوليو ٢٠٢٧');
  });
});

describe('the reader', () => {
  it.each([
    [['de-AT', 'en'], 'de-AT', 'de'],
    [['cs', 'fr-CA'], 'fr-CA', 'fr'],
    [['cs', 'zh-CN'], 'en', 'en'],
    [[], 'en', 'en'],
    [['deu', 'pt'], 'pt', 'pt'],
  ])('of %j gets words and formats of %s', (languages, locale, language) => {
    expect(readerOf(languages)).toEqual({ locale, language });
  });

  it('gets each language that has texts', () => {
    for (const language of LANGUAGES) expect(readerOf([language]).language).toBe(language);
    expect(LANGUAGES).toHaveLength(11);
  });
});

describe.each(LANGUAGES)('the texts of %s', (language) => {
  const valuesIn = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

  it('are all there, with the same values as in English', async () => {
    const texts = await textsOf(language);
    expect(Object.keys(texts)).toEqual(Object.keys(en));
    const before = Object.entries(en).map(([name, text]) => [name, valuesIn(text)]);
    expect(Object.entries(texts).map(([name, text]) => [name, valuesIn(text)])).toEqual(before);
    for (const text of Object.values(texts)) expect(text.trim()).toMatch(/./);
    expect(texts.direction).toBe(language === 'ar' ? 'rtl' : 'ltr');
  });

  it('make a page without a gap', async () => {
    const event = eventOf([OVERSPENT, OVERBOOKED, item('Wine', 10, 0, { category: 'Flowers' })], {
      limit_amount: 100,
      payments_due: [{ due_date: '2027-06-02', name: 'Lights', category: 'Lights', amount: 150 }],
    });
    const text = JSON.stringify(shown(event, { texts: await textsOf(language), locale: language }));
    expect(text).not.toMatch(/\{\w+\}|undefined|null|NaN/);
  });
});
