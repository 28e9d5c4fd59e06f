import { signsIn } from '../money/currency-sign.ts';
import { problem } from '../problem.ts';
import { readCell } from './cell.ts';
import type { Columns, NamedColumn } from './columns.ts';
import type { DateOrder } from './day.ts';
import { type FileProblem, type Layout, layoutOf, namedLayout } from './header.ts';
import type { DecimalMark, Marks } from './number.ts';
import { CsvRow } from './row.ts';
import type { Line } from './table.ts';

/** How a file is written, as its call says. */
export interface Notation {
  decimal?: DecimalMark | undefined;
  date?: DateOrder | undefined;
  columns?: NamedColumn[] | undefined;
}

/** The rows of a file as objects like those in JSON. */
interface CsvRows {
  /** None if something is wrong with the header. */
  rows: CsvRow[];
  problems: FileProblem[];
  /** The headers by column, if the call names them. */
  headers?: Map<string, string> | undefined;
}

/** Reads a CSV file with a header row. Throws `CsvSyntaxError` if it isn't CSV. */
export function readCsv(
  text: string,
  columns: Columns,
  { decimal, date, columns: named }: Notation,
): CsvRows {
  const layout = named ? namedLayout(text, columns, named) : layoutOf(text, columns);
  const { names, lines, headers } = layout;
  const read: CsvRows = { rows: [], problems: layout.problems, headers };
  if (read.problems.length > 0) return read;
  const given = names.filter((name) => name !== '');
  const marks: Marks = { said: decimal, shown: [], areThousandths: true };
  const isEven = lines.length > 1 && new Set(lines.map(({ cells }) => cells.length)).size === 1;
  const fileColumns = new Set(given);
  for (const line of lines) {
    const row = new CsvRow(line.number, fileColumns);
    const problems = fillRow(row, line, layout, columns.zeros ?? [], { date, marks });
    if (line.cells.length > names.length && !isEven && problems.every(({ field }) => field !== 'body'))
      problems.push({ line: line.number, field: 'body', problem: MORE_CELLS });
    read.problems.push(...problems);
    // Other columns alone make no row.
    if (
      headers &&
      problems.length === 0 &&
      !line.cells.some((cell, index) => Object.hasOwn(columns.types, names[index] ?? '') && cell.trim())
    )
      continue;
    if (columns.key && columns.key.column in row) for (const name of given) row[name] ??= null;
    read.rows.push(row);
  }
  for (const [name, header] of headers ?? [])
    if (layout.types[name] === 'amount' && signsIn(header).inThousands)
      read.rows[0]?.warn(name, IN_THOUSANDS, layout.header.number);
  return read;
}

/** Fills a row with the values of its cells. Returns what is wrong with them. */
function fillRow(
  row: CsvRow,
  { number: line, cells }: Line,
  { names, types, headers }: Layout,
  zeros: readonly string[],
  how: Parameters<typeof readCell>[2],
): FileProblem[] {
  const problems: FileProblem[] = [];
  for (const [index, cell] of cells.entries()) {
    const name = names[index] ?? '';
    const type = types[name];
    if (type === undefined) {
      // The call ignores other columns, but what is beyond the header may be a part of another cell.
      if (headers && index < names.length) continue;
      if (cell.trim() !== '' && !problems.some(({ field }) => field === 'body'))
        problems.push({ line, field: 'body', problem: UNNAMED });
      continue;
    }
    const read = readCell(cell, type, how);
    if (read === 'dash') {
      if (zeros.includes(name)) row[name] = 0;
      continue;
    }
    if (!read) continue;
    if ('problem' in read) problems.push({ line, field: name, problem: read.problem });
    // The schema rejects the text too. Without it, other cells could seem to lack this one.
    row[name] = 'problem' in read ? cell : read.value;
    const inHeader = type === 'amount' ? signsIn(headers?.get(name)).sign : undefined;
    const written = { ...('written' in read && read.written), ...(inHeader && { inHeader }) };
    if (Object.keys(written).length > 0) row.amounts = { ...row.amounts, [name]: written };
    if ('differs' in read && read.differs) row.warn(name, DIFFERS);
  }
  return problems;
}

const IN_THOUSANDS = 'Amounts may be in thousands.';

const DIFFERS = 'has another decimal mark than numbers before it.';

const UNNAMED = problem('invalid', 'has a value in a column without a name');

const MORE_CELLS = problem(
  'invalid',
  'has more cells than the header. Put quotation marks around a cell that has the delimiter in it',
);
