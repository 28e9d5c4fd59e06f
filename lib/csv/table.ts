import { CsvError, parse } from 'csv-parse/sync';
import { type Problem, problem } from '../problem.ts';

/** The text is no CSV. */
export class CsvSyntaxError extends Error {
  override name = 'CsvSyntaxError';
  readonly line: number;
  readonly problem: Problem;

  constructor(line: number, problem: Problem) {
    super(problem);
    this.line = line;
    this.problem = problem;
  }
}

/** For people who saved it from a spreadsheet. */
export const NOT_UTF8 = problem('invalid', 'The file is not in UTF-8. Save it as "CSV UTF-8".');

const DELIMITERS = [',', ';', '\t'];

/** csv-parse takes 40 µs for a row that is shorter or longer than the header. */
const MAX_LINES = 2_000;

/** The rows of a CSV file, the header row first. Empty lines are rows too, so that a row's number is that of its line. */
export function readTable(text: string): string[][] {
  const [header = ''] = text.split(/[\r\n]/, 1);
  // UTF-16 without a BOM is valid UTF-8.
  if (header.includes('\0')) throw new CsvSyntaxError(1, NOT_UTF8);
  const rows = parsed(text, delimiterOf(header));
  if (rows.length <= MAX_LINES) return rows;
  throw new CsvSyntaxError(
    rows.length,
    problem('too_long', 'has more than {maximum} {unit}', { maximum: MAX_LINES, unit: 'lines' }),
  );
}

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

/** The delimiter that the header row has most of. */
function delimiterOf(header: string): string {
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
  return new CsvSyntaxError(Number(records ?? 0) + 1, problem('invalid', reason));
}
