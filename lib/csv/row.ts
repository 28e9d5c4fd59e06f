/** A row of a CSV file. Its class tells it from what a body in JSON has. */
export class CsvRow {
  [column: string]: unknown;
  /** The texts of numbers that have two meanings, by column. */
  ambiguous?: Record<string, string>;
}
