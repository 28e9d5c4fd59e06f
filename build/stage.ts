import { parseArgs } from 'node:util';

/**
 * Returns the stage that a command of the operator names, and its further arguments, and has the library use the stage's
 * table. Nothing is erased, and nothing mailed.
 */
export function useStage(usage: string): { stage: string; others: string[] } {
  const options = { stage: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  if (values.stage === undefined) {
    console.error(`Name the stage: ${usage}`);
    process.exit(1);
  }
  delete process.env['MAIL_FROM'];
  const functions = { ERASE_FUNCTION: 'none', ERASE_HISTORIES_FUNCTION: 'none' };
  Object.assign(process.env, { TABLE_NAME: `event-budget-${values.stage}`, ...functions });
  process.env['AWS_REGION'] ??= process.env['AWS_DEFAULT_REGION'];
  return { stage: values.stage, others: positionals };
}
