import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { esbuildOptions } from '../build/esbuild-options.ts';
import { routes } from '../resources/definitions.ts';
import { refusals, successes } from './fixtures.ts';
import { type Call, gatewayCall } from './gateway-call.ts';

/** A bundle, its calls, and the expected status of the first. */
export interface Contestant {
  name: string;
  bundle: string;
  /** Called in turn. */
  requests: unknown[];
  status: number;
  /** Environment variables of its own. */
  variables?: Record<string, string>;
}

const CONTESTANTS = 'bench/contestants';
const functions = routes.map(({ file }) => file);

/** Bundled as the SDK's and the frameworks' guides recommend. */
const plain: BuildOptions = { ...esbuildOptions, alias: {}, plugins: [] };
/** Express is CommonJS and needs `require`, which an ES module lacks. */
const banner = {
  js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
};

/** Bundles the functions as they are packaged, and everything they are compared with, into a folder. */
export async function buildContestants(folder: string): Promise<void> {
  const own = ['bare', 'bcrypt', 'query'].map((name) => `${CONTESTANTS}/${name}.ts`);
  await build({ ...esbuildOptions, entryPoints: [...functions, ...own], outdir: folder });
  const [bare = '', ...frameworks] = ['bare', 'hono', 'express'].map((name) => `${CONTESTANTS}/${name}.ts`);
  await build({ ...plain, entryPoints: [bare], outdir: join(folder, 'plain') });
  await build({ ...plain, banner, entryPoints: frameworks, outdir: join(folder, 'plain') });
  await copyFile(bundleOf(join(folder, 'plain'), bare), join(folder, 'plain/copy.mjs'));
}

export const bundleOf = (folder: string, source: string) => join(folder, source.replace(/\.ts$/, '.mjs'));

export const bytesOf = async ({ bundle }: Contestant): Promise<number> => (await stat(bundle)).size;

/** Everything that is measured, by its role. */
export function contestantsIn(folder: string) {
  const functions = new Map(routes.map(({ name }) => [name, contestant(folder, name)]));
  const succeeding = (name: string) => {
    const found = functions.get(name);
    if (!found) throw new Error(`There is no function ${name}.`);
    return found;
  };
  const rival = (name: string, bundle: string): Contestant => ({
    ...succeeding('eventsView'),
    name,
    bundle: join(folder, bundle),
  });
  const baseline = rival('bare handler', 'plain/bench/contestants/bare.mjs');
  const copy = rival('bare handler, copied', 'plain/copy.mjs');
  const builtAlike = rival('bare handler, built like the service', 'bench/contestants/bare.mjs');
  const express = rival('Express + serverless-http + jose', 'plain/bench/contestants/express.mjs');
  const hono = rival('Hono + jose', 'plain/bench/contestants/hono.mjs');
  return {
    /** All others are compared with it. */
    baseline,
    /** A copy of the baseline. Its distance from 1.00 is noise. */
    copy,
    builtAlike,
    rivals: [baseline, copy, builtAlike, express, hono],
    functions: [...functions.values()],
    /** A successful call of a function, by its name. */
    succeeding,
    view: succeeding('eventsView'),
    /** Rejected calls, each with a successful call of the same function. */
    refused: refusals.map(([reason, of, call]) => ({
      contestant: contestant(folder, of, call),
      reason,
      success: succeeding(of),
    })),
  };
}

function contestant(folder: string, name: string, call: Call | undefined = successes[name]): Contestant {
  const definition = routes.find((route) => route.name === name);
  if (!call || !definition) throw new Error(`There is no call of ${name} to measure.`);
  return {
    name: definition.route.replace('ANY', call.method ?? 'POST'),
    bundle: bundleOf(folder, definition.file),
    requests: [gatewayCall(definition.route, call)],
    status: call.status,
  };
}
