import { signOf } from '../money/currency-sign.ts';
import { type Problem, problem } from '../problem.ts';
import {
  type Columns,
  cut,
  headerKey,
  MAX_NAME,
  missingIn,
  type NamedColumn,
  quoted,
  twiceIn,
} from './columns.ts';
import { CsvSyntaxError, type Line, MAX_TITLES, readLines } from './table.ts';

/** A problem of a file. */
export interface FileProblem {
  /** None if the call is to blame. */
  line?: number;
  /** The name of the column, or `body` for the line as a whole. */
  field: string;
  problem: Problem;
}

/** Where the columns of a file are. */
export interface Layout {
  problems: FileProblem[];
  header: Line;
  /** Those below the header. */
  lines: Line[];
  /** The column of each cell; empty for those without one. */
  names: string[];
  types: Columns['types'];
  /** By column, if the call names them. */
  headers?: Map<string, string>;
}

const NO_HEADER = new CsvSyntaxError(problem('blank', 'must have a header row'), 1);

/** The layout of a file that has the names of columns. Throws {@link CsvSyntaxError} if it isn't CSV. */
export function layoutOf(text: string, columns: Columns): Layout {
  const [header, ...lines] = readLines(text);
  if (!header) throw NO_HEADER;
  const names = namesIn(header.cells, columns);
  const given = names.filter((name) => name !== '');
  return {
    problems: headerProblems(header, given, lines, columns),
    header,
    lines,
    names,
    types: columns.types,
  };
}

/**
 * The layout of a file whose columns the call names. Its header is the first line that has all of them, and may follow titles.
 * Throws {@link CsvSyntaxError} if it isn't CSV.
 */
export function namedLayout(text: string, { types }: Columns, named: NamedColumn[]): Layout {
  const fields = new Map(named.map(({ header, field }) => [headerKey(header), field]));
  const foundIn = (cells: string[]) => cells.map(headerKey).filter((key) => fields.has(key));
  const all = readLines(text, (cells) => new Set(foundIn(cells)).size === fields.size);
  const titles = all
    .filter(({ number }) => number <= MAX_TITLES)
    .map((line) => ({ line, found: foundIn(line.cells) }));
  const numberOf = (found: string[]) => new Set(found).size;
  // If none has all, the one with most.
  const [first] = titles.toSorted((one, other) => numberOf(other.found) - numberOf(one.found));
  if (!first) throw NO_HEADER;
  const { line: header, found } = first;
  const fault = twiceIn(found) ?? [...fields.keys()].find((key) => !found.includes(key));
  const problems =
    fault === undefined ? [] : [{ field: 'columns', problem: notInFile(fault, found, header, named) }];
  const lines = all.filter(({ number }) => number > header.number);
  const names = header.cells.map((cell) => fields.get(headerKey(cell)) ?? '');
  const currencies = currencyColumns(names, lines);
  for (const [index, name] of currencies) names[index] = name;
  const headers = new Map(
    header.cells.flatMap((cell, index) =>
      names[index] && cell.trim() ? [[names[index], cut(cell.trim())]] : [],
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
      if (signOf(cell.trim()) === undefined) others.add(index);
      else found.set(index, `currency_${index + 1}`);
    }
  return new Map([...found].filter(([index]) => !others.has(index)));
}

/** More of them help nobody. */
const MAX_HEADERS = 50;

function notInFile(key: string, found: string[], { cells }: Line, named: NamedColumn[]): Problem {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const headers = filled.slice(0, MAX_HEADERS).map(quoted).join(', ');
  if (found.length === 0) return problem('invalid', `${NAMELESS} It has ${headers}.`);
  const { header = '' } = named.find((each) => headerKey(each.header) === key) ?? {};
  const fault = found.includes(key) ? 'which the file has twice' : 'which the file does not have';
  return problem('invalid', `has ${quoted(header)}, ${fault}. Its columns are ${headers}`);
}

const NAMELESS = 'The first line must name the columns.';

/** The names of columns, which the file may have in any case, with spaces or hyphens. Others stay as they are. */
function namesIn(cells: string[], { types, gone }: Columns): string[] {
  const known = { ...types, ...gone };
  return cells.map((cell) => {
    const written = cell.trim().toLowerCase();
    const name = written.length > MAX_NAME ? written : written.replaceAll(/[\s-]+/g, '_');
    return Object.hasOwn(known, name) ? name : written;
  });
}

const TITLES = problem('invalid', 'If this is the header, delete the lines above it.');

/** Problems of the header, or the line that may be it instead. */
function headerProblems(
  { number: line, cells }: Line,
  given: string[],
  lines: Line[],
  columns: Columns,
): FileProblem[] {
  // A title may have made another delimiter seem to be that of the file.
  const isHeader = ({ number, cells }: Line) =>
    number <= MAX_TITLES && missingIn(namesIn(cells.join().split(/[,;\t]/), columns), columns).length === 0;
  const likely = missingIn(given, columns).length > 0 ? lines.find(isHeader) : undefined;
  if (likely) return [{ line: likely.number, field: 'body', problem: TITLES }];
  const isKnown = (name: string) => Object.hasOwn({ ...columns.types, ...columns.gone }, name);
  const hasNumber = cells.some((cell) => /\d/.test(cell) && !/\p{L}/u.test(cell));
  if (hasNumber && !given.some(isKnown))
    return [{ line, field: 'body', problem: problem('invalid', NAMELESS) }];
  return problemsOfNames(given, columns).map((found) => ({ line, ...found }));
}

function problemsOfNames(given: string[], columns: Columns): Omit<FileProblem, 'line'>[] {
  const { types, gone = {} } = columns;
  const known = Object.keys(types);
  const isGone = (name: string) => Object.hasOwn(gone, name);
  const unknown = [...new Set(given.filter((name) => !known.includes(name) && !isGone(name)))];
  const seen = new Set<string>();
  const of = (fields: readonly string[], problem: Problem) =>
    [...new Set(fields)].map((name) => ({ field: cut(name), problem }));
  return [
    ...Object.entries(gone).flatMap(([name, problem]) => of(given.includes(name) ? [name] : [], problem)),
    ...of(unknown.slice(0, 1), unknownColumn(known)),
    ...of(unknown.slice(1), problem('invalid', 'is not a column')),
    ...of(
      given.filter((name) => known.includes(name) && seen.size === seen.add(name).size),
      problem('duplicate', 'is the name of two columns'),
    ),
    ...of(missingIn(given, columns), problem('blank', 'must be a column')),
  ];
}

const unknownColumn = (known: string[]) =>
  problem(
    'invalid',
    `is not a column (columns are ${known.join(', ')}). To read other columns, name them in the query, such as columns=Item:name,Cost:amount`,
  );
