import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';
import { copyOfService } from './offline.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder with the template and the zips from `npm run package`. */
    packaged: string;
    /** The resources of the stage `dev`, which is not packaged. */
    devResources: unknown;
  }
}

/** Packages the service once for all tests, without credentials with an alarm e-mail address and a sender of mails. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await copyOfService();
  const { PATH = '' } = process.env;
  const env = { PATH, ALARM_EMAIL: 'ops@example.com', MAIL_FROM: 'mail@example.org' };
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(command, args, { cwd: folder, env });
  await run('npm', 'run', 'package');
  provide('packaged', join(folder, '.serverless'));
  const { stdout } = await run('node_modules/.bin/serverless', 'print', '--stage', 'dev', '--format', 'json');
  provide('devResources', JSON.parse(stdout).resources);
  return remove;
}
