import { call } from './demo-client.js';

const DAY_MS = 86_400_000;

/** @param {number} days */
const inDays = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const LINES = [
  { name: 'Venue', category: 'Place', vendor: 'Old Mill', amount: 4200, spent: 1000, due_date: inDays(30) },
  { name: 'Dinner', category: 'Food', vendor: 'Ada & Co.', amount: 2600, due_date: inDays(170), paid: false },
  { name: 'Rings', category: 'Dress', amount: 900, spent: 900, due_date: inDays(-60), paid: true },
  { name: 'Cards', category: 'Paper', vendor: 'Letterpress', amount: 180, due_date: inDays(-7), paid: false },
  { name: 'Gift', category: 'Family', kind: 'income', amount: 2500, spent: 500, note: 'From grandmother' },
];

/** Plans a wedding, prints what is planned and what is to be paid, and makes a plan for next year of it. */
export async function planWedding() {
  const wedding = { name: 'Wedding', event_date: inDays(200), currency: 'EUR', limit_amount: 8000 };
  const { location } = await call('POST', '/events/create', wedding);
  const budgets = `${location.replace('/view', '')}/budgets`;
  for (const line of LINES) await call('POST', `${budgets}/create`, line);
  const { summary } = await call('GET', budgets);
  const { data: unpaid } = await call('GET', `${budgets}?kind=expense&paid=false`);
  const anniversary = { name: 'Anniversary', event_date: inDays(565) };
  const { location: copy } = await call('POST', location.replace('/view', '/copy'), anniversary);
  await call('GET', copy);
  printSummary(summary);
  printPayments(unpaid);
  for (const event of [location, copy]) await call('POST', event.replace('/view', '/delete'));
}

/** @param {any} summary */
function printSummary({ categories, limit_amount, left, ...total }) {
  printTable(
    ['', 'Planned', 'Spent', 'Remaining', 'Income'],
    [...categories, { category: 'Total', ...total }].map((sums) => [
      sums.category,
      ...[sums.total_amount, sums.total_spent, sums.remaining, sums.total_income].map(inEuros),
    ]),
  );
  console.log(`\nOf the limit of ${inEuros(limit_amount)}, ${inEuros(left)} are left.`);
}

/** @param {any[]} budgets */
function printPayments(budgets) {
  printTable(
    ['To pay', 'Vendor', 'Amount', 'Due', ''],
    budgets
      .toSorted((one, other) => one.due_date.localeCompare(other.due_date))
      .map(({ name, vendor, amount, spent, due_date }) => [
        ...[name, vendor, inEuros(amount - spent), due_date],
        due_date < inDays(0) ? 'overdue' : '',
      ]),
  );
}

/** @param {number | undefined} amount */
const inEuros = (amount) => amount?.toFixed(2) ?? '';

/**
 * Prints a table whose first column is aligned to the left.
 * @param {string[]} head
 * @param {string[][]} rows
 */
function printTable(head, rows) {
  const widths = head.map((_, n) => Math.max(...[head, ...rows].map((row) => row[n]?.length ?? 0)));
  /** @param {string[]} row */
  const lineOf = ([first = '', ...rest]) =>
    [first.padEnd(widths[0] ?? 0), ...rest.map((cell, n) => cell.padStart(widths[n + 1] ?? 0))].join('  ');
  console.log(`\n${[head, widths.map((width) => '-'.repeat(width)), ...rows].map(lineOf).join('\n')}`);
}
