import { contentOf, readerOf } from './shared-content.js';

/** @typedef {import('./shared-content.js').Texts} Texts */
/** @typedef {import('./shared-content.js').Line} Line */
/** @typedef {import('./shared-content.js').Row} Row */
/** @typedef {import('./shared-content.js').Table} Table */

/** This many items get links to the sections. */
const MANY = 40;

/** @param {string} id */
function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(id);
  return found;
}

const service = document.title.replace(/^.* – /, '');
const field = /** @type {HTMLInputElement} */ (byId('token'));
const { locale, language } = readerOf(navigator.languages);
/** @type {{ default: Texts }} */
const { default: texts } = await import(`./text-${language}.js`);

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

/** @param {Line} line */
const nodes = (line) =>
  line.map((part) => {
    if (typeof part === 'string') return part;
    const isolated = element('bdi', {}, part.isolated);
    return part.day ? element('time', { datetime: part.day }, isolated) : isolated;
  });

/** @param {Line[]} lines @param {string} between */
const joined = (lines, between) =>
  lines
    .filter((line) => line.length > 0)
    .flatMap((line, n) => (n === 0 ? nodes(line) : [between, ...nodes(line)]));

/** @param {import('./shared-content.js').Bar} bar @param {Element[]} marks */
function barElement(bar, ...marks) {
  const parts = bar.map(({ kind, percent }) => {
    const part = element('i', { class: kind });
    part.style.width = `${percent}%`;
    return part;
  });
  return element('div', { class: 'bar', 'aria-hidden': 'true' }, ...parts, ...marks);
}

/** The limit, and a line below what is beyond it. @param {{ percent: number, isOver?: boolean }} limit */
function limitMarks({ percent, isOver }) {
  const kinds = isOver ? ['limit', 'beyond'] : ['limit'];
  return kinds.map((kind) => {
    const mark = element('i', { class: kind });
    mark.style.insetInlineStart = `${percent}%`;
    return mark;
  });
}

/** Its key in the bar, for those who see it. @param {string} [kind] */
const key = (kind) => (kind ? [element('i', { class: `key ${kind}` })] : []);

/** @param {ReturnType<typeof contentOf>} content */
const legendElement = ({ legend }) =>
  element(
    'dl',
    { class: 'sums' },
    ...legend.map(({ name, kind, amount, note }) =>
      element(
        'div',
        {},
        element('dt', {}, ...key(kind), name),
        element(
          'dd',
          {},
          ...nodes([amount]),
          ...(note ? [element('small', {}, ...key(note.kind), ...nodes(note.line))] : []),
        ),
      ),
    ),
  );

// The roles are for phones, on which the styles make blocks of tables of large amounts.
/** @param {Record<string, string>} attributes @param {(string | Node)[]} inside */
const header = (attributes, ...inside) =>
  element('th', { scope: 'row', role: 'rowheader', ...attributes }, ...inside);
/** @param {string[]} amounts */
const amountCells = (amounts) =>
  amounts.map((amount) => element('td', { role: 'cell', class: 'amount' }, element('bdi', {}, amount)));

/** @param {Row} row */
function rowElement({ day, name, notes, bar, amounts }) {
  const list = notes.map(({ line, kind = '' }) => element('li', { class: kind }, ...nodes(line)));
  return element(
    'tr',
    { role: 'row' },
    ...(day ? [element('td', { role: 'cell', class: 'day' }, ...nodes(day))] : []),
    header(
      {},
      ...nodes(name),
      ...(bar ? [barElement(bar)] : []),
      ...(list.length > 0 ? [element('ul', {}, ...list)] : []),
    ),
    ...amountCells(amounts),
  );
}

/** A row with a name across the other columns. @param {number} columns @param {Line} name @param {string[]} amounts */
function wideRow(columns, name, amounts, scope = 'rowgroup') {
  const span = `${columns - amounts.length}`;
  const head = header({ scope, colspan: span, 'aria-colspan': span }, ...nodes(name));
  return element('tr', { role: 'row', class: scope }, head, ...amountCells(amounts));
}

/** @param {Table} table @param {string} unit */
function section({ id, name, columns, groups, total }, unit) {
  const hasDays = id === 'still-to-pay';
  const heads = columns.map((column, n) =>
    element('th', { scope: 'col', role: 'columnheader', class: n > Number(hasDays) ? 'amount' : '' }, column),
  );
  const bodies = groups.map(({ name: head, amounts = [], rows }) =>
    element(
      'tbody',
      { role: 'rowgroup' },
      ...(head ? [wideRow(columns.length, head, amounts)] : []),
      ...rows.map(rowElement),
    ),
  );
  return element(
    'section',
    {},
    element('h2', { id, tabindex: '-1' }, name, element('span', { class: 'unseen' }, unit)),
    element(
      'table',
      { role: 'table', class: hasDays ? 'dues' : 'wide', 'aria-labelledby': id },
      element('thead', { role: 'rowgroup' }, element('tr', { role: 'row' }, ...heads)),
      ...bodies,
      ...(total
        ? [element('tfoot', { role: 'rowgroup' }, wideRow(columns.length, [texts.total], total, 'row'))]
        : []),
    ),
  );
}

/** Buttons, because links would replace the fragment, which has the token. @param {HTMLElement[]} sections */
function links(sections) {
  const buttons = sections.map((each) => {
    const heading = each.querySelector('h2');
    const button = element('button', { type: 'button' }, heading?.firstChild?.textContent ?? '');
    button.addEventListener('click', () => {
      heading?.scrollIntoView();
      heading?.focus({ preventScroll: true });
    });
    return button;
  });
  return element('nav', { 'aria-label': texts.sections }, ...buttons);
}

/** @param {string} kind @param {(string | Node)[]} inside */
const paragraph = (kind, inside) => (inside.length > 0 ? [element('p', { class: kind }, ...inside)] : []);

/** @param {import('./shared-content.js').SharedEvent} event @param {number} digits fractional digits of all amounts */
function show(event, digits) {
  // By the reader's calendar.
  const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  const content = contentOf(event, { texts, locale, today, digits });
  const sections = content.tables.map((table) => section(table, content.unit));
  const { bar, limit, legend } = content;
  const shown = byId('event');
  shown.replaceChildren(
    ...paragraph('facts', joined(content.facts, ' · ')),
    ...paragraph('about', event.description ? nodes([{ isolated: event.description }]) : []),
    ...paragraph('lead', joined(content.sentences, ' ')),
    ...(bar.length > 0 ? [barElement(bar, ...(limit ? limitMarks(limit) : []))] : []),
    ...(legend.length > 0 ? [legendElement(content)] : []),
    ...paragraph('income', nodes(content.income)),
    ...((event.budgets?.length ?? 0) >= MANY ? [links(sections)] : []),
    ...sections,
  );
  const [sum = 0, amount = 0] = content.longest;
  shown.style.setProperty('--sum', `${sum}ch`);
  // As wide as a short name and three amounts of small letters.
  window.onresize = () => shown.classList.toggle('roomy', innerWidth < 160 + 23 * amount);
  window.onresize(new UIEvent('resize'));
  byId('title').replaceChildren(...nodes([{ isolated: event.name }]));
  document.title = `${event.name} – ${service}`;
  byId('shown').replaceChildren(...joined([content.asOf, content.until, [service]], ' · '));
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
  const answer = await fetch('/shared-event?include=share_link', {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(20_000),
  });
  if (answer.status === 401) return tell({ text: texts.ended, asks: true });
  if (!answer.ok) return tell({ text: texts.busy, retries: true });
  const text = await answer.text();
  const [, fraction = ''] = /"total_amount":-?\d+(?:\.(\d+))?/.exec(text) ?? [];
  show(JSON.parse(text).data, fraction.length);
  tell({ text: texts.shown, isSeen: false });
  byId('print').hidden = false;
}

async function load() {
  const token = tokenIn(location.href);
  if (!token) return tell({ asks: true });
  tell({ text: texts.loading });
  await showEventOf(token).catch(() => tell({ text: texts.offline, retries: true }));
}

/** Without the address, which browsers print on the paper: it has the token. */
function printPage() {
  const { href } = location;
  history.replaceState(null, '', '/shared');
  addEventListener('afterprint', () => history.replaceState(null, '', href), { once: true });
  print();
}

function translate() {
  Object.assign(document.documentElement, { lang: locale, dir: texts.direction });
  document.title = `${texts.title} – ${service}`;
  for (const each of document.querySelectorAll('[data-text]')) {
    const name = /** @type {keyof Texts} */ (each.getAttribute('data-text'));
    each.textContent = texts[name];
  }
}

field.addEventListener('input', () => {
  const isToken = field.value === '' || tokenIn(field.value);
  field.setCustomValidity(isToken ? '' : texts.wrong);
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
translate();
await load();
