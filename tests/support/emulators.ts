import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Database } from '../../local/dynalite/database.js';
import { checkPort } from '../../local/port.js';

const DYNOXIDE = 'node_modules/@dynoxide/linux-x64/dynoxide';

export const dynoxideIsInstalled = existsSync(DYNOXIDE);

/** A DynamoDB Local that somebody runs, if they say where, as in DYNAMODB_LOCAL=http://localhost:8000. */
export const dynamoDbLocal = process.env['DYNAMODB_LOCAL'];

/** Starts dynoxide, in memory and on its own port. */
export async function startDynoxide(): Promise<Database> {
  const port = await freePort();
  const emulator = spawn(DYNOXIDE, ['--port', String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  // Its first output says that it is listening.
  await once(emulator.stderr, 'data');
  return {
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      emulator.kill('SIGKILL');
      await once(emulator, 'exit');
    },
  };
}

/** A port that nobody listens on. It is none of those that the system gives to others before its service opens it. */
export async function freePort(): Promise<number> {
  const port = randomInt(10_000, 32_000);
  return checkPort('127.0.0.1', port).then(() => port, freePort);
}
