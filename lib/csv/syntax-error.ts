import type { Problem } from '../problem.ts';

/** The file is no CSV. */
export class CsvSyntaxError extends Error {
  override name = 'CsvSyntaxError';
  readonly problem: Problem;
  /** Where, if it isn't the file as a whole. */
  readonly line: number | undefined;

  constructor(problem: Problem, line?: number) {
    super(problem);
    this.problem = problem;
    this.line = line;
  }
}
