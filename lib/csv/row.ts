/** An amount whose meaning depends on the currency of its event. */
export interface WrittenAmount {
  /** Such as `12.500`, without the sign of a currency. */
  number: string;
  /** The sign or code of a currency, if the file has one there. */
  sign: string | undefined;
}

/** A row of a CSV file. Its class tells it from what a body in JSON has. */
export class CsvRow {
  [column: string]: unknown;
  /** Where it is in the file. */
  readonly line: number;
  /** Those amounts that the event has to make sense of, by column. */
  amounts?: Record<string, WrittenAmount>;

  constructor(line: number) {
    this.line = line;
  }
}
