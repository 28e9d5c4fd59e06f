import { readFileSync, writeFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { context } from '../tests/support/gateway.ts';
import { answerFromMemory } from './stub.ts';

/** What a fresh process is to do: load a bundle, call it once, then warm up, then be measured. */
export interface Task {
  bundle: string;
  /** Called in turn. */
  requests: unknown[];
  /** What DynamoDB answers, by target; without them it is where the environment says. */
  answers?: Record<string, string>;
  warmUps: number;
  calls: number;
}

export interface Measured {
  status: number;
  /** From the start of the process to the end of the first call. */
  cold: { cpuMs: number; wallMs: number };
  /** Of all measured calls together. */
  cpuMs: number;
  /** Of each measured call. */
  wallMs: number[];
  rssMb: number;
}

const [taskFile = '', resultFile = ''] = process.argv.slice(2);
const { bundle, requests, answers, warmUps, calls }: Task = JSON.parse(readFileSync(taskFile, 'utf8'));
if (answers) answerFromMemory(answers);

const cpuMs = (since?: NodeJS.CpuUsage) => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

const { handler } = await import(bundle);
const call = async (n: number): Promise<number> =>
  (await handler(requests[n % requests.length], context())).statusCode;

const status = await call(0);
const cold = { cpuMs: cpuMs(), wallMs: performance.now() };

for (let n = 0; n < warmUps; n++) {
  await call(n);
  await setImmediate();
}

const wallMs: number[] = [];
const before = process.cpuUsage();
for (let n = 0; n < calls; n++) {
  const start = performance.now();
  await call(n);
  wallMs.push(performance.now() - start);
  // As between two requests: what a call leaves to the event loop is its own cost.
  await setImmediate();
}
const measured: Measured = {
  status,
  cold,
  cpuMs: cpuMs(before),
  wallMs,
  rssMb: process.memoryUsage.rss() / 2 ** 20,
};
writeFileSync(resultFile, JSON.stringify(measured));
// Connections kept alive would hold the process for seconds.
process.exit();
