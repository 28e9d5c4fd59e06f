import { signsIn } from '../money/currency-sign.ts';
import { type FieldProblem, problem } from '../problem.ts';
import { type CellNotation, readCell, type WrittenCell } from './cell.ts';
import { type Columns, layoutOf, type NamedColumns, namedLayout } from './header.ts';
import type { DecimalMark } from './number.ts';

/** Notation of a file, from its call. */
export interface Notation {
  decimal?: DecimalMark | undefined;
  date?: CellNotation['date'];
  columns?: NamedColumns | undefined;
}

/** Something in a file that people should look at. */
export interface Warning {
  line: number;
  field: string;
  message: string;
}

/** A row of a CSV file. Its class tells it from what a body in JSON has. */
export class CsvRow {
  [column: string]: unknown;
  /** Where it is in the file. */
  readonly line: number;
  readonly #columns: ReadonlySet<string>;
  /** By column. */
  amounts?: Record<string, WrittenCell>;
  warnings?: Warning[];

  constructor(line: number, columns: ReadonlySet<string>) {
    this.line = line;
    this.#columns = columns;
  }

  /** True if the file has the column, in which this row may be empty. */
  inFile(column: string): boolean {
    return this.#columns.has(column);
  }

  warn(field: string, message: string, line = this.line): void {
    this.warnings = [...(this.warnings ?? []), { line, field, message }];
  }
}

/** The rows of a file as objects like those in JSON. */
interface CsvRows {
  /** None if something is wrong with the header. */
  rows: CsvRow[];
  problems: FieldProblem[];
  /** The headers by column, if the call names them. */
  headers?: Map<string, string> | undefined;
}

/** Reads a CSV file with a header row. Throws `malformed` if it isn't CSV. */
export function readCsv(
  text: string,
  columns: Columns,
  { decimal, date, columns: named }: Notation,
): CsvRows {
  const layout = named ? namedLayout(text, columns, named) : layoutOf(text, columns);
  const { header, names, types, lines, headers } = layout;
  const read: CsvRows = { rows: [], problems: layout.problems, headers };
  if (read.problems.length > 0) return read;
  const given = new Set(names.filter((name) => Object.hasOwn(columns.types, name)));
  const signs = new Map(
    [...(headers ?? [])].flatMap(([name, text]) => (types[name] === 'amount' ? [[name, signsIn(text)]] : [])),
  );
  const notation: CellNotation = { date, marks: { said: decimal, shown: [], areThousandths: true } };
  const { shown } = notation.marks;
  const isEven = lines.length > 1 && new Set(lines.map(({ cells }) => cells.length)).size === 1;
  for (const { number: line, cells } of lines) {
    const row = new CsvRow(line, given);
    const beyond = cells.slice(names.length);
    const isBroken = isEven ? beyond.some(isFilled) : beyond.length > 0;
    const isUnnamed = !headers && cells.some((cell, index) => names[index] === '' && isFilled(cell));
    if (isBroken || isUnnamed)
      read.problems.push({ line, field: 'body', problem: isBroken ? MORE_CELLS : UNNAMED });
    // With columns named by the call, others alone make no row.
    else if (!cells.some((cell, index) => Object.hasOwn(columns.types, names[index] ?? '') && isFilled(cell)))
      continue;
    for (const [index, cell] of cells.entries()) {
      const name = names[index] ?? '';
      const type = types[name];
      const marksBefore = shown.length;
      const found = type && readCell(cell, type, notation);
      if (found === 'dash' && columns.zeros?.includes(name)) row[name] = 0;
      if (!found || found === 'dash') continue;
      if ('problem' in found) {
        read.problems.push({ line, field: name, problem: found.problem });
        // The schema rejects the text too. Without it, other cells could seem to lack this one.
        row[name] = cell;
        continue;
      }
      row[name] = found.value;
      const inHeader = signs.get(name)?.sign;
      if (found.written || inHeader) {
        row.amounts ??= {};
        row.amounts[name] = { ...found.written, inHeader };
      }
      if (marksBefore === 1 && shown.length === 2) row.warn(name, DIFFERS);
    }
    if (columns.key && columns.key.column in row) for (const name of given) row[name] ??= null;
    read.rows.push(row);
  }
  for (const [name, { inThousands }] of signs)
    if (inThousands) read.rows[0]?.warn(name, IN_THOUSANDS, header.number);
  return read;
}

const isFilled = (cell: string): boolean => cell.trim() !== '';

const IN_THOUSANDS = 'Amounts may be in thousands.';

const DIFFERS = 'The number has another decimal mark than those before it.';

const UNNAMED = problem('invalid', 'has a value in a column without a name');

const MORE_CELLS = problem(
  'invalid',
  'has more cells than the header. Put quotation marks around a cell that has the delimiter in it',
);
