import { type Problem, problem } from '../problem.ts';
import { type CellType, type DecimalSeparator, readCell } from './cell.ts';
import { CsvRow } from './row.ts';
import { CsvSyntaxError, readTable } from './table.ts';

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
  rows: CsvRow[];
  /** Where each row is. The header row is line 1. */
  lineNumbers: number[];
  problems: LineProblem[];
}

/** Names in errors are cut to this length. */
const MAX_NAME = 50;

/** Reads a CSV file with a header row. Throws {@link CsvSyntaxError} if it isn't CSV. */
export function readCsv(text: string, columns: Columns, decimal: DecimalSeparator): CsvRows {
  const [header, ...cellRows] = readTable(text);
  if (!header) throw new CsvSyntaxError(1, problem('blank', 'must have a header row'));
  const names = header.map((cell) => cell.trim().toLowerCase());
  const given = names.filter((name) => name !== '');
  const read: CsvRows = { rows: [], lineNumbers: [], problems: headerProblems(given, columns) };
  if (read.problems.length > 0) return read;
  for (const [index, cells] of cellRows.entries()) {
    // A spreadsheet may save empty lines.
    if (cells.every((cell) => cell.trim() === '')) continue;
    const line = index + 2;
    const { row, problems } = readRow(cells, names, columns, decimal);
    if (columns.key && columns.key.column in row) for (const name of given) row[name] ??= null;
    read.rows.push(row);
    read.lineNumbers.push(line);
    read.problems.push(...problems.map((found) => ({ line, ...found })));
  }
  return read;
}

function headerProblems(given: string[], { types, required, gone = {}, key }: Columns): LineProblem[] {
  const known = Object.keys(types);
  const isGone = (name: string) => Object.hasOwn(gone, name);
  const unknown = [...new Set(given.filter((name) => !known.includes(name) && !isGone(name)))];
  const seen = new Set<string>();
  const of = (fields: readonly string[], problem: Problem) =>
    [...new Set(fields)].map((name) => ({ line: 1, field: [...name].slice(0, MAX_NAME).join(''), problem }));
  return [
    ...Object.entries(gone).flatMap(([name, problem]) => of(given.includes(name) ? [name] : [], problem)),
    ...of(unknown.slice(0, 1), problem('invalid', `is not a column (columns are ${known.join(', ')})`)),
    ...of(unknown.slice(1), problem('invalid', 'is not a column')),
    ...of(
      given.filter((name) => known.includes(name) && seen.size === seen.add(name).size),
      problem('duplicate', 'is the name of two columns'),
    ),
    ...of(
      required
        .filter((names) => ![...names, ...(key ? [key.column] : [])].some((name) => given.includes(name)))
        .map(([name = '']) => name),
      problem('blank', 'must be a column'),
    ),
  ];
}

function readRow(cells: string[], names: string[], { types }: Columns, decimal: DecimalSeparator) {
  const problems: Omit<LineProblem, 'line'>[] = [];
  const row = new CsvRow();
  for (const [index, cell] of cells.entries()) {
    const name = names[index] ?? '';
    const type = types[name];
    if (type === undefined) {
      if (cell.trim() !== '' && !problems.includes(UNNAMED)) problems.push(UNNAMED);
      continue;
    }
    const read = readCell(cell, type, decimal);
    if (!read) continue;
    if ('problem' in read) problems.push({ field: name, problem: read.problem });
    // The schema refuses the text too. Without it, other cells could seem to lack this one.
    row[name] = 'problem' in read ? cell : read.value;
    if ('ambiguous' in read) row.ambiguous = { ...row.ambiguous, [name]: read.ambiguous };
  }
  return { row, problems };
}

const UNNAMED = { field: 'body', problem: problem('invalid', 'has a value in a column without a name') };
