import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Columns, namedColumns } from '../csv/columns.ts';
import { type Notation, readCsv } from '../csv/read.ts';
import type { CsvRow } from '../csv/row.ts';
import { CsvSyntaxError, readText } from '../csv/table.ts';

import { bytesOf, CSV_TYPE, JSON_TYPE, mediaTypeOf, readJson, unsupported } from './body.ts';
import type { BodyFormats, ReadBody } from './body-format.ts';
import { atLine, badRequest, type FieldError, fieldError, HttpError } from './errors.ts';
import { MAX_ERRORS, toHttpError } from './responses.ts';

const MAX_BYTES = 256 * 1_024;

interface CsvFile extends Columns {
  /** The name that the list of its rows has in JSON. */
  list: string;
  example: string;
}

/** Body formats of an operation that takes CSV files as well, and larger bodies. Errors in a file name the line. */
export const csvBodies = (file: CsvFile): BodyFormats => ({
  maxBytes: MAX_BYTES,
  examples: { [CSV_TYPE]: file.example },
  read: (request) => (isCsv(request) ? readFile(request, file) : readJson(request, MAX_BYTES)),
});

/** Throws for another content type than those of CSV and JSON. */
function isCsv(request: APIGatewayProxyEventV2): boolean {
  const type = mediaTypeOf(request);
  if (!['', JSON_TYPE, CSV_TYPE].includes(type)) throw unsupported([JSON_TYPE, CSV_TYPE]);
  return type === CSV_TYPE;
}

function readFile(request: APIGatewayProxyEventV2, file: CsvFile): ReadBody {
  const { rows, problems, headers } = parsed(request, file);
  const located = (line: number, field: string, error: FieldError) =>
    atLine(line, field, error, headers?.get(field));
  const errors = problems.slice(0, MAX_ERRORS).map(({ line, field, problem }) => {
    const error = fieldError(field, problem);
    return line === undefined ? error : located(line, field, error);
  });
  // Something is wrong with the header.
  if (rows.length === 0 && problems.length > 0) throw new HttpError(422, { errors });
  const locate = (error: unknown) => {
    const { status, details } = toHttpError(error);
    const inFile = details.errors?.map((each) => inRow(each, file, rows, located));
    return inFile ? new HttpError(status, { ...details, errors: sorted(inFile) }) : error;
  };
  return { value: { [file.list]: rows }, converted: { errors, locate } };
}

function parsed(request: APIGatewayProxyEventV2, columns: Columns) {
  const bytes = bytesOf(request, MAX_BYTES);
  try {
    // API Gateway decodes `text/*`.
    return readCsv(readText(bytes, !request.isBase64Encoded), columns, notationOf(request, columns));
  } catch (error) {
    if (!(error instanceof CsvSyntaxError)) throw error;
    const { line, problem } = error;
    if (line === undefined) throw badRequest(problem);
    throw new HttpError(400, { errors: [atLine(line, 'body', fieldError('body', problem))] });
  }
}

/** Reads the query. Its schema rejects other values of the rest. Throws an `HttpError` for columns that it can't read. */
function notationOf({ queryStringParameters }: APIGatewayProxyEventV2, columns: Columns): Notation {
  // A missing query is undefined in API Gateway and null in serverless-offline.
  const { decimal, date, columns: text } = queryStringParameters ?? {};
  const named = text === undefined ? undefined : namedColumns(text, columns);
  if (named && 'problem' in named)
    throw new HttpError(422, { errors: [fieldError('columns', named.problem)] });
  return {
    columns: named,
    ...((decimal === '.' || decimal === ',') && { decimal }),
    ...((date === 'dmy' || date === 'mdy') && { date }),
  };
}

/** `budgets[2].amount` is in the third row. */
function inRow(
  error: FieldError,
  { list, key }: CsvFile,
  rows: CsvRow[],
  located: (line: number, field: string, error: FieldError) => FieldError,
): FieldError {
  const [, name, index, field = ''] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(error.field) ?? [];
  const line = rows[Number(index)]?.line;
  if (name !== list || line === undefined) return error;
  return located(line, key?.fields.includes(field) ? key.column : field, error);
}

/** The errors in the order of lines, and no two of one cell. */
function sorted(errors: FieldError[]): FieldError[] {
  const cells = new Set<string>();
  return errors
    .filter(({ line, field }) => cells.size < cells.add(`${line} ${field}`).size)
    .sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
}
