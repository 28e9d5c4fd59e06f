import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { context } from '../tests/support/gateway.ts';
import { answerFromMemory } from './stub.ts';

/** The job of a fresh process: load a bundle, call it once, warm up, then measure. */
export interface Task {
  bundle: string;
  request: unknown;
  /** At which the clock stands (Unix time, ms). */
  at?: number | undefined;
  /** Stubbed DynamoDB responses by request. Without them, the environment sets the endpoint. */
  answers?: Record<string, string> | undefined;
  warmUps: number;
  calls: number;
}

/** CPU times in milliseconds. */
export interface Measured {
  status: number;
  /** From the start of the process to the end of the first call. */
  cold: number;
  /** The first call alone, without loading. */
  first: number;
  /** A warm call. */
  warm: number;
}

const [taskFile = '', resultFile = ''] = process.argv.slice(2);
const { bundle, request, at, answers, warmUps, calls }: Task = JSON.parse(readFileSync(taskFile, 'utf8'));
if (answers) answerFromMemory(answers);
if (at) (await import('node:test')).mock.timers.enable({ apis: ['Date'], now: at });

const cpuMs = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const { handler } = await import(bundle);
const call = async (): Promise<number> => (await handler(request, context())).statusCode;

const loaded = cpuMs();
const status = await call();
const cold = cpuMs();

async function repeat(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    const repeated = await call();
    if (repeated !== status) throw new Error(`A repeat answered ${repeated}, the first call ${status}`);
    // Like between two requests: work that a call leaves to the event loop counts as its own.
    await setImmediate();
  }
}

await repeat(warmUps);
const before = cpuMs();
await repeat(calls);
const measured: Measured = { status, cold, first: cold - loaded, warm: (cpuMs() - before) / calls };
writeFileSync(resultFile, JSON.stringify(measured));
// Keep-alive connections would delay the process's exit by seconds.
process.exit();
