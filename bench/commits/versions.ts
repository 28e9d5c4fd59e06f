import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createTable } from '../../local/database.js';
import { bundleOf } from '../contestants.ts';
import { environment } from '../environment.ts';
import type { Definition } from './bundle.ts';

const run = promisify(execFile);

/** The functions of a commit, with a table of their own. */
export interface Version {
  label: string;
  tableName: string;
  routes: { name: string; route: string; bundle: string }[];
}

export interface Versions {
  before: Version;
  now: Version;
  copy: Version;
}

/** Bundles the functions of a commit and of the working directory, these also as a copy, and creates their tables. */
export async function versionsSince(ref: string, folder: string, emulator: string): Promise<Versions> {
  const sources = join(folder, 'sources');
  await checkOut(ref, sources);
  const before = await versionOf('before', sources, join(folder, 'before'), emulator);
  const now = await versionOf('now', '.', join(folder, 'now'), emulator);
  const copied = join(folder, 'copy');
  await cp(join(folder, 'now'), copied, { recursive: true });
  const copy = { ...now, label: 'copy', routes: routesIn(copied, await definitionIn(copied)) };
  return { before, now, copy };
}

/** Extracts a commit's files, and links the installed packages. */
async function checkOut(ref: string, sources: string): Promise<void> {
  const archive = `${sources}.tar`;
  await mkdir(sources);
  await run('git', ['archive', '--output', archive, ref]);
  await run('tar', ['-xf', archive, '-C', sources]);
  await symlink(resolve('node_modules'), join(sources, 'node_modules'), 'junction');
}

async function versionOf(
  label: string,
  sources: string,
  bundles: string,
  emulator: string,
): Promise<Version> {
  await run(process.execPath, [resolve('bench/commits/bundle.ts'), bundles], { cwd: sources });
  const definition = await definitionIn(bundles);
  const tableName = `${environment.TABLE_NAME}-${label}`;
  await createTable({ ...definition.tableDefinition, TableName: tableName }, emulator);
  return { label, tableName, routes: routesIn(bundles, definition) };
}

const definitionIn = async (bundles: string): Promise<Definition> =>
  JSON.parse(await readFile(join(bundles, 'definition.json'), 'utf8'));

const routesIn = (bundles: string, { routes }: Definition): Version['routes'] =>
  routes.map(({ name, route, file }) => ({ name, route, bundle: bundleOf(bundles, file) }));
