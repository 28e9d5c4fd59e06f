import { isUtf8 } from 'node:buffer';
import { problem } from '../problem.ts';
import { CsvSyntaxError } from './syntax-error.ts';

const decoded = (...bytes: number[]): string => new TextDecoder().decode(new Uint8Array(bytes));

/** How an `.xls` begins, and what is a zip: an `.xlsx`, an `.ods` or a file of Numbers. */
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
 * The text of a CSV file without its BOM. Throws {@link CsvSyntaxError} for another kind of file. What was decoded before has
 * replacement characters for what isn't UTF-8.
 */
export function readText(bytes: Uint8Array, wasDecoded: boolean): string {
  const text = new TextDecoder().decode(bytes);
  if (WORKBOOKS.some((start) => text.startsWith(start))) throw new CsvSyntaxError(WORKBOOK);
  const isBroken = !isUtf8(bytes) || (wasDecoded && text.includes('\ufffd'));
  // UTF-16 without a BOM is valid UTF-8.
  const [start = ''] = text.split(/[\r\n]/, 1);
  if (isBroken || start.includes('\0') || start.startsWith(BOM_SAVED_TWICE))
    throw new CsvSyntaxError(OTHER_ENCODING);
  return text;
}
