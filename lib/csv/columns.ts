import { CsvError, parse } from 'csv-parse/sync';
import { type Problem, problem, tooLong } from '../problem.ts';
import type { CellType } from './cell.ts';

/** The columns that a file may have. */
export interface Columns {
  types: Readonly<Record<string, CellType>>;
  /** Lists of columns of which a file must have one, unless it has the key. */
  required: readonly (readonly string[])[];
  /** Columns in which a dash alone is 0. In others it is an empty cell. */
  zeros?: readonly string[];
  /** Problems of columns that earlier versions had. */
  gone?: Readonly<Record<string, Problem>>;
  /**
   * The column that names what a row changes, and the fields that JSON has instead. A row with it has `null` for a cell that is
   * empty.
   */
  key?: { column: string; fields: readonly string[] };
}

/** The first of each list of columns of which these names have none. */
export const missingIn = (names: string[], { required, key }: Columns): string[] =>
  required
    .filter((list) => ![...list, ...(key ? [key.column] : [])].some((name) => names.includes(name)))
    .map(([name = '']) => name);

/** Names in errors are cut to this length. No column has a longer one. */
export const MAX_NAME = 100;

/** A column that a call names, and the field that it is. */
export interface NamedColumn {
  /** As the call writes it. */
  header: string;
  field: string;
}

const MAX = { bytes: 2_048, cells: 30 };

/** Headers compare in any case, in one Unicode form, and without line breaks. No call names a longer one. */
export const headerKey = (cell: string): string =>
  cell.length > MAX_HEADER ? cell : cell.normalize().trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** A normal form takes long for a long text. */
const MAX_HEADER = 500;

/** The beginning of a name, as errors have it. */
export const cut = (name: string): string => [...name].slice(0, MAX_NAME).join('');

/** A header in a sentence. */
export const quoted = (header: string): string =>
  `"${cut(header.trim().replaceAll(/\s+/g, ' ')).replaceAll('"', '""')}"`;

const invalid = (message: string) => ({ problem: problem('invalid', message) });

const NO_RECORD = invalid(
  'must be one line of CSV, each cell with a header, a colon and a field, such as "Poste:name,Prévu:amount"',
);

/** The columns that a call names, such as `Poste:name,"Montant, TTC:amount"`. */
export function namedColumns(text: string, columns: Columns): NamedColumn[] | { problem: Problem } {
  if (Buffer.byteLength(text) > MAX.bytes) return { problem: tooLong(MAX.bytes, 'bytes') };
  const records = recordsIn(text);
  const [cells = []] = records;
  if (records.length !== 1) return NO_RECORD;
  if (cells.length > MAX.cells) return { problem: tooLong(MAX.cells, 'columns') };
  const named = cells.map((cell) => {
    const [field = '', ...headers] = cell.split(':').reverse();
    return { header: headers.reverse().join(':').trim(), field: field.trim().toLowerCase() };
  });
  if (named.some(({ header }) => header === '')) return NO_RECORD;
  const known = Object.keys(columns.types);
  const unknown = named.find(({ field }) => !known.includes(field));
  if (unknown) return invalid(`has no field ${quoted(unknown.field)} (fields are ${known.join(', ')})`);
  const fields = named.map(({ field }) => field);
  const twice = twiceIn(fields) ?? twiceIn(named.map(({ header }) => headerKey(header)));
  if (twice !== undefined) return { problem: problem('duplicate', `names ${quoted(twice)} twice`) };
  const [missing] = missingIn(fields, columns);
  return missing === undefined ? named : { problem: problem('blank', `must name a column for ${missing}`) };
}

export const twiceIn = (names: string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) < index);

function recordsIn(text: string): string[][] {
  try {
    return parse(text, { relax_column_count: true, to: 2 });
  } catch (error) {
    if (error instanceof CsvError) return [];
    throw error;
  }
}
