import { CsvError, parse } from 'csv-parse/sync';
import { problem } from '../problem.ts';
import { CsvSyntaxError } from './syntax-error.ts';

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

/** The lines of a CSV file, without those that are empty or tell the delimiter. A spreadsheet may save empty ones. */
export function readLines(text: string): Line[] {
  const [, sep] = SEP.exec(text) ?? [];
  const rows = parsed(text, sep ?? delimiterOf(text));
  if (rows.length > MAX_LINES) throw tooManyLines(rows.length);
  return rows
    .map((cells, index) => ({ number: index + 1, cells }))
    .slice(sep === undefined ? 0 : 1)
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

const tooManyLines = (count: number) =>
  new CsvSyntaxError(
    problem('too_long', 'has more than {maximum} {unit}', { maximum: MAX_LINES, unit: 'lines' }),
    count,
  );

function parsed(text: string, delimiter: string): string[][] {
  try {
    return parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      to: MAX_LINES + 1,
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

function syntaxError({ code, records }: CsvError & { records?: unknown }): CsvSyntaxError {
  const reason = SYNTAX_PROBLEMS[code] ?? 'must be CSV';
  // The row in which the parser stopped.
  return new CsvSyntaxError(problem('invalid', reason), Number(records ?? 0) + 1);
}
