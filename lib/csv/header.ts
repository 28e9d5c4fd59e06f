import { Rejection } from '../errors.ts';
import { isWrittenSign } from '../money/currency-sign.ts';
import { type FieldProblem, type Problem, problem, tooLong } from '../problem.ts';
import type { CellType } from './cell.ts';
import { firstLines, type Line, MAX_TITLES, malformed, readLines } from './table.ts';

/** The columns that a file may have. */
export interface Columns {
  types: Readonly<Record<string, CellType>>;
  /** Lists of columns of which a file must have one, unless it has the key. */
  required: readonly (readonly string[])[];
  /** Columns in which a dash alone is 0. In others it is an empty cell. */
  zeros?: readonly string[];
  /** Problems of columns that earlier versions had. */
  removed?: Readonly<Record<string, Problem>>;
  /**
   * The column that names what a row changes, and the fields that JSON has instead. A row with it has `null` for a cell that is
   * empty.
   */
  key?: { column: string; fields: readonly string[] };
}

/** The field of each header that a call names. */
export type NamedColumns = Map<string, string>;

/** Where the columns of a file are. */
interface Layout {
  problems: FieldProblem[];
  header: Line;
  /** Those below the header. */
  lines: Line[];
  /** The column of each cell; empty for those without one. */
  names: string[];
  types: Columns['types'];
  /** The headers by column, if the call names them. */
  headers?: Map<string, string>;
}

/** Names in errors are cut to this length. No column has a longer one. */
const MAX_NAME = 100;

const cut = (name: string): string => [...name].slice(0, MAX_NAME).join('');

const quoted = (header: string): string => `"${cut(header)}"`;

/** A normal form takes long for a long text. No call names a longer header. */
const MAX_HEADER = 500;

/** Headers compare in any case, in one Unicode form, and without line breaks. */
const headerKey = (cell: string): string =>
  cell.length > MAX_HEADER ? cell : cell.normalize().trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** The first of each list of columns of which these names have none. */
const missingIn = (names: string[], { required, key }: Columns): string[] =>
  required
    .filter((list) => ![...list, ...(key ? [key.column] : [])].some((name) => names.includes(name)))
    .map(([name = '']) => name);

const twiceIn = (names: string[]): string | undefined =>
  names.find((name, index) => names.indexOf(name) < index);

const MAX_BYTES = 2_048;

const NO_RECORD = problem(
  'invalid',
  'must be one line of CSV, each cell with a header, a colon and a field, such as "Poste:name,Prévu:amount"',
);

/** Reads the columns that a call names, such as `Poste:name,"Montant, TTC:amount"`. Throws `invalid`. */
export function namedColumns(text: string, columns: Columns): NamedColumns {
  const reject = (problem: Problem) => new Rejection('invalid', { field: 'columns', problem });
  if (Buffer.byteLength(text) > MAX_BYTES) throw reject(tooLong(MAX_BYTES, 'bytes'));
  const [cells = [], ...others] = firstLines(text, ',');
  const named = cells.map((cell): [header: string, field: string] => {
    const [field = '', ...header] = cell.split(':').reverse();
    return [header.reverse().join(':').trim(), field.trim().toLowerCase()];
  });
  const [headers, fields] = [named.map(([header]) => headerKey(header)), named.map(([, field]) => field)];
  const known = Object.keys(columns.types);
  const unknown = fields.find((field) => !known.includes(field));
  const twice = twiceIn(fields) ?? twiceIn(headers);
  const [missing] = missingIn(fields, columns);
  if (cells.length === 0 || others.length > 0 || headers.includes('')) throw reject(NO_RECORD);
  if (unknown !== undefined)
    throw reject(problem('invalid', `has no field ${quoted(unknown)} (fields are ${known.join(', ')})`));
  if (twice !== undefined) throw reject(problem('duplicate', `names ${quoted(twice)} twice`));
  if (missing !== undefined) throw reject(problem('blank', `must name a column for ${missing}`));
  return new Map(named);
}

const NO_HEADER = malformed(problem('blank', 'must have a header row'), 1);

/** The layout of a file that has the names of columns. Throws `malformed` if it isn't CSV. */
export function layoutOf(text: string, columns: Columns): Layout {
  const [header, ...lines] = readLines(text);
  if (!header) throw NO_HEADER;
  const names = namesIn(header.cells, columns);
  return {
    problems: headerProblems(header, names, lines, columns),
    header,
    lines,
    names,
    types: columns.types,
  };
}

/**
 * The layout of a file whose columns the call names. Its header is the first line that has all of them, and may follow titles.
 * Throws `malformed` if it isn't CSV.
 */
export function namedLayout(text: string, { types }: Columns, named: NamedColumns): Layout {
  const fields = new Map([...named].map(([header, field]) => [headerKey(header), field]));
  const foundIn = (cells: string[]) => cells.map(headerKey).filter((key) => fields.has(key));
  const all = readLines(text, (cells) => new Set(foundIn(cells)).size === fields.size);
  const [first] = all
    .filter(({ number }) => number <= MAX_TITLES)
    .map((line) => ({ header: line, found: foundIn(line.cells) }))
    .map((title) => ({ ...title, count: new Set(title.found).size }))
    // If none has all, the one with most.
    .toSorted((one, other) => other.count - one.count);
  if (!first) throw NO_HEADER;
  const { header, found } = first;
  const isOnce = (key: string) => found.filter((each) => each === key).length === 1;
  const fault = [...named.keys()].find((each) => !isOnce(headerKey(each)));
  const problems =
    fault === undefined ? [] : [{ field: 'columns', problem: notInFile(fault, found, header.cells) }];
  const lines = all.filter(({ number }) => number > header.number);
  const names = header.cells.map((cell) => fields.get(headerKey(cell)) ?? '');
  const currencies = currencyColumns(names, lines);
  for (const [index, name] of currencies) names[index] = name;
  const headers = new Map(
    header.cells.flatMap((cell, index) =>
      names[index] ? [[names[index], cut(cell.trim()) || `Column ${index + 1}`]] : [],
    ),
  );
  const more = Object.fromEntries([...currencies.values()].map((name) => [name, 'currency' as const]));
  return { problems, header, lines, names, types: { ...types, ...more }, headers };
}

/** Columns that the call doesn't name, and that have a currency in every filled cell: amounts must not lose it. */
function currencyColumns(names: string[], lines: Line[]): Map<number, string> {
  const found = new Map<number, string>();
  const others = new Set<number>();
  for (const { cells } of lines)
    for (const [index, cell] of cells.entries()) {
      if (names[index] !== '' || cell.trim() === '') continue;
      if (isWrittenSign(cell.trim())) found.set(index, `currency_${index + 1}`);
      else others.add(index);
    }
  return new Map([...found].filter(([index]) => !others.has(index)));
}

/** The list is capped. */
const MAX_HEADERS = 50;

function notInFile(header: string, found: string[], cells: string[]): Problem {
  const filled = cells.map((cell) => cell.trim().replaceAll(/\s+/g, ' ')).filter((cell) => cell !== '');
  const headers = filled.slice(0, MAX_HEADERS).map(quoted).join(', ');
  if (found.length === 0)
    return problem('invalid', `The first line must name the columns. It has ${headers}.`);
  const fault = found.includes(headerKey(header)) ? 'has twice' : 'does not have';
  return problem('invalid', `has ${quoted(header)}, which the file ${fault}. Its columns are ${headers}`);
}

/** The names of columns, which the file may have in any case, with spaces or hyphens. Others stay as they are. */
function namesIn(cells: string[], { types, removed }: Columns): string[] {
  const known = { ...types, ...removed };
  return cells.map((cell) => {
    const written = headerKey(cell);
    const name = written.replaceAll(/[ -]+/g, '_');
    return Object.hasOwn(known, name) ? name : written;
  });
}

const TITLES = problem('invalid', 'If this is the header, delete the lines above it.');

/** Problems of the header, or the line that may be it instead. */
function headerProblems(
  { number: line }: Line,
  names: string[],
  lines: Line[],
  columns: Columns,
): FieldProblem[] {
  const { types, removed = {} } = columns;
  const given = names.filter((name) => name !== '');
  const missing = missingIn(given, columns);
  // A title may have made another delimiter seem to be that of the file.
  const isHeader = ({ number, cells }: Line) =>
    number <= MAX_TITLES && missingIn(namesIn(cells.join().split(/[,;\t]/), columns), columns).length === 0;
  const likely = missing.length > 0 ? lines.find(isHeader) : undefined;
  if (likely) return [{ line: likely.number, field: 'body', problem: TITLES }];
  const known = new Set([...Object.keys(types), ...Object.keys(removed)]);
  const hint = hintOf(Object.keys(types));
  const noColumns = problem('blank', `The first line must name the columns ${hint}.`);
  if (!given.some((name) => known.has(name))) return [{ line, field: 'body', problem: noColumns }];
  const [unknown, ...more] = new Set(given.filter((name) => !known.has(name)));
  const seen = new Set<string>();
  const twice = given.filter((name) => known.has(name) && seen.size === seen.add(name).size);
  const of = (fields: Iterable<string>, problem: Problem) =>
    [...fields].map((name) => ({ line, field: cut(name), problem }));
  return [
    ...Object.entries(removed).flatMap(([name, problem]) => of(given.includes(name) ? [name] : [], problem)),
    ...of(unknown === undefined ? [] : [unknown], problem('invalid', `is not a column ${hint}`)),
    ...of(more, problem('invalid', 'is not a column')),
    ...of(new Set(twice), problem('duplicate', 'is the name of two columns')),
    ...of(missing, problem('blank', 'must be a column')),
  ];
}

const hintOf = (known: string[]): string =>
  `(columns are ${known.join(', ')}). To read other columns, name them in the query, such as columns=Item:name,Cost:amount`;
