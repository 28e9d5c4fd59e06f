import { setTimeout } from 'node:timers/promises';
import { actAs, call, currentToken } from './demo-client.js';

const DAY_MS = 86_400_000;

/** @param {number} days */
const inDays = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** A file as a spreadsheet program saves it. */
const FILE = [
  'name,category,kind,vendor,amount,spent,due_date,unit_amount,per_guest',
  `Venue,Place,,Old Mill,4200,1000,${inDays(30)},,`,
  'Dinner,Food,,Ada & Co.,,,,32.50,TRUE',
  `Rings,Dress,,,900,900,${inDays(-60)},,`,
  `Cards,Paper,,Letterpress,180,,${inDays(-7)},,`,
  'Gift,Family,income,,2500,500,,,',
].join('\r\n');

/**
 * Plans a wedding from a file, prints what is planned and what is to be paid, and makes a plan for next year of it. Returns the
 * path of the wedding.
 * @param {string} password
 */
export async function planWedding(password) {
  const wedding = {
    name: 'Wedding of Ada and Charles',
    description: 'In the garden of the Old Mill',
    event_date: inDays(200),
    currency: 'EUR',
    limit_amount: 8000,
    guests: 70,
  };
  const { location } = await call('POST', '/events/create', wedding);
  const budgets = `${location.replace('/view', '')}/budgets`;
  await importByScript(budgets, password);
  await call('POST', `${budgets}/estimate`);
  await call('POST', location.replace('/view', '/update'), { guests: 80 });
  const { data: planned } = await call('GET', budgets);
  const dinner = planned.find((/** @type {{ name: string }} */ { name }) => name === 'Dinner');
  await payInParts(`${budgets}/${dinner.id}/payments`);
  const { summary } = await call('GET', budgets);
  const { data: left } = await call('GET', '/payments');
  await subscribe(password);
  await call('GET', '/summary');
  const anniversary = { name: 'Anniversary', event_date: inDays(565) };
  const { location: copy } = await call('POST', location.replace('/view', '/copy'), anniversary);
  await call('GET', copy);
  printSummary(summary);
  printPayments(left);
  await undo(location, budgets);
  await call('POST', copy.replace('/view', '/delete'));
  await call('POST', copy.replace('/events/view', '/trash/delete'));
  return location;
}

/**
 * Shares the wedding with whoever has a link. Returns the address of its page.
 * @param {string} wedding its path
 * @param {boolean} keeps whether the link is to stay
 */
export async function shareWedding(wedding, keeps) {
  const link = `${wedding.replace('/view', '')}/share-link`;
  const ada = currentToken();
  const { data } = await call('POST', `${link}/create`, { expires_on: inDays(30), show_owner: true });
  actAs('Somebody with the link', data.token);
  await call('GET', '/shared-event');
  if (keeps) return data.url;
  actAs('Ada', ada);
  await call('POST', `${link}/end`);
  return data.url;
}

/**
 * Deletes a budget and then the event by mistake.
 * @param {string} event its path
 * @param {string} budgets their path
 */
async function undo(event, budgets) {
  const { data } = await call('GET', budgets);
  await call('POST', `${budgets}/delete/${data[0].id}`);
  const history = budgets.replace('/budgets', '/history');
  await call('POST', `${history}/undo/${await deletionIn(history)}`);
  await call('POST', `${history}/clear`);
  await call('POST', event.replace('/view', '/delete'));
  await call('GET', '/trash');
  await call('POST', event.replace('/events/view', '/trash/restore'));
}

/**
 * Imports the file as a script would: with an access token instead of the password, until the token is ended.
 * @param {string} budgets their path
 * @param {string} password
 */
async function importByScript(budgets, password) {
  const ada = currentToken();
  const asked = { password, name: 'Import of the plan', access: 'write', expires_on: inDays(1) };
  const { data: created } = await call('POST', '/account/tokens/create', asked);
  actAs("Ada's script", created.token);
  await call('POST', `${budgets}/import?dry_run=true`, FILE);
  await call('POST', `${budgets}/import`, FILE);
  await call('GET', `${budgets}/export`);
  actAs('Ada', ada);
  await call('GET', '/account/tokens');
  await call('POST', `/account/tokens/end/${created.id}`);
}

/**
 * Asks for a calendar as a calendar program would, which knows nothing but its address.
 * @param {string} password
 */
async function subscribe(password) {
  const ada = currentToken();
  const asked = { password, name: "Ada's phone", access: 'calendar', expires_on: inDays(365) };
  const { data: created } = await call('POST', '/account/tokens/create', asked);
  const { pathname, search } = new URL(created.url);
  actAs("Ada's phone", '');
  await call('GET', pathname + search);
  actAs('Ada', ada);
  await call('POST', `/account/tokens/end/${created.id}`);
}

/**
 * Plans three payments of a budget, and pays the first.
 * @param {string} payments their path
 */
async function payInParts(payments) {
  const { data: deposit } = await call('POST', `${payments}/create`, { amount: 600, note: 'Deposit' });
  await call('POST', `${payments}/create`, { amount: 1000, due_date: inDays(120) });
  const rest = { amount: 1000, due_date: inDays(170) };
  await call('POST', `${payments}/create`, rest);
  const { data: mistaken } = await call('POST', `${payments}/create`, rest);
  await call('POST', `${payments}/delete/${mistaken.id}`);
  await call('POST', `${payments}/update/${deposit.id}`, { paid_on: inDays(0) });
}

/**
 * The version of the last deletion of a budget, as soon as it is recorded. Gives up after 20 seconds.
 * @param {string} history its path
 */
async function deletionIn(history) {
  for (let tries = 0; tries < 40; tries += 1) {
    const { data } = await call('GET', history);
    const deletion = data.find(isDeletion);
    if (deletion) return deletion.version;
    await setTimeout(500);
  }
  return 0;
}

/** @param {{ changes: { kind: string, change: string }[] }} entry */
const isDeletion = ({ changes }) =>
  changes.some(({ kind, change }) => kind === 'budget' && change === 'deleted');

/** @param {any} summary */
function printSummary({ categories, limit_amount, left, ...total }) {
  printTable(
    ['', 'Planned', 'Spent', 'To pay', 'Income'],
    [...categories, { category: 'Total', ...total }].map((sums) => [
      sums.category,
      ...[sums.total_amount, sums.total_spent, sums.to_pay, sums.total_income].map(inEuros),
    ]),
  );
  console.log(`\nOf the limit of ${inEuros(limit_amount)}, ${inEuros(left)} are left.`);
}

/** @param {any[]} payments */
function printPayments(payments) {
  printTable(
    ['To pay', 'Vendor', 'Amount', 'Due', ''],
    payments.map(({ name, vendor, amount, due_date }) => [
      ...[name, vendor, inEuros(amount), due_date],
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
