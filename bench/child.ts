import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { context } from '../tests/support/gateway.ts';
import { answerFromMemory } from './stub.ts';

/** The job of a fresh process: load a bundle, call it once, warm up, then measure. */
export interface Task {
  bundle: string;
  /** Called in turn. */
  requests: unknown[];
  /** At which the clock stands (Unix time, ms). */
  at?: number | undefined;
  /** Stubbed DynamoDB responses by target. Without them, the environment sets the endpoint. */
  answers?: Record<string, string>;
  /** Of each stubbed response (ms). */
  delay?: number;
  warmUps: number;
  calls: number;
}

export interface Measured {
  status: number;
  /** From the start of the process to the end of the first call. */
  coldCpuMs: number;
  /** The first call alone, without loading. */
  firstCpuMs: number;
  /** Sum over all measured calls. */
  cpuMs: number;
  /** For each measured call. */
  wallMs: number[];
  rssMb: number;
}

const [taskFile = '', resultFile = ''] = process.argv.slice(2);
const {
  bundle,
  requests,
  at,
  answers,
  delay = 0,
  warmUps,
  calls,
}: Task = JSON.parse(readFileSync(taskFile, 'utf8'));
if (answers) answerFromMemory(answers, delay);
if (at) (await import('node:test')).mock.timers.enable({ apis: ['Date'], now: at });

const cpuMs = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

const { handler } = await import(bundle);
let called = 0;
const call = async (): Promise<number> =>
  (await handler(requests[called++ % requests.length], context())).statusCode;

const loadedCpuMs = cpuMs();
const status = await call();
const coldCpuMs = cpuMs();

async function repeat(): Promise<void> {
  const repeated = await call();
  if (repeated !== status) throw new Error(`Call ${called} answered ${repeated}, the first one ${status}`);
}

for (let n = 0; n < warmUps; n++) {
  await repeat();
  await setImmediate();
}

const wallMs: number[] = [];
const before = process.cpuUsage();
for (let n = 0; n < calls; n++) {
  const start = performance.now();
  await repeat();
  wallMs.push(performance.now() - start);
  // Like between two requests: work that a call leaves to the event loop counts as its own.
  await setImmediate();
}
const measured: Measured = {
  status,
  coldCpuMs,
  firstCpuMs: coldCpuMs - loadedCpuMs,
  cpuMs: cpuMs(before),
  wallMs,
  rssMb: process.memoryUsage.rss() / 2 ** 20,
};
writeFileSync(resultFile, JSON.stringify(measured));
// Keep-alive connections would delay the process's exit by seconds.
process.exit();
