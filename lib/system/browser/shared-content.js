/** Builds what the page shows. Knows no document. */

/** @typedef {typeof import('./text-en.js').default} Texts */
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
 * @property {string} [owner]
 * @property {{ expires_on: string }} [share_link]
 * @property {Sums & IncomeSums & { left?: number, over_limit?: boolean, categories: (Sums & { category: string })[] }} summary
 * @property {Due[]} payments_due
 * @property {Budget[]} [budgets]
 */
/** @typedef {{ isolated: string, day?: string }} Value a text in any direction, which changes no order around it */
/** @typedef {(string | Value)[]} Line words of the page, and values in them */
/** @typedef {{ kind: string, percent: number }[]} Bar */
/** @typedef {{ line: Line, kind?: string }} Note */
/** @typedef {{ day?: Line, name: Line, notes: Note[], bar?: Bar, amounts: string[] }} Row */
/** @typedef {{ name?: Line, amounts?: string[], rows: Row[] }} Group its name and sums, if it has any */
/** @typedef {{ id: string, name: string, columns: string[], groups: Group[], total?: string[] }} Table */
/** @typedef {{ name: string, kind?: string, amount: Value, note?: Note }} Sum */

const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'sv'];

/** The reader's first language that has texts, for words and formats alike. @param {readonly string[]} languages */
export function readerOf(languages) {
  for (const locale of languages) {
    try {
      const { language } = new Intl.Locale(locale);
      if (LANGUAGES.includes(language)) return { locale, language };
    } catch {
      // A browser may have a name that is no language tag, such as `en-US@posix`.
    }
  }
  return { locale: 'en', language: 'en' };
}

/** @param {string} text @returns {Value} */
const isolated = (text) => ({ isolated: text });

/** @param {string} text @param {Record<string, Value>} values @returns {Line} */
const filled = (text, values) =>
  text
    .split(/\{(\w+)\}/)
    .map((part, n) => (n % 2 === 1 && values[part]) || part)
    .filter((part) => part !== '');

/**
 * Writes amounts and days as the reader knows them, in lines of the page's words.
 * @param {{ texts: Texts, locale: string, today: string, digits: number, currency?: string }} options `digits`: fractional digits of all amounts
 */
function writerOf({ texts, locale, today, digits, currency }) {
  const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const plain = new Intl.NumberFormat(locale, fixed);
  const whole = currency ? new Intl.NumberFormat(locale, { ...fixed, style: 'currency', currency }) : plain;
  const counted = new Intl.NumberFormat(locale);
  const time = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    calendar: 'gregory',
  });
  /** @param {Intl.DateTimeFormatOptions} options */
  function dayFormat(options) {
    // A day is the same everywhere, and payments are grouped by the months of this calendar.
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC', calendar: 'gregory' });
    /** @param {string} day @returns {Value} */
    return (day) => ({ isolated: format.format(new Date(day)), day });
  }
  const longDay = dayFormat({ dateStyle: 'long' });
  const dayOfYear = dayFormat({ day: 'numeric', month: 'long' });
  return {
    texts,
    today,
    fullDay: dayFormat({ dateStyle: 'full' }),
    longDay,
    shortDay: dayFormat({ day: 'numeric', month: 'short', year: 'numeric' }),
    month: dayFormat({ month: 'long', year: 'numeric' }),
    /** Without this year. @param {string} day */
    nearDay: (day) => (day.slice(0, 4) === today.slice(0, 4) ? dayOfYear(day) : longDay(day)),
    now: () => isolated(time.format()),
    /** @param {number} count */
    count: (count) => isolated(counted.format(count)),
    /** @param {number} amount */
    money: (amount) => isolated(whole.format(amount)),
    /** In a column. @param {number} amount */
    amount: (amount) => (amount === 0 ? '–' : plain.format(amount)),
    /** Sums of fractions aren't exact. @param {number} amount */
    rounded: (amount) => Number(amount.toFixed(digits)),
    /** @param {string} category @returns {Line} */
    category: (category) => [category ? isolated(category) : texts.noCategory],
  };
}
/** @typedef {ReturnType<typeof writerOf>} Writer */

/** @template Each @param {Each[]} all @param {(each: Each) => string} keyOf */
function grouped(all, keyOf) {
  // Older browsers have no `Map.groupBy`.
  /** @type {Map<string, Each[]>} */
  const groups = new Map();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group) group.push(each);
    else groups.set(keyOf(each), [each]);
  }
  return [...groups];
}

/** @param {{ amount: number }[]} all */
const sumOf = (all) => all.reduce((sum, { amount }) => sum + amount, 0);

/** @param {Budget} budget @returns {Sums} */
const sumsOf = ({ amount, spent, to_pay = 0 }) => ({ total_amount: amount, total_spent: spent, to_pay });

/** What was spent and is still to pay: the plan, and what exceeds it. @param {Sums} sums */
const costOf = ({ total_spent, to_pay }) => total_spent + to_pay;

/** @param {Sums} sums @param {Writer} write */
const excessOf = (sums, { rounded }) => rounded(costOf(sums) - sums.total_amount);

/** @param {Sums} sums @param {Writer} write */
const expenseAmounts = ({ total_amount, total_spent, to_pay }, { amount, texts }) => [
  amount(total_amount),
  amount(total_spent),
  to_pay === 0 && total_spent > 0 ? texts.paid : amount(to_pay),
];

/** @param {Sums} sums @param {Writer} write @returns {Note[]} */
function excessNotes(sums, write) {
  const excess = excessOf(sums, write);
  if (excess <= 0) return [];
  return [{ line: filled(write.texts.excess, { amount: write.money(excess) }), kind: 'over' }];
}

/**
 * The spent part of the plan, the rest of it, and what exceeds it. `full` is the amount of the whole width.
 * @param {Sums} sums
 * @param {number} full
 * @param {Writer} write
 */
function barOf(sums, full, write) {
  const spent = Math.min(sums.total_spent, sums.total_amount);
  const parts = { spent, left: sums.total_amount - spent, over: excessOf(sums, write) };
  return Object.entries(parts).flatMap(([kind, amount]) =>
    amount > 0 ? { kind, percent: (amount / full) * 100 } : [],
  );
}

/** By how much the event is over its limit, or how much of that is left. @param {SharedEvent} event @param {Writer} write */
function limitOf({ limit_amount, summary }, write) {
  const { total_amount, total_spent, over_limit, left = 0 } = summary;
  if (limit_amount === undefined) return { over: 0, under: 0 };
  if (over_limit)
    return { over: write.rounded(Math.max(total_amount, total_spent) - limit_amount), under: 0 };
  // Items that cost more than planned use up what the plan has left.
  return { over: 0, under: Math.max(0, write.rounded(left - excessOf(summary, write))) };
}

/** @param {SharedEvent} event @param {Writer} write @returns {Line} */
function nextPayment({ payments_due }, { texts, today, ...write }) {
  const [first] = payments_due;
  if (!first?.due_date) return [];
  const ofDay = payments_due.filter(({ due_date }) => due_date === first.due_date);
  const values = { amount: write.money(sumOf(ofDay)), day: write.nearDay(first.due_date) };
  const isOverdue = first.due_date < today;
  if (ofDay.length > 1 || first.name === undefined)
    return filled(isOverdue ? texts.nextSumOverdue : texts.nextSum, values);
  return filled(isOverdue ? texts.nextOverdue : texts.next, { ...values, name: isolated(first.name) });
}

/** Answers what people ask first. @param {SharedEvent} event @param {Writer} write @returns {Line[]} */
function sentences(event, write) {
  const { texts, money } = write;
  const { to_pay } = event.summary;
  const { over, under } = limitOf(event, write);
  return [
    to_pay > 0 ? filled(texts.toPay, { amount: money(to_pay) }) : [texts.allPaid],
    nextPayment(event, write),
    over > 0 ? filled(texts.over, { amount: money(over) }) : [],
    under > 0 ? filled(texts.under, { amount: money(under) }) : [],
  ].filter((line) => line.length > 0);
}

/** Explains the bar. @param {SharedEvent} event @param {Writer} write @returns {Sum[]} */
function legend(event, write) {
  const { summary, limit_amount } = event;
  const { texts, money } = write;
  const { over, under } = limitOf(event, write);
  const excess = excessOf(summary, write);
  const excessText = excess > summary.to_pay ? texts.excess : texts.excessOfIt;
  /** @type {Sum[]} */
  const all = [
    { name: texts.planned, amount: money(summary.total_amount) },
    { name: texts.spent, kind: 'spent', amount: money(summary.total_spent) },
    {
      name: texts.left,
      kind: 'left',
      amount: money(summary.to_pay),
      ...(excess > 0 && { note: { line: filled(excessText, { amount: money(excess) }), kind: 'over' } }),
    },
  ];
  if (limit_amount === undefined) return all;
  const note =
    over > 0
      ? { line: filled(texts.limitOver, { amount: money(over) }), kind: 'beyond' }
      : { line: under > 0 ? filled(texts.limitLeft, { amount: money(under) }) : [] };
  return [...all, { name: texts.limit, kind: 'limit', amount: money(limit_amount), note }];
}

/** @param {SharedEvent} event @param {Writer} write @returns {Table} */
function categories({ summary }, write) {
  const { texts } = write;
  const some = summary.categories.filter((each) => costOf(each) > 0);
  const full = Math.max(...some.map(costOf));
  const rows = some.map((each) => ({
    name: write.category(each.category),
    notes: excessNotes(each, write),
    bar: barOf(each, full, write),
    amounts: expenseAmounts(each, write),
  }));
  return {
    id: 'by-category',
    name: texts.byCategory,
    columns: [texts.category, texts.planned, texts.spent, texts.left],
    groups: [{ rows }],
    total: expenseAmounts(summary, write),
  };
}

/** @param {Due} due @param {Writer} write @returns {Row} */
const dueRow = ({ due_date, name, category, amount }, write) => ({
  day: due_date ? [write.shortDay(due_date)] : [],
  name: name === undefined ? write.category(category) : [isolated(name)],
  notes: due_date && due_date < write.today ? [{ line: [write.texts.overdue], kind: 'over' }] : [],
  amounts: [write.amount(amount)],
});

/** @param {SharedEvent} event @param {Writer} write @returns {Table} */
function dues({ payments_due, summary, budgets }, write) {
  const { texts, amount } = write;
  const months = grouped(payments_due, ({ due_date = '' }) => due_date.slice(0, 7));
  const hasGroups = months.length < payments_due.length;
  const groups = months.map(([month, some]) => {
    const rows = some.map((due) => dueRow(due, write));
    // The day of a payment tells its month, but a row without a heading would seem to be of the month above.
    if (month && !hasGroups) return { rows };
    const name = month ? [write.month(`${month}-01`)] : [texts.noDate];
    return { name, amounts: some.length > 1 ? [amount(sumOf(some))] : [], rows };
  });
  return {
    id: 'still-to-pay',
    name: texts.left,
    columns: [texts.due, budgets ? texts.item : texts.category, texts.amount],
    groups,
    total: [amount(summary.to_pay)],
  };
}

/** Income has words of its own, as the others speak of paying. @param {string} name @param {Value[]} values @returns {Line} */
const incomeNote = (name, values) => [name, ...values.flatMap((value) => [' · ', value])];

/** Its payments, and the rest that none of them covers. @param {Budget} budget @param {Writer} write @returns {Note[]} */
function paymentNotes(budget, { texts, rounded, amount, shortDay }) {
  const { due_date, payments = [], to_pay = 0, to_receive = to_pay } = budget;
  const isIncome = budget.kind === 'income';
  if (payments.length === 0) {
    if (!due_date || budget.spent >= budget.amount) return [];
    const day = shortDay(due_date);
    return [{ line: isIncome ? incomeNote(texts.toCome, [day]) : filled(texts.dueOn, { day }), kind: 'due' }];
  }
  const rest = rounded(to_receive - sumOf(payments.filter(({ paid }) => !paid)));
  const all = rest > 0 ? [...payments, { amount: rest, paid: false, due_date }] : payments;
  return all.map(({ paid, due_date, ...payment }) => {
    const values = {
      amount: isolated(amount(payment.amount)),
      ...(due_date && !paid && { day: shortDay(due_date) }),
    };
    if (isIncome) return { line: incomeNote(paid ? texts.received : texts.toCome, Object.values(values)) };
    if (paid) return { line: filled(texts.partPaid, values) };
    return { line: filled(due_date ? texts.partToPayOn : texts.partToPay, values) };
  });
}

/** By category, or each item with its own. @param {SharedEvent} event @param {[string, Budget[]][]} groups @param {Writer} write @returns {Table} */
function items({ summary }, groups, write) {
  const { texts } = write;
  const hasGroups = groups.some(([, some]) => some.length > 1);
  const full = Math.max(...groups.flatMap(([, some]) => some.map((budget) => costOf(sumsOf(budget)))));
  /** @param {Budget} budget @returns {Row} */
  const itemRow = (budget) => {
    const sums = sumsOf(budget);
    const notes = [...excessNotes(sums, write), ...paymentNotes(budget, write)];
    return {
      name: [isolated(budget.name)],
      ...(hasGroups ? { notes } : { notes: [{ line: write.category(budget.category) }, ...notes] }),
      ...(!hasGroups && full > 0 && { bar: barOf(sums, full, write) }),
      amounts: expenseAmounts(sums, write),
    };
  };
  return {
    id: 'all-items',
    name: texts.allItems,
    columns: [texts.item, texts.planned, texts.spent, texts.left],
    groups: hasGroups
      ? groups.map(([category, some]) => {
          const sums = summary.categories.find((each) => each.category === category);
          const amounts = sums && some.length > 1 ? expenseAmounts(sums, write) : [];
          return { name: write.category(category), amounts, rows: some.map(itemRow) };
        })
      : [{ rows: groups.flatMap(([, some]) => some.map(itemRow)) }],
    total: expenseAmounts(summary, write),
  };
}

/** @param {SharedEvent} event @param {Budget[]} income @param {Writer} write @returns {Table} */
function incomeItems({ summary }, income, write) {
  const { texts } = write;
  const { total_income = 0, total_received = 0, to_receive = 0 } = summary;
  const rows = income.map((budget) => ({
    name: [isolated(budget.name)],
    notes: paymentNotes(budget, write),
    amounts: [budget.amount, budget.spent, budget.to_receive ?? 0].map(write.amount),
  }));
  return {
    id: 'income',
    name: texts.income,
    columns: [texts.item, texts.expected, texts.received, texts.toCome],
    groups: [{ rows }],
    ...(income.length > 1 && { total: [total_income, total_received, to_receive].map(write.amount) }),
  };
}

/** @param {SharedEvent} event @param {boolean} isPlanned @param {Writer} write @returns {Table[]} */
function tablesOf(event, isPlanned, write) {
  const { budgets = [], payments_due } = event;
  const income = budgets.filter(({ kind }) => kind === 'income');
  const expenses = budgets.filter(({ kind }) => kind !== 'income');
  const groups = grouped(expenses, ({ category }) => category);
  // If each category has one item, the items say the same.
  const hasCategories = isPlanned && (expenses.length === 0 || groups.length < expenses.length);
  return [
    ...(payments_due.length > 0 ? [dues(event, write)] : []),
    ...(hasCategories ? [categories(event, write)] : []),
    ...(expenses.length > 0 ? [items(event, groups, write)] : []),
    ...(income.length > 0 ? [incomeItems(event, income, write)] : []),
  ];
}

/**
 * Returns what the page shows of an event.
 * @param {SharedEvent} event
 * @param {{ texts: Texts, locale: string, today: string, digits: number }} options
 */
export function contentOf(event, options) {
  const { summary, currency, guests, owner, limit_amount = 0, share_link } = event;
  const { total_income = 0, total_received = 0, to_receive = 0 } = summary;
  const write = writerOf({ ...options, ...(currency && { currency }) });
  const { texts, money } = write;
  const isPlanned = costOf(summary) > 0;
  const full = Math.max(costOf(summary), limit_amount);
  const tables = tablesOf(event, isPlanned, write);
  const nothing = tables.length > 0 ? [] : [[texts.nothing]];
  const longest = Math.max(full, total_income, total_received, to_receive);
  const incomeValues = { amount: money(total_income), received: money(total_received) };
  return {
    facts: [
      [write.fullDay(event.event_date)],
      ...(guests ? [filled(texts.guests, { count: write.count(guests) })] : []),
      ...(owner ? [filled(texts.from, { name: isolated(owner) })] : []),
    ],
    sentences: isPlanned ? sentences(event, write) : nothing,
    bar: isPlanned ? barOf(summary, full, write) : [],
    /** Where the mark of the limit is. */
    limit:
      isPlanned && limit_amount
        ? { percent: (limit_amount / full) * 100, isOver: summary.over_limit === true }
        : undefined,
    legend: full > 0 ? legend(event, write) : [],
    income: summary.total_income === undefined ? [] : filled(texts.incomeLine, incomeValues),
    tables,
    asOf: filled(texts.asOf, { time: write.now() }),
    unit: currency ? ` (${currency})` : '',
    until: share_link ? filled(texts.until, { day: write.longDay(share_link.expires_on) }) : [],
    /** Characters of the longest amount, with the currency and in a column. */
    longest: [money(longest).isolated.length, write.amount(longest).length],
  };
}
