import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createTable } from '../../local/table.js';
import { startEmulator } from '../../tests/support/emulators.ts';
import { bundleOf, type Contestant } from '../contestants.ts';
import type { Description } from './commit.ts';

const run = promisify(execFile);

/** The functions of a commit, with an emulator of their own. */
export interface Version {
  folder: string;
  /** By their names. */
  functions: Map<string, Contestant>;
  emulator: string;
  /** Puts the items that the calls use into the table. */
  seed: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Extracts a commit's files into a folder, and links the installed packages. */
export async function checkOut(ref: string, sources: string): Promise<void> {
  const archive = `${sources}.tar`;
  await mkdir(sources);
  await run('git', ['archive', '--output', archive, ref]);
  await run('tar', ['-xf', archive, '-C', sources]);
  await symlink(resolve('node_modules'), join(sources, 'node_modules'), 'junction');
}

/** Bundles the functions of some sources into a folder, and creates their table. */
export async function versionOf(sources: string, folder: string): Promise<Version> {
  const { endpoint, stop } = await startEmulator();
  const commit = fork(resolve('bench/commits/commit.ts'), [folder], {
    cwd: sources,
    env: { ...process.env, AWS_ENDPOINT_URL_DYNAMODB: endpoint },
  });
  const [description] = await once(commit, 'message');
  const { environment, table, calls }: Description = description;
  await createTable({ ...table, TableName: String(environment['TABLE_NAME']) }, endpoint);
  return {
    folder,
    functions: new Map(
      calls.map(({ name, method, route, file, request, status }): [string, Contestant] => [
        name,
        {
          name: route.replace('ANY', method),
          bundle: bundleOf(folder, file),
          requests: [request],
          status,
          variables: environment,
        },
      ]),
    ),
    emulator: endpoint,
    seed: async () => {
      commit.send('seed');
      await once(commit, 'message');
    },
    stop: async () => {
      commit.kill();
      await stop();
    },
  };
}

/** A copy of the bundles. Its distance from 1.00 is noise. */
export async function copyOf(version: Version, folder: string): Promise<Version> {
  await cp(version.folder, folder, { recursive: true });
  const functions = [...version.functions].map(([name, { bundle, ...rest }]): [string, Contestant] => [
    name,
    { ...rest, bundle: bundle.replace(version.folder, folder) },
  ]);
  return { ...version, folder, functions: new Map(functions) };
}
