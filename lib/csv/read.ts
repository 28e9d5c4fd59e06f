import { type Problem, problem } from '../problem.ts';
import { type CellType, type Notation, readCell } from './cell.ts';
import type { Marks } from './number.ts';
import { CsvRow } from './row.ts';
import { CsvSyntaxError, type Line, readLines } from './table.ts';

/** What is wrong in a line of a file. */
export interface LineProblem {
  line: number;
  /** The name of the column, or `body` for the line as a whole. */
  field: string;
  problem: Problem;
}

/** The columns that a file may have. */
export interface Columns {
  types: Readonly<Record<string, CellType>>;
  /** Lists of columns of which a file must have one, unless it has the key. */
  required: readonly (readonly string[])[];
  /** Columns in which a dash alone is 0. In others it is an empty cell. */
  zeros?: readonly string[];
  /** What to say of columns that earlier versions had. */
  gone?: Readonly<Record<string, Problem>>;
  /**
   * The column that names what a row changes, and the fields that JSON has instead. A row with it has `null` for a cell that is
   * empty.
   */
  key?: { column: string; fields: readonly string[] };
}

/** The rows of a file as objects like those in JSON. */
interface CsvRows {
  /** None if something is wrong with the header. */
  rows: CsvRow[];
  problems: LineProblem[];
}

/** Names in errors are cut to this length. No column has a longer one. */
const MAX_NAME = 50;

/** Reads a CSV file with a header row. Throws {@link CsvSyntaxError} if it isn't CSV. */
export function readCsv(text: string, columns: Columns, { decimal, date }: Notation): CsvRows {
  const [header, ...lines] = readLines(text);
  if (!header) throw new CsvSyntaxError(problem('blank', 'must have a header row'), 1);
  const names = namesIn(header.cells, columns);
  const given = names.filter((name) => name !== '');
  const read: CsvRows = { rows: [], problems: headerProblems(header.number, given, lines, columns) };
  if (read.problems.length > 0) return read;
  const marks: Marks = { said: decimal, shown: [], areThousandths: true };
  const isEven = lines.length > 1 && new Set(lines.map(({ cells }) => cells.length)).size === 1;
  const fileColumns = new Set(given);
  for (const line of lines) {
    const row = new CsvRow(line.number, fileColumns);
    const problems = fillRow(row, line, names, columns, { date, marks });
    if (line.cells.length > names.length && !isEven && problems.every(({ field }) => field !== 'body'))
      problems.push({ line: line.number, field: 'body', problem: MORE_CELLS });
    if (columns.key && columns.key.column in row) for (const name of given) row[name] ??= null;
    read.rows.push(row);
    read.problems.push(...problems);
  }
  return read;
}

/** The names of columns, which the file may have in any case, with spaces or hyphens. Others stay as they are. */
function namesIn(cells: string[], { types, gone }: Columns): string[] {
  const known = { ...types, ...gone };
  return cells.map((cell) => {
    const written = cell.trim().toLowerCase();
    const name = written.length > MAX_NAME ? written : written.replaceAll(/[\s-]+/g, '_');
    return Object.hasOwn(known, name) ? name : written;
  });
}

/** Titles may stand in so many lines. */
const MAX_TITLES = 20;

const TITLES = problem('invalid', 'If this is the header, delete the lines above it.');

/** What is wrong with the header, or which line may be it instead. */
function headerProblems(line: number, given: string[], lines: Line[], columns: Columns): LineProblem[] {
  // A title may have made another delimiter seem to be that of the file.
  const isHeader = ({ number, cells }: Line) =>
    number <= MAX_TITLES && missingIn(namesIn(cells.join().split(/[,;\t]/), columns), columns).length === 0;
  const likely = missingIn(given, columns).length > 0 ? lines.find(isHeader) : undefined;
  if (likely) return [{ line: likely.number, field: 'body', problem: TITLES }];
  return problemsOfNames(given, columns).map((found) => ({ line, ...found }));
}

function problemsOfNames(given: string[], columns: Columns): Omit<LineProblem, 'line'>[] {
  const { types, gone = {} } = columns;
  const known = Object.keys(types);
  const isGone = (name: string) => Object.hasOwn(gone, name);
  const unknown = [...new Set(given.filter((name) => !known.includes(name) && !isGone(name)))];
  const seen = new Set<string>();
  const of = (fields: readonly string[], problem: Problem) =>
    [...new Set(fields)].map((name) => ({ field: [...name].slice(0, MAX_NAME).join(''), problem }));
  return [
    ...Object.entries(gone).flatMap(([name, problem]) => of(given.includes(name) ? [name] : [], problem)),
    ...of(unknown.slice(0, 1), problem('invalid', `is not a column (columns are ${known.join(', ')})`)),
    ...of(unknown.slice(1), problem('invalid', 'is not a column')),
    ...of(
      given.filter((name) => known.includes(name) && seen.size === seen.add(name).size),
      problem('duplicate', 'is the name of two columns'),
    ),
    ...of(missingIn(given, columns), problem('blank', 'must be a column')),
  ];
}

/** The first of each list of columns of which these names have none. */
const missingIn = (names: string[], { required, key }: Columns): string[] =>
  required
    .filter((list) => ![...list, ...(key ? [key.column] : [])].some((name) => names.includes(name)))
    .map(([name = '']) => name);

/** Fills a row with the values of its cells. Returns what is wrong with them. */
function fillRow(
  row: CsvRow,
  { number: line, cells }: Line,
  names: string[],
  { types, zeros = [] }: Columns,
  how: Parameters<typeof readCell>[2],
): LineProblem[] {
  const problems: LineProblem[] = [];
  for (const [index, cell] of cells.entries()) {
    const name = names[index] ?? '';
    const type = types[name];
    if (type === undefined) {
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
    if ('written' in read) row.amounts = { ...row.amounts, [name]: read.written };
    if ('differs' in read && read.differs) row.warn(name, DIFFERS);
  }
  return problems;
}

const DIFFERS = 'has another decimal mark than numbers before it';

const UNNAMED = problem('invalid', 'has a value in a column without a name');

const MORE_CELLS = problem(
  'invalid',
  'has more cells than the header. Put quotation marks around a cell that has the delimiter in it',
);
