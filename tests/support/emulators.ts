import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { type Database, startDatabase } from '../../local/database.js';

const DYNOXIDE = 'node_modules/@dynoxide/linux-x64/dynoxide';

export const dynoxideIsInstalled = existsSync(DYNOXIDE);

/** Starts the emulator that the vitest project selects, in memory and on its own port. */
export async function startEmulator(): Promise<Database> {
  return process.env['EMULATOR'] === 'dynoxide' ? startDynoxide() : startDatabase();
}

async function startDynoxide(): Promise<Database> {
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

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
