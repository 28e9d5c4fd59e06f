import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { type Columns, namedColumns } from '../csv/header.ts';
import { type CsvRow, type Notation, readCsv } from '../csv/read.ts';
import { readText } from '../csv/table.ts';
import { Rejection } from '../errors.ts';
import type { FieldProblem } from '../problem.ts';
import { bytesOf, CSV_TYPE, JSON_TYPE, mediaTypeOf, readJson, unsupported } from './body.ts';
import type { BodyFormats, ReadBody } from './body-format.ts';

const MAX_BYTES = 256 * 1_024;

interface CsvFile extends Columns {
  /** The name that the list of its rows has in JSON. */
  list: string;
  example: string;
}

/** Makes an operation take CSV files as well, and larger bodies. Errors in a file name the line. */
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
  // API Gateway decodes `text/*`.
  const text = readText(bytesOf(request, MAX_BYTES), !request.isBase64Encoded);
  const { rows, problems, headers } = readCsv(text, file, notationOf(request, file));
  // Something is wrong with the header.
  if (rows.length === 0 && problems.length > 0) throw new Rejection('invalid', problems);
  const locate = (error: unknown) => {
    if (!(error instanceof Rejection)) return error;
    const located = error.problems.map((each) => inRow(each, file, rows));
    const named = sorted(located).map((each) =>
      each.line === undefined ? each : { ...each, header: headers?.get(each.field) },
    );
    return new Rejection(error.reason, named, error.details);
  };
  return { value: { [file.list]: rows }, converted: { problems, locate } };
}

/** Reads the query. Its schema rejects other values of the rest. Throws `invalid` for columns that it can't read. */
function notationOf({ queryStringParameters }: APIGatewayProxyEventV2, columns: Columns): Notation {
  // A missing query is undefined in API Gateway and null in serverless-offline.
  const { decimal, date, columns: text } = queryStringParameters ?? {};
  return {
    ...(text !== undefined && { columns: namedColumns(text, columns) }),
    ...((decimal === '.' || decimal === ',') && { decimal }),
    ...((date === 'dmy' || date === 'mdy') && { date }),
  };
}

/** `budgets[2].amount` is in the third row. */
function inRow(found: FieldProblem, { list, key }: CsvFile, rows: CsvRow[]): FieldProblem {
  const [, name, index, field = ''] = /^(\w+)\[(\d+)\]\.(\w+)$/.exec(found.field) ?? [];
  const line = rows[Number(index)]?.line;
  if (name !== list || line === undefined) return found;
  return { ...found, field: key?.fields.includes(field) ? key.column : field, line };
}

/** The problems in the order of lines, and no two of one cell. */
function sorted(problems: FieldProblem[]): FieldProblem[] {
  const cells = new Set<string>();
  return problems
    .filter(({ line, field }) => cells.size < cells.add(`${line} ${field}`).size)
    .sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
}
