import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { isRejection, Rejection } from '../errors.ts';
import { type Problem, problem } from '../problem.ts';

/** The rejection of a file that is no CSV. */
export const malformed = (problem: Problem, line?: number) =>
  new Rejection('malformed', { field: 'body', problem, ...(line !== undefined && { line }) });

const decoded = (...bytes: number[]): string => new TextDecoder().decode(new Uint8Array(bytes));

/** First bytes of an `.xls`, and of a zip: an `.xlsx`, an `.ods` or a file of Numbers. */
const WORKBOOKS = [decoded(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), decoded(0x50, 0x4b, 0x03, 0x04)];

const WORKBOOK = problem('invalid', 'The file is a workbook or a zip. Save its sheet as "CSV UTF-8".');

/** For people who saved it from a spreadsheet. */
const OTHER_ENCODING = problem(
  'invalid',
  'The file was saved in another encoding than UTF-8. Save it as "CSV UTF-8".',
);

/** A BOM that was read as Latin-1 and saved again. */
const BOM_SAVED_TWICE = '\u00ef\u00bb\u00bf';

/**
 * The text of a CSV file without its BOM. Throws `malformed` for another kind of file. What was decoded before has
 * replacement characters for what isn't UTF-8.
 */
export function readText(bytes: Uint8Array, wasDecoded: boolean): string {
  const text = new TextDecoder().decode(bytes);
  if (WORKBOOKS.some((start) => text.startsWith(start))) throw malformed(WORKBOOK);
  const isBroken = !isUtf8(bytes) || (wasDecoded && text.includes('\ufffd'));
  // UTF-16 without a BOM is valid UTF-8.
  const [start = ''] = text.split(/[\r\n]/, 1);
  if (isBroken || start.includes('\0') || start.startsWith(BOM_SAVED_TWICE)) throw malformed(OTHER_ENCODING);
  return text;
}

/** A line of a CSV file. What is in quotation marks may go on in the next one, which isn't counted then. */
export interface Line {
  number: number;
  cells: string[];
}

const DELIMITERS = [',', ';', '\t'];

/** csv-parse takes 40 µs for a row that is shorter or longer than the header. */
const MAX_LINES = 2_000;

/** The first line may tell Excel the delimiter, and another program may have saved it as a cell. */
const SEP = /^"?sep=([,;\t])"?[,;\t]*(?=[\r\n]|$)/i;

/** Titles may stand in so many lines. */
export const MAX_TITLES = 20;

/**
 * The lines of a CSV file, without those that are empty or tell the delimiter. A spreadsheet may save empty ones. If a header
 * is looked for, the delimiter is one with which it is found.
 */
export function readLines(text: string, isHeader?: (cells: string[]) => boolean): Line[] {
  const [, sep] = SEP.exec(text) ?? [];
  const likely = delimiterOf(text);
  const withHeader = (delimiter: string) => firstLines(text, delimiter).some((cells) => isHeader?.(cells));
  const found = isHeader && [likely, ...DELIMITERS].find(withHeader);
  const rows = parsed(text, sep ?? found ?? likely);
  if (rows.length > MAX_LINES) throw malformed(TOO_MANY, rows.length);
  return rows
    .map((cells, index) => ({ number: index + 1, cells }))
    .slice(sep === undefined ? 0 : 1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

const TOO_MANY = problem('too_long', 'has more than {maximum} {unit}', { maximum: MAX_LINES, unit: 'lines' });

/** The first lines of a text with a delimiter, or none if it isn't the text's own. */
export function firstLines(text: string, delimiter: string): string[][] {
  try {
    return parsed(text, delimiter, MAX_TITLES);
  } catch (error) {
    if (isRejection(error, 'malformed')) return [];
    throw error;
  }
}

function parsed(text: string, delimiter: string, lines = MAX_LINES + 1): string[][] {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      to: lines,
    });
  } catch (error) {
    throw error instanceof CsvError ? syntaxError(error) : error;
  }
}

/** The delimiter that the header has most of, which is the first line with several cells. */
function delimiterOf(text: string): string {
  const lines = text.replaceAll(/"[^"]*"/g, 'x').split(/[\r\n]+/);
  const header = lines.find((line) => /[,;\t]/.test(line) && /[^\s,;]/.test(line)) ?? '';
  const count = (delimiter: string) => header.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (count(other) > count(best) ? other : best));
}

const QUOTING = 'Write such a cell like this: "5"" pipe".';

const SYNTAX_PROBLEMS: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: 'A cell begins with a quotation mark and has none at its end.',
  CSV_INVALID_CLOSING_QUOTE: `A cell goes on after its closing quotation mark. ${QUOTING}`,
  INVALID_OPENING_QUOTE: `A cell has a quotation mark in its text. ${QUOTING}`,
};

function syntaxError({ code, records }: CsvError & { records?: unknown }): Rejection {
  const reason = SYNTAX_PROBLEMS[code] ?? 'must be CSV';
  // The row in which the parser stopped.
  return malformed(problem('invalid', reason), Number(records ?? 0) + 1);
}
