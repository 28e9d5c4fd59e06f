import { parseArgs } from 'node:util';

/** The name of a stage's stack and table. Those of its functions begin with it. */
export const stackName = (stage: string): string => `event-budget-${stage}`;

/**
 * Returns the stage that a command of the operator names, its other options and its further arguments, and has
 * the library use the stage's table. Nothing is erased, and nothing mailed.
 */
export function useStage(usage: string, further: Record<string, 'string' | 'boolean'> = {}) {
  const options = Object.fromEntries(
    Object.entries({ stage: 'string', ...further } as const).map(([name, type]) => [name, { type }]),
  );
  const { values, positionals } = argumentsOf(usage, options);
  const { stage } = values;
  if (typeof stage !== 'string') return stop(`Name the stage: ${usage}`);
  delete process.env['MAIL_FROM'];
  const functions = { ERASE_FUNCTION: 'none', ERASE_HISTORIES_FUNCTION: 'none' };
  Object.assign(process.env, { TABLE_NAME: stackName(stage), ...functions });
  process.env['AWS_REGION'] ??= process.env['AWS_DEFAULT_REGION'];
  return { stage, options: values, others: positionals };
}

/** Ends a command that was called wrongly. */
export function stop(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Ends a command that failed, and that may be run again. */
export const stopAt = (error: unknown): never =>
  stop(`Stopped. Run it again when this is solved: ${error instanceof Error ? error.message : error}`);

function argumentsOf(usage: string, options: Record<string, { type: 'string' | 'boolean' }>) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    return stop(`${error instanceof Error ? error.message : error}\n${usage}`);
  }
}
