import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { freePort } from '../../support/emulators.ts';
import { readZip } from '../zip.ts';

export type Emulated = Awaited<ReturnType<typeof emulate>>;

/** Keeps what a function logs apart from what the emulator does. */
const RUNTIME = 'echo $$ >"$LAMBDA_TASK_ROOT.pid"; exec "$@" >>"$LAMBDA_TASK_ROOT.log" 2>&1';
const INVOCATIONS = '/2015-03-31/functions/function/invocations';
const refused = z.object({ code: z.literal('ECONNREFUSED') });

/** Unzips a function and runs it under AWS's emulator, which starts the runtime at the first call. */
export async function emulate(zip: string, folder: string, runtime: string[], environment: object) {
  for (const [name, content] of readZip(zip)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  writeFileSync(`${folder}.sh`, RUNTIME);
  appendFileSync(`${folder}.log`, '');
  const output = openSync(`${folder}.emulator`, 'a');
  const [address, api] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const [emulator = '', ...command] = runtime;
  const addresses = [`--runtime-interface-emulator-address=${address}`, `--runtime-api-address=${api}`];
  const lambda = spawn(emulator, [...addresses, '/bin/sh', `${folder}.sh`, ...command], {
    cwd: folder,
    env: { ...environment, LAMBDA_TASK_ROOT: folder },
    stdio: ['ignore', output, output],
  });
  const processId = () => Number(readFileSync(`${folder}.pid`, 'utf8'));
  /** Empty if the process has ended. */
  const ofProcess = (file: string) => {
    const path = `/proc/${processId()}/${file}`;
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };
  /** Not with fetch, which rejects some ports. */
  const send = async (event: string): Promise<string> => {
    const [host, port] = address.split(':');
    const sent = request({ host, port, path: INVOCATIONS, method: 'POST' }).end(event);
    try {
      const [response] = await once(sent, 'response');
      return await text(response);
    } catch (error) {
      // It listens a moment after its start.
      if (lambda.exitCode !== null || !refused.safeParse(error).success) throw error;
      await setTimeout(20);
      return send(event);
    }
  };
  let last = Promise.resolve('');
  return {
    /** Calls the function after its earlier calls. Returns what Lambda answers: its result or an error as JSON, or a message. */
    invoke: (event: unknown): Promise<string> => {
      last = last.then(() => send(JSON.stringify(event)));
      return last;
    },
    logged: () => readFileSync(`${folder}.log`, 'utf8').split('\n').filter(Boolean),
    /** Nanoseconds of its main thread. */
    processorTime: () => Number(ofProcess('schedstat').split(' ')[0]) || Infinity,
    memoryMb: () => Math.round(Number(/VmHWM:\s+(\d+)/.exec(ofProcess('status'))?.[1]) / 1024),
    kill: () => process.kill(processId(), 'SIGKILL'),
    /** Also ends the runtime. */
    stop: () => void lambda.kill(),
  };
}
