import { stringify } from 'csv-stringify/sync';
import { guarded } from './formulas.ts';

/** A CSV file by RFC 4180 with a header row. Its BOM tells spreadsheets that it is UTF-8. */
export const writeCsv = (
  columns: readonly string[],
  rows: Record<string, string | undefined>[],
  delimiter = ',',
): string =>
  stringify([columns, ...rows.map((row) => columns.map((column) => guarded(row[column] ?? '')))], {
    bom: true,
    delimiter,
    record_delimiter: 'windows',
    // csv-stringify quotes a cell only if it has the whole delimiter, CRLF.
    quoted_match: /[\r\n]/,
  });
