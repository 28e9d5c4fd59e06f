import { resolve } from 'node:path';
import type { Contestant } from '../contestants.ts';
import { runTask } from '../process.ts';
import { repeatable, unique } from './calls.ts';
import type { Preparation, Prepared } from './prepare.ts';
import type { Version, Versions } from './versions.ts';

/** A function of a commit. */
export interface CommitContestant extends Contestant {
  /** With its method. */
  route: string;
  prepare: (calls: number) => Promise<Prepared>;
}

/** A function before and now, and a copy of it now. */
export type Row = Record<keyof Versions, CommitContestant>;

/** The functions that both commits have, or those of them with one of these names, each with a prepared call. */
export async function rowsOf(
  folder: string,
  versions: Versions,
  only: string[],
  endpoints: Record<string, string>,
): Promise<Row[]> {
  const unknown = only.find((name) => !(name in repeatable || name in unique));
  if (unknown) throw new Error(`There is no call of ${unknown} to measure.`);
  const contestant = async (name: string, version: Version): Promise<CommitContestant> => {
    const { label, tableName, routes } = version;
    const { route = '', bundle = '' } = routes.find((each) => each.name === name) ?? {};
    const variables = { TABLE_NAME: tableName };
    const prepare = async (calls: number): Promise<Prepared> => {
      const task: Preparation = { routes, name, calls };
      const given = { name: `${name} ${label}`, task, variables: { ...endpoints, ...variables } };
      return JSON.parse(await runTask(folder, resolve('bench/commits/prepare.ts'), given));
    };
    const { method, requests, status } = await prepare(1);
    const shown = route.replace('ANY', method);
    return { name: `${shown} ${label}`, route: shown, bundle, variables, prepare, requests, status };
  };
  const rows: Row[] = [];
  for (const name of Object.keys({ ...repeatable, ...unique })) {
    const { before, now, copy } = versions;
    const isInBoth = [before, now].every(({ routes }) => routes.some((each) => each.name === name));
    if (!isInBoth || (only.length > 0 && !only.includes(name))) continue;
    rows.push({
      before: await contestant(name, before),
      now: await contestant(name, now),
      copy: await contestant(name, copy),
    });
  }
  return rows;
}
