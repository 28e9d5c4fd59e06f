import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestProject } from 'vitest/node';
import { tableDefinition } from '../../resources/definitions.ts';
import { startDynoxide } from './emulators.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The emulator that the workers of a project share, if they do. */
    database?: { endpoint: string; table: object };
  }
}

/** Starts the emulator that a vitest project selects, once for all its test files. */
export default async function setup({ config, provide }: TestProject): Promise<() => Promise<void>> {
  const { endpoint, stop } = await (config.env['EMULATOR'] === 'dynoxide'
    ? startDynoxide()
    : startDynalite());
  provide('database', { endpoint, table: tableDefinition });
  return stop;
}

async function startDynalite() {
  const child = fork('tests/support/database-process.ts');
  const [endpoint] = await once(child, 'message');
  return {
    endpoint: String(endpoint),
    stop: async () => {
      child.disconnect();
      await once(child, 'exit');
    },
  };
}
