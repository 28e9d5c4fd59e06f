/**
 * @typedef {object} Sums
 * @property {number} total_amount
 * @property {number} total_spent
 * @property {number} [to_pay]
 * @property {number} [total_income]
 * @property {number} [total_received]
 */
/** @typedef {{ due_date?: string, name?: string, category: string, amount: number }} Due */
/** @typedef {{ due_date?: string, amount: number, paid: boolean }} Payment */
/** @typedef {{ name: string, category: string, kind?: string, amount: number, spent: number, due_date?: string, payments?: Payment[] }} Budget */
/**
 * @typedef {object} SharedEvent
 * @property {string} name
 * @property {string} description
 * @property {string} event_date
 * @property {string} [currency]
 * @property {number} [guests]
 * @property {number} [limit_amount]
 * @property {Sums & { left?: number, categories: (Sums & { category: string })[] }} summary
 * @property {Due[]} payments_due
 * @property {Budget[]} [budgets]
 */

/** @param {string} id */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(id);
  return found;
}

const [heading, message, again, ask, shownEvent] = ['title', 'message', 'again', 'ask', 'event'].map(byId);
const service = document.title.replace(/^.* – /, '');
const field = /** @type {HTMLInputElement} */ (byId('token'));
const { languages } = navigator;
const { locale } = new Intl.DateTimeFormat(languages).resolvedOptions();

/**
 * The token in a link or in what was pasted. White space and invisible characters are ignored.
 * @param {string} text
 */
const tokenIn = (text) => /ebs_[0-9a-f]{88}/.exec(text.replaceAll(/[^!-~]/g, ''))?.[0];

/**
 * An element with texts and elements inside. No text is taken for HTML.
 * @param {string} name
 * @param {Record<string, string>} attributes
 * @param {(string | Node)[]} inside
 */
function element(name, attributes, ...inside) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...inside);
  return made;
}

/**
 * What a person wrote, in any direction.
 * @param {string} text
 */
const written = (text) => element('bdi', {}, text);

/** @param {string} category */
const categoryName = (category) => (category ? written(category) : 'Other');

/** @param {Intl.DateTimeFormatOptions} options */
function dayFormat(options) {
  // A day is the same everywhere.
  const format = new Intl.DateTimeFormat(languages, { ...options, timeZone: 'UTC' });
  /** @param {string} day */
  return (day) => element('time', { datetime: day, lang: locale }, format.format(new Date(day)));
}
const longDay = dayFormat({ dateStyle: 'full' });
const shortDay = dayFormat({ day: 'numeric', month: 'short', year: 'numeric' });
const monthOf = dayFormat({ month: 'long', year: 'numeric' });

/** By the reader's calendar. */
const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

/**
 * Shows an event. All amounts have as many fractional digits.
 * @param {SharedEvent} event
 * @param {number} digits
 */
function show(event, digits) {
  const { summary, budgets = [], payments_due, currency } = event;
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const plain = new Intl.NumberFormat(languages, fixed);
  const whole = currency
    ? new Intl.NumberFormat(languages, { ...fixed, style: 'currency', currency })
    : plain;
  /** @param {number} amount */
  const money = (amount) => whole.format(amount);

  /** @param {string} label @param {number} amount */
  const amountCell = (label, amount) =>
    element('td', { class: 'amount', role: 'cell', 'data-label': label }, plain.format(amount));

  /** What is left of an amount, or by how much it was exceeded. @param {number} planned @param {number} spent */
  function leftCell(planned, spent) {
    if (spent <= planned) return amountCell('Left', planned - spent);
    const text = `${plain.format(spent - planned)} over`;
    return element('td', { class: 'amount over-text', role: 'cell', 'data-label': 'Left' }, text);
  }

  /** @param {number} planned @param {number} spent @param {number} largest the amount that is as wide as the bar */
  function bar(planned, spent, largest, more = '') {
    const made = element('div', { class: `bar ${more}`, 'aria-hidden': 'true' });
    const widths = { '': planned, over: spent > planned ? spent : 0, spent: Math.min(planned, spent) };
    for (const [name, amount] of Object.entries(widths)) {
      if (amount <= 0) continue;
      const part = element('i', name ? { class: name } : {});
      part.style.width = `${(amount / largest) * 100}%`;
      made.append(part);
    }
    return made;
  }

  /** @param {string} name @param {string[]} columns @param {Node[]} groups @param {string} [kind] */
  function table(name, columns, groups, kind = 'wide') {
    const isLong = groups.length > 2;
    const head = columns.map((column, n) =>
      element(
        'th',
        { scope: 'col', role: 'columnheader', class: n > 0 && !/^(What|Name)$/.test(column) ? 'amount' : '' },
        column,
      ),
    );
    const id = name.toLowerCase().replaceAll(' ', '-');
    const unit = currency ? element('span', { class: 'unseen' }, ` (${currency})`) : '';
    return element(
      'section',
      { class: isLong ? 'long' : '', 'aria-labelledby': id },
      element('h2', { id }, name, unit),
      element(
        'table',
        { role: 'table', class: kind, 'aria-labelledby': id },
        element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...head)),
        ...groups,
      ),
    );
  }

  /** @param {Node[]} rows */
  const body = (...rows) => element('tbody', { role: 'rowgroup' }, ...rows);
  /** @param {Record<string, string>} attributes @param {Node[]} cells */
  const row = (attributes, ...cells) => element('tr', { role: 'row', ...attributes }, ...cells);
  /** @param {string} scope @param {(string | Node)[]} inside */
  const header = (scope, ...inside) => element('th', { scope, role: 'rowheader' }, ...inside);

  /** The sums of an event, with what they say in words. */
  function sums() {
    const { total_amount, total_spent, to_pay, total_income, total_received, left } = summary;
    const share = total_amount > 0 ? total_spent / total_amount : 0;
    const percent = new Intl.NumberFormat(languages, { style: 'percent' });
    const over = total_spent - total_amount;
    /** @type {[string, string, string?][]} */
    const all = [
      ['Planned', money(total_amount)],
      [
        'Spent',
        money(total_spent),
        over > 0 ? `${money(over)} over the plan` : `${percent.format(share)} of the plan`,
      ],
    ];
    if (to_pay !== undefined) all.push(['Still to pay', money(to_pay)]);
    if (event.limit_amount !== undefined && left !== undefined)
      all.push([
        'Limit',
        money(event.limit_amount),
        left < 0 ? `${money(-left)} over` : `${money(left)} left`,
      ]);
    if (total_income !== undefined)
      all.push([
        'Income',
        money(total_income),
        total_received === undefined ? '' : `${money(total_received)} received`,
      ]);
    return element(
      'dl',
      { class: 'sums' },
      ...all.map(([name, amount, words]) =>
        element(
          'div',
          {},
          element('dt', {}, name),
          element(
            'dd',
            {},
            amount,
            ...(words
              ? [element('small', { class: words.includes(' over') ? 'over-text' : '' }, words)]
              : []),
          ),
        ),
      ),
    );
  }

  const ofExpenses = summary.categories.filter(
    ({ total_amount, total_spent }) => total_amount !== 0 || total_spent !== 0,
  );

  function categories() {
    const largest = Math.max(
      ...ofExpenses.map(({ total_amount, total_spent }) => Math.max(total_amount, total_spent)),
    );
    const rows = ofExpenses.map(({ category, total_amount, total_spent }) =>
      row(
        {},
        header('row', categoryName(category), bar(total_amount, total_spent, largest)),
        amountCell('Planned', total_amount),
        amountCell('Spent', total_spent),
        leftCell(total_amount, total_spent),
      ),
    );
    return table('By category', ['Category', 'Planned', 'Spent', 'Left'], [body(...rows), total()]);
  }

  function total() {
    const { total_amount, total_spent } = summary;
    return element(
      'tfoot',
      { role: 'rowgroup' },
      row(
        {},
        header('row', 'Total'),
        amountCell('Planned', total_amount),
        amountCell('Spent', total_spent),
        leftCell(total_amount, total_spent),
      ),
    );
  }

  /** What is to be paid, by month. */
  function payments() {
    const months = Map.groupBy(payments_due, ({ due_date }) => due_date?.slice(0, 7) ?? '');
    const groups = [...months].map(([month, dues]) =>
      body(
        row(
          { class: 'group' },
          element(
            'th',
            { scope: 'rowgroup', role: 'rowheader', colspan: '2', 'aria-colspan': '2' },
            month ? monthOf(`${month}-01`) : 'No date yet',
          ),
          amountCell(
            'To pay',
            dues.reduce((sum, { amount }) => sum + amount, 0),
          ),
        ),
        ...dues.map(({ due_date, name, category, amount }) =>
          row(
            {},
            element('td', { class: 'day', role: 'cell' }, ...(due_date ? [shortDay(due_date)] : [])),
            element(
              'td',
              { role: 'cell' },
              name === undefined ? categoryName(category) : written(name),
              ...(due_date && due_date < today
                ? [' ', element('span', { class: 'over-text' }, 'overdue')]
                : []),
            ),
            amountCell('To pay', amount),
          ),
        ),
      ),
    );
    return table('Still to pay', ['Due', 'What', 'Amount'], groups, 'dues');
  }

  /** @param {Payment} payment */
  const part = ({ due_date, amount, paid }) =>
    element(
      'li',
      {},
      plain.format(amount),
      paid ? ' paid' : ' to pay',
      ...(due_date && !paid ? [' on ', shortDay(due_date)] : []),
    );

  /** @param {Budget} budget */
  function budgetRow({ name, kind, amount, spent, due_date, payments }) {
    const isDue = due_date && spent < amount;
    const parts =
      payments?.map(part) ?? (isDue ? [element('li', { class: 'due' }, 'due on ', shortDay(due_date))] : []);
    return row(
      {},
      header(
        'row',
        written(name),
        ...(parts.length > 0 ? [element('ul', { class: 'parts' }, ...parts)] : []),
      ),
      amountCell(kind === 'income' ? 'Expected' : 'Planned', amount),
      amountCell(kind === 'income' ? 'Received' : 'Spent', spent),
      kind === 'income' ? amountCell('To come', Math.max(amount - spent, 0)) : leftCell(amount, spent),
    );
  }

  /** All expenses, by category. */
  function lines() {
    const expenses = budgets.filter(({ kind }) => kind !== 'income');
    const groups = [...Map.groupBy(expenses, ({ category }) => category)].map(([category, some]) => {
      const { total_amount = 0, total_spent = 0 } =
        summary.categories.find((sums) => sums.category === category) ?? {};
      return body(
        row(
          { class: 'group' },
          header('rowgroup', categoryName(category)),
          amountCell('Planned', total_amount),
          amountCell('Spent', total_spent),
          leftCell(total_amount, total_spent),
        ),
        ...some.map(budgetRow),
      );
    });
    return table('All budgets', ['Budget', 'Planned', 'Spent', 'Left'], [...groups, total()]);
  }

  const { total_amount, total_spent } = summary;
  const income = budgets.filter(({ kind }) => kind === 'income');
  const facts = [longDay(event.event_date), ...(event.guests ? [` · ${event.guests} guests`] : [])];
  heading?.replaceChildren(event.name);
  shownEvent?.replaceChildren(
    element('p', { class: 'facts' }, ...facts),
    ...(event.description ? [element('p', { class: 'about', dir: 'auto' }, event.description)] : []),
    sums(),
    ...(total_amount > 0 || total_spent > 0
      ? [bar(total_amount, total_spent, Math.max(total_amount, total_spent), 'whole')]
      : []),
    ...(ofExpenses.length > 0 ? [categories()] : []),
    ...(payments_due.length > 0 ? [payments()] : []),
    ...(budgets.length > income.length ? [lines()] : []),
    ...(income.length > 0
      ? [table('Income', ['From', 'Expected', 'Received', 'To come'], [body(...income.map(budgetRow))])]
      : []),
    ...(summary.categories.length === 0 ? [element('p', { class: 'soft' }, 'Nothing is planned yet.')] : []),
  );
  document.title = `${event.name} – ${service}`;
  const now = new Intl.DateTimeFormat(languages, { dateStyle: 'long', timeStyle: 'short' }).format();
  byId('shown').replaceChildren('As of ', element('time', { lang: locale }, now), `. ${service}`);
}

/** @param {{ text?: string, asks?: boolean, retries?: boolean }} state */
function tell({ text = '', asks = false, retries = false }) {
  if (message) message.textContent = text;
  if (ask) ask.hidden = !asks;
  if (again) again.hidden = !retries;
}

async function load() {
  const token = tokenIn(location.href);
  if (!token) return tell({ asks: true });
  tell({ text: 'Loading …' });
  const answer = await fetch('/shared-event', { headers: { authorization: `Bearer ${token}` } }).catch(
    () => undefined,
  );
  const text = await answer?.text().catch(() => undefined);
  if (!answer || text === undefined)
    return tell({ text: 'The service can’t be reached. Are you online?', retries: true });
  if (answer.status === 401)
    return tell({
      text: 'This link is wrong, or it has ended. Ask whoever sent it for a new one.',
      asks: true,
    });
  if (!answer.ok) return tell({ text: 'The service is busy. Try again in a moment.', retries: true });
  const [, fraction = ''] = /"total_amount":-?\d+(?:\.(\d+))?/.exec(text) ?? [];
  show(JSON.parse(text).data, fraction.length);
  tell({});
  byId('print').hidden = false;
}

field.addEventListener('input', () => {
  const isToken = field.value === '' || tokenIn(field.value);
  field.setCustomValidity(isToken ? '' : 'Copy the whole link. Its token begins with “ebs_”.');
});
ask?.addEventListener('submit', (submission) => {
  submission.preventDefault();
  location.hash = `token=${tokenIn(field.value)}`;
});
again?.addEventListener('click', load);
byId('print').addEventListener('click', () => print());
// Another link in the same tab changes nothing but the fragment.
addEventListener('hashchange', () => location.reload());
// A gateway that has encoded the `#` has put the token into the path, which a reload would send.
const inPath = tokenIn(location.pathname);
if (inPath) history.replaceState(null, '', `/shared#token=${inPath}`);
await load();

export {};
