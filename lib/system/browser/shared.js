/** @typedef {{ total_amount: number, total_spent: number, to_pay: number }} Sums */
/** @typedef {{ total_income?: number, total_received?: number, to_receive?: number }} IncomeSums */
/** @typedef {{ due_date?: string, name?: string, category: string, amount: number }} Due */
/** @typedef {{ due_date?: string, amount: number, paid: boolean }} Payment */
/** @typedef {{ name: string, category: string, kind?: string, amount: number, spent: number, to_pay?: number, to_receive?: number, due_date?: string, payments?: Payment[] }} Budget */
/**
 * @typedef {object} SharedEvent
 * @property {string} name
 * @property {string} description
 * @property {string} event_date
 * @property {string} [currency]
 * @property {number} [guests]
 * @property {number} [limit_amount]
 * @property {Sums & IncomeSums & { left?: number, over_limit?: boolean, categories: (Sums & { category: string })[] }} summary
 * @property {Due[]} payments_due
 * @property {Budget[]} [budgets]
 */

/** This many lines get links to the sections, and two columns on paper. */
const MANY = 40;
const OF_EXPENSES = ['Planned', 'Spent', 'Still to pay'];
const OF_INCOME = ['Expected', 'Received', 'To come'];

/** @param {string} id */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(id);
  return found;
}

const service = document.title.replace(/^.* – /, '');
const field = /** @type {HTMLInputElement} */ (byId('token'));
const { languages } = navigator;
const { locale } = new Intl.DateTimeFormat(languages).resolvedOptions();

/** In a link or in what was pasted. White space and invisible characters are ignored. @param {string} text */
const tokenIn = (text) => /ebs_[0-9a-f]{88}/.exec(text.replaceAll(/[^!-~]/g, ''))?.[0];

// No text is taken for HTML.
/** @param {string} name @param {Record<string, string>} attributes @param {(string | Node)[]} inside */
function element(name, attributes, ...inside) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...inside);
  return made;
}

/** A text in any direction, which changes no order around it. @param {string} text */
const isolated = (text) => element('bdi', {}, text);

/** @param {string} category */
const categoryName = (category) => (category ? isolated(category) : 'No category');

/** @param {Intl.DateTimeFormatOptions} options */
function dayFormat(options) {
  // A day is the same everywhere.
  const format = new Intl.DateTimeFormat(languages, { ...options, timeZone: 'UTC' });
  /** @param {string} day */
  return (day) => element('time', { datetime: day, dir: 'auto', lang: locale }, format.format(new Date(day)));
}
const longDay = dayFormat({ dateStyle: 'full' });
const shortDay = dayFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const monthOf = dayFormat({ month: 'long', year: 'numeric' });

/** By the reader's calendar. */
const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/** @param {{ amount: number }[]} all */
const sumOf = (all) => all.reduce((sum, { amount }) => sum + amount, 0);

/**
 * Older browsers have no `Map.groupBy`.
 * @template Each
 * @param {Each[]} all
 * @param {(each: Each) => string} keyOf
 */
function grouped(all, keyOf) {
  /** @type {Map<string, Each[]>} */
  const groups = new Map();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return [...groups];
}

/**
 * Draws the spent part of the planned amount, and the excess. The largest amount takes the full width.
 * @param {number} planned
 * @param {number} spent
 * @param {number} largest
 */
function bar(planned, spent, largest, kind = '') {
  const made = element('div', { class: `bar ${kind}`, 'aria-hidden': 'true' });
  const amounts = { planned, over: spent > planned ? spent : 0, spent: Math.min(planned, spent) };
  for (const [name, amount] of Object.entries(amounts)) {
    if (amount <= 0) continue;
    const part = element('i', { class: name });
    part.style.width = `${(amount / largest) * 100}%`;
    made.append(part);
  }
  return made;
}

// The roles are for phones, on which the styles make blocks of tables.
/** @param {Record<string, string>} attributes @param {(string | Node)[]} inside */
const cell = (attributes, ...inside) => element('td', { role: 'cell', ...attributes }, ...inside);
/** @param {Record<string, string>} attributes @param {(string | Node)[]} inside */
const header = (attributes, ...inside) =>
  element('th', { scope: 'row', role: 'rowheader', ...attributes }, ...inside);
/** @param {Node[]} cells */
const row = (...cells) => element('tr', { role: 'row' }, ...cells);
/** @param {Node[]} rows */
const body = (...rows) => element('tbody', { role: 'rowgroup' }, ...rows);
/** @param {Node[]} cells */
const total = (...cells) => element('tfoot', { role: 'rowgroup' }, row(...cells));

/**
 * Rows below the name of their group, which has sums if there are several.
 * @param {string | Node} name
 * @param {number} columns those of the name
 * @param {Node[]} sums
 * @param {Node[]} rows
 */
function group(name, columns, sums, rows) {
  const span = `${columns}`;
  const first = row(header({ scope: 'rowgroup', colspan: span, 'aria-colspan': span }, name), ...sums);
  first.className = 'group';
  return body(first, ...rows);
}

/**
 * @param {{ name: string, unit: string, texts: string[], amounts: string[], kind?: string, isLong?: boolean }} about
 * @param {Node[]} groups
 */
function table({ name, unit, texts, amounts, kind = 'wide', isLong = false }, ...groups) {
  const id = name.toLowerCase().replaceAll(' ', '-');
  /** @param {string} style */
  const head = (style) => (/** @type {string} */ column) =>
    element('th', { scope: 'col', role: 'columnheader', class: style }, column);
  return element(
    'section',
    { class: isLong ? 'long' : '' },
    element('h2', { id, tabindex: '-1' }, name, element('span', { class: 'unseen' }, unit)),
    element(
      'table',
      { role: 'table', class: kind, 'aria-labelledby': id },
      element('thead', { role: 'rowgroup' }, row(...texts.map(head('')), ...amounts.map(head('amount')))),
      ...groups,
    ),
  );
}

/** Buttons, because links would replace the fragment, which has the token. @param {HTMLElement[]} sections */
function links(sections) {
  const buttons = sections.map((section) => {
    const heading = section.querySelector('h2');
    const button = element('button', { type: 'button' }, heading?.firstChild?.textContent ?? '');
    button.addEventListener('click', () => {
      heading?.scrollIntoView();
      heading?.focus({ preventScroll: true });
    });
    return button;
  });
  return element('nav', { 'aria-label': 'Sections' }, ...buttons);
}

/** @param {SharedEvent} event */
function guestsIn({ guests = 0 }) {
  if (guests === 0) return [];
  const count = isolated(new Intl.NumberFormat(languages).format(guests));
  return [' · ', count, guests === 1 ? ' guest' : ' guests'];
}

/** @param {SharedEvent} event @param {number} digits fractional digits of all amounts */
function show(event, digits) {
  const { summary, budgets = [], payments_due, currency, limit_amount } = event;
  const { total_amount, total_spent, to_pay, total_income, total_received = 0, to_receive = 0 } = summary;
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const plain = new Intl.NumberFormat(languages, fixed);
  const whole = currency
    ? new Intl.NumberFormat(languages, { ...fixed, style: 'currency', currency })
    : plain;
  const unit = currency ? ` (${currency})` : '';
  /** @param {number} amount */
  const money = (amount) => isolated(whole.format(amount));

  /**
   * @param {string[]} labels
   * @param {number[]} amounts
   * @param {number} [over] by how much the second exceeds the first
   */
  const amountCells = (labels, amounts, over = 0) =>
    amounts.map((amount, n) =>
      cell(
        { class: 'amount', 'data-label': labels[n] ?? '' },
        isolated(plain.format(amount)),
        ...(n === 1 && over > 0
          ? [' ', element('small', { class: 'over' }, isolated(plain.format(over)), ' over')]
          : []),
      ),
    );
  /** @param {Sums} sums */
  const expenseCells = ({ total_amount: planned, total_spent: spent, to_pay: left }) =>
    amountCells(OF_EXPENSES, [planned, spent, left], spent - planned);

  function sums() {
    /** @param {string} name @param {number} amount @param {(string | Node)[]} words */
    const one = (name, amount, words = [], style = '') =>
      element(
        'div',
        {},
        element('dt', {}, name),
        element('dd', {}, money(amount), element('small', { class: style }, ...words)),
      );
    const all = [one('Planned', total_amount)];
    const percent = new Intl.NumberFormat(languages, { style: 'percent' });
    if (total_spent > total_amount)
      all.push(one('Spent', total_spent, [money(total_spent - total_amount), ' over the plan'], 'over'));
    else if (total_amount > 0) {
      const share = isolated(percent.format(total_spent / total_amount));
      all.push(one('Spent', total_spent, [share, ' of the plan']));
    } else all.push(one('Spent', total_spent));
    all.push(one('Still to pay', to_pay));
    if (limit_amount !== undefined && summary.over_limit) {
      const over = Math.max(total_amount, total_spent) - limit_amount;
      all.push(one('Limit', limit_amount, [money(over), ' over'], 'over'));
    } else if (limit_amount !== undefined)
      // More may have been spent than is planned, so this isn't what is free.
      all.push(one('Limit', limit_amount, [money(limit_amount - total_amount), ' not planned']));
    if (total_income !== undefined)
      all.push(one('Income', total_income, [money(total_received), ' received']));
    return element('dl', { class: 'sums' }, ...all);
  }

  function categories() {
    const some = summary.categories.filter((sums) => sums.total_amount > 0 || sums.total_spent > 0);
    const largest = Math.max(...some.map((sums) => Math.max(sums.total_amount, sums.total_spent)));
    const rows = some.map((sums) => {
      const drawn = bar(sums.total_amount, sums.total_spent, largest);
      return row(header({}, categoryName(sums.category), drawn), ...expenseCells(sums));
    });
    const about = { name: 'By category', unit, texts: ['Category'], amounts: OF_EXPENSES };
    return table(about, body(...rows), total(header({}, 'Total'), ...expenseCells(summary)));
  }

  /** @param {Due} due */
  const dueRow = ({ due_date, name, category, amount }) =>
    row(
      cell({ class: 'day' }, due_date ? shortDay(due_date) : ''),
      header(
        {},
        name === undefined ? categoryName(category) : isolated(name),
        ...(due_date && due_date < today ? [' ', element('span', { class: 'over' }, 'overdue')] : []),
      ),
      ...amountCells(['To pay'], [amount]),
    );

  function payments() {
    const months = grouped(payments_due, ({ due_date = '' }) => due_date.slice(0, 7));
    const hasGroups = months.length < payments_due.length;
    const groups = months.map(([month, dues]) => {
      const rows = dues.map(dueRow);
      // The day of a payment tells its month, but a row without a heading would seem to be of the month above.
      if (month && !hasGroups) return body(...rows);
      const cells = dues.length > 1 ? amountCells(['To pay'], [sumOf(dues)]) : [];
      return group(month ? monthOf(`${month}-01`) : 'No date yet', cells.length > 0 ? 2 : 3, cells, rows);
    });
    const isLong = payments_due.length >= MANY;
    const about = { name: 'Still to pay', unit, texts: ['Due', 'What'], amounts: ['Amount'], isLong };
    const all = total(header({ colspan: '2', 'aria-colspan': '2' }, 'Total'), ...amountCells([''], [to_pay]));
    return table({ ...about, kind: 'dues' }, ...groups, all);
  }

  /** @param {Payment} payment */
  const part = ({ due_date, amount, paid }) =>
    element(
      'li',
      {},
      isolated(plain.format(amount)),
      paid ? ' paid' : ' to pay',
      ...(due_date && !paid ? [' on ', shortDay(due_date)] : []),
    );

  /** @param {Budget} budget @param {HTMLElement[]} parts what stands first below its name */
  function budgetRow(budget, ...parts) {
    const { name, kind, amount, spent, due_date, payments = [] } = budget;
    const left = budget.to_pay ?? budget.to_receive ?? 0;
    parts.push(...payments.map(part));
    if (due_date && payments.length === 0 && spent < amount)
      parts.push(element('li', { class: 'due' }, 'due on ', shortDay(due_date)));
    const list = parts.length > 0 ? [element('ul', { class: 'parts' }, ...parts)] : [];
    const amounts = [amount, spent, left];
    return row(
      header({}, isolated(name), ...list),
      ...(kind === 'income'
        ? amountCells(OF_INCOME, amounts)
        : amountCells(OF_EXPENSES, amounts, spent - amount)),
    );
  }

  /** Expenses of a category. @param {[string, Budget[]]} entry */
  function categoryGroup([category, some]) {
    const sums = summary.categories.find((each) => each.category === category);
    const cells = sums && some.length > 1 ? expenseCells(sums) : [];
    const rows = some.map((budget) => budgetRow(budget));
    return group(categoryName(category), cells.length > 0 ? 1 : 4, cells, rows);
  }

  /** By category, or each with its own. @param {Budget[]} expenses */
  function lines(expenses) {
    const groups = grouped(expenses, ({ category }) => category);
    const hasGroups = groups.length < expenses.length;
    const bodies = hasGroups
      ? groups.map(categoryGroup)
      : [body(...expenses.map((each) => budgetRow(each, element('li', {}, categoryName(each.category)))))];
    const isLong = expenses.length >= MANY;
    const about = { name: 'All budgets', unit, texts: ['Budget'], amounts: OF_EXPENSES, isLong };
    return table(about, ...bodies, total(header({}, 'Total'), ...expenseCells(summary)));
  }

  /** @param {Budget[]} income */
  function incomeLines(income) {
    const amounts = amountCells(OF_INCOME, [total_income ?? 0, total_received, to_receive]);
    const foot = income.length > 1 ? [total(header({}, 'Total'), ...amounts)] : [];
    const about = { name: 'Income', unit, texts: ['From'], amounts: OF_INCOME };
    return table(about, body(...income.map((budget) => budgetRow(budget))), ...foot);
  }

  const income = budgets.filter(({ kind }) => kind === 'income');
  const expenses = budgets.filter(({ kind }) => kind !== 'income');
  const isPlanned = total_amount > 0 || total_spent > 0;
  const sections = [
    ...(isPlanned ? [categories()] : []),
    ...(payments_due.length > 0 ? [payments()] : []),
    ...(expenses.length > 0 ? [lines(expenses)] : []),
    ...(income.length > 0 ? [incomeLines(income)] : []),
  ];
  const shown = byId('event');
  shown.replaceChildren(
    element('p', { class: 'facts' }, longDay(event.event_date), ...guestsIn(event)),
    ...(event.description ? [element('p', { class: 'about', dir: 'auto' }, event.description)] : []),
    sums(),
    ...(isPlanned ? [bar(total_amount, total_spent, Math.max(total_amount, total_spent), 'whole')] : []),
    ...(budgets.length >= MANY ? [links(sections)] : []),
    ...sections,
    ...(sections.length === 0 ? [element('p', { class: 'nothing' }, 'Nothing is planned yet.')] : []),
  );
  // Columns are wide enough for the largest amount, so they are the same in all rows.
  const largest = Math.max(total_amount, total_spent, total_income ?? 0);
  shown.style.setProperty('--sum', `${whole.format(Math.max(largest, limit_amount ?? 0)).length}ch`);
  shown.style.setProperty('--amount', `${plain.format(largest).length}ch`);
  byId('title').replaceChildren(event.name);
  document.title = `${event.name} – ${service}`;
  const now = new Intl.DateTimeFormat(languages, { dateStyle: 'long', timeStyle: 'short' }).format();
  byId('shown').replaceChildren(
    'As of ',
    element('time', { dir: 'auto', lang: locale }, now),
    `. ${service}`,
  );
}

/** @param {{ text?: string, isSeen?: boolean, asks?: boolean, retries?: boolean }} state */
function tell({ text = '', isSeen = true, asks = false, retries = false }) {
  const message = byId('message');
  message.textContent = text;
  message.className = isSeen ? '' : 'unseen';
  byId('ask').hidden = !asks;
  byId('again').hidden = !retries;
}

/** @param {string} token */
async function showEventOf(token) {
  const answer = await fetch('/shared-event', {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(20_000),
  });
  if (answer.status === 401)
    return tell({
      text: 'This link is wrong, or it has ended. Ask whoever sent it for a new one.',
      asks: true,
    });
  if (!answer.ok) return tell({ text: 'The service is busy. Try again in a moment.', retries: true });
  const text = await answer.text();
  const [, fraction = ''] = /"total_amount":-?\d+(?:\.(\d+))?/.exec(text) ?? [];
  show(JSON.parse(text).data, fraction.length);
  tell({ text: 'Budget shown', isSeen: false });
  byId('print').hidden = false;
}

async function load() {
  const token = tokenIn(location.href);
  if (!token) return tell({ asks: true });
  tell({ text: 'Loading …' });
  await showEventOf(token).catch(() =>
    tell({ text: 'The budget can’t be loaded. Are you online?', retries: true }),
  );
}

/** Without the address, which browsers print on the paper: it has the token. */
function printPage() {
  const { href } = location;
  history.replaceState(null, '', '/shared');
  addEventListener('afterprint', () => history.replaceState(null, '', href), { once: true });
  print();
}

field.addEventListener('input', () => {
  const isToken = field.value === '' || tokenIn(field.value);
  field.setCustomValidity(isToken ? '' : 'Copy the whole link. Its token begins with “ebs_”.');
});
byId('ask').addEventListener('submit', (submission) => {
  submission.preventDefault();
  history.replaceState(null, '', `/shared#token=${tokenIn(field.value)}`);
  return load();
});
byId('again').addEventListener('click', load);
byId('print').addEventListener('click', printPage);
// Another link in the same tab changes nothing but the fragment.
addEventListener('hashchange', () => location.reload());
// A gateway that has encoded the `#` has put the token into the path, which a reload would send.
const inPath = tokenIn(location.pathname);
if (inPath) history.replaceState(null, '', `/shared#token=${inPath}`);
await load();

export {};
