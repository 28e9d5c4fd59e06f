import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measured, Task } from './child.ts';
import type { Contestant } from './contestants.ts';
import { environment, LOW_COST } from './environment.ts';

export interface Work extends Omit<Task, 'bundle' | 'requests'> {
  variables?: Record<string, string>;
}

/** Measures a contestant in a fresh process and discards its logs. Throws if it fails. */
export async function measure(
  folder: string,
  { name, bundle, requests, status }: Contestant,
  { variables, ...work }: Work,
): Promise<Measured> {
  const [taskFile, resultFile] = [join(folder, 'task.json'), join(folder, 'result.json')];
  const task: Task = { bundle, requests, ...work };
  await writeFile(taskFile, JSON.stringify(task));
  const child = spawn(process.execPath, [join(folder, 'bench/child.mjs'), taskFile, resultFile], {
    env: { ...environment, BCRYPT_COST: String(LOW_COST), ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error(`${name} ended with ${exitCode}`);
  const measured: Measured = JSON.parse(await readFile(resultFile, 'utf8'));
  if (measured.status !== status) throw new Error(`${name} answered ${measured.status}, not ${status}`);
  return measured;
}
