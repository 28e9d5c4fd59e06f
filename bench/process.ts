import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { esbuildOptions } from '../build/esbuild-options.ts';
import type { Measured, Task } from './child.ts';
import type { Contestant } from './contestants.ts';
import { environment, LOW_COST } from './environment.ts';

export interface Work extends Omit<Task, 'bundle' | 'requests' | 'at'> {
  variables?: Record<string, string>;
}

/** Bundles the script that measures, so that it loads fast. */
export const buildChild = (folder: string) =>
  build({ ...esbuildOptions, entryPoints: ['bench/child.ts'], outdir: folder });

/** Measures a contestant in a fresh process and discards its logs. Throws if it fails. */
export async function measure(
  folder: string,
  { name, bundle, requests, status, at, variables: own }: Contestant,
  { variables, ...work }: Work,
): Promise<Measured> {
  const task: Task = { bundle, requests, at, ...work };
  const child = join(folder, 'bench/child.mjs');
  const measured: Measured = JSON.parse(
    await runTask(folder, child, { name, task, variables: { ...own, ...variables } }),
  );
  if (measured.status !== status) throw new Error(`${name} answered ${measured.status}, not ${status}`);
  return measured;
}

/** Runs a script with a task in a fresh process, and returns its result as JSON. */
async function runTask(
  folder: string,
  script: string,
  { name, task, variables }: { name: string; task: object; variables: Record<string, string> },
): Promise<string> {
  const [taskFile, resultFile] = [join(folder, 'task.json'), join(folder, 'result.json')];
  await writeFile(taskFile, JSON.stringify(task));
  const child = spawn(process.execPath, [script, taskFile, resultFile], {
    env: { ...environment, BCRYPT_COST: String(LOW_COST), ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) throw new Error(`${name} ended with ${exitCode}`);
  return readFile(resultFile, 'utf8');
}
