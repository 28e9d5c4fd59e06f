/** A row of a CSV file. Its class tells it from what a body in JSON has. */
export class CsvRow {
  [column: string]: unknown;
  /** Where it is in the file. */
  line?: number | undefined;
  /** The texts of numbers that have two meanings, by column. */
  ambiguous?: Record<string, string>;
}
