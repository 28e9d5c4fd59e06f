import type { DecimalMark } from '../csv/cell.ts';
import { type Columns, type LineProblem, readCsv } from '../csv/read.ts';
import { CsvSyntaxError } from '../csv/table.ts';
import type { BodyFormat } from './body-format.ts';
import { atLine, type FieldError, fieldError, HttpError } from './errors.ts';

const MAX_BYTES = 256 * 1_024;

interface CsvFile extends Columns {
  /** The name that the list of its rows has in JSON. */
  list: string;
  example: string;
}

/** Has an operation take CSV files as well, and larger bodies. Errors in a file name the line. */
export const csvBodies = (file: CsvFile) => ({
  maxBodyBytes: MAX_BYTES,
  bodyFormats: { 'text/csv': csvBody(file) },
});

const csvBody = ({ list, example, ...columns }: CsvFile): BodyFormat => ({
  example,
  read: (text, query) => {
    const { rows, lines, problems } = parsed(text, columns, query);
    const errors = problems.map(toFieldError);
    // The rows mean nothing under another header.
    if (problems.some(({ line }) => line === 1)) throw new HttpError(422, { errors });
    return {
      value: { [list]: rows },
      errors,
      locate: (found) => sorted(found.map((error) => inRow(error, list, lines))),
    };
  },
});

function parsed(text: string, columns: Columns, { decimal }: Record<string, string | undefined>) {
  const mark: DecimalMark = decimal === ',' ? ',' : '.';
  try {
    return readCsv(text, columns, mark);
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    const { line, problem } = error;
    throw new HttpError(400, { errors: [toFieldError({ line, field: 'body', problem })] });
  }
}

const toFieldError = ({ line, field, problem }: LineProblem): FieldError =>
  atLine(line, field, fieldError(field, problem));

/** `budgets[2].amount` is in the third row. */
function inRow(error: FieldError, list: string, lines: number[]): FieldError {
  const [, name, index, field] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(error.field) ?? [];
  const line = lines[Number(index)];
  return name === list && line !== undefined && field ? atLine(line, field, error) : error;
}

/** The errors in the order of lines, and no two of one cell. */
function sorted(errors: FieldError[]): FieldError[] {
  const cells = new Set<string>();
  return errors
    .filter(({ line, field }) => cells.size < cells.add(`${line} ${field}`).size)
    .sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
}
