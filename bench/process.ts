import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Measured, Task } from './child.ts';
import type { Contestant } from './contestants.ts';
import { environment, LOW_COST } from './environment.ts';

/** Measures a contestant in a fresh process and discards its logs. Throws if it fails. */
export async function measure(
  folder: string,
  { name, status, bundle, request, at }: Contestant,
  work: Pick<Task, 'answers' | 'warmUps' | 'calls'>,
  variables: Record<string, string> = {},
): Promise<Measured> {
  const task: Task = { bundle, request, at, ...work };
  const [taskFile, resultFile] = [join(folder, 'task.json'), join(folder, 'result.json')];
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
