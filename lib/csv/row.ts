import type { WrittenNumber } from './number.ts';

/** Something in a file that people should look at. */
export interface Warning {
  line: number;
  field: string;
  /** Follows the name of the field, unless it is a sentence. */
  message: string;
}

/** The parts of a cell that the event has to make sense of. */
export interface WrittenCell extends Partial<WrittenNumber> {
  /** The sign or code of a currency in the header of its column. */
  inHeader?: string;
}

/** A row of a CSV file. Its class tells it from what a body in JSON has. */
export class CsvRow {
  [column: string]: unknown;
  /** Where it is in the file. */
  readonly line: number;
  readonly #columns: ReadonlySet<string>;
  /** By column. */
  amounts?: Record<string, WrittenCell>;
  warnings?: Warning[];

  constructor(line: number, columns: ReadonlySet<string>) {
    this.line = line;
    this.#columns = columns;
  }

  /** True if the file has the column, in which this row may be empty. */
  inFile(column: string): boolean {
    return this.#columns.has(column);
  }

  warn(field: string, message: string, line = this.line): void {
    this.warnings = [...(this.warnings ?? []), { line, field, message }];
  }
}
