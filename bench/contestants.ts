import { copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { esbuildOptions } from '../build/esbuild-options.ts';
import { routes } from '../resources/definitions.ts';
import type { Consumption } from './counter.ts';
import { callsByToken, refusals, successes } from './fixtures.ts';
import { type Call, gatewayCall } from './gateway-call.ts';

/** A bundle, its calls, and the expected status of the first. */
export interface Contestant {
  name: string;
  bundle: string;
  /** Called in turn. */
  requests: unknown[];
  status: number;
  /** Unix time (ms) of calls that are for one moment only. */
  at?: number | undefined;
  /** Environment variables of its own. */
  variables?: Record<string, string>;
}

const CONTESTANTS = 'bench/contestants';
/** What sends the requests that a function was seen to send. */
const BARE = { authLogin: 'bare-login', paymentsList: 'bare-requests', budgetsImport: 'bare-requests' };
const functions = routes.map(({ file }) => file);

/** Bundled as the SDK's and the frameworks' guides recommend. */
const plain: BuildOptions = { ...esbuildOptions, alias: {}, plugins: [] };
/** Express is CommonJS and needs `require`, which an ES module lacks. */
const banner = {
  js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
};

/** Bundles the functions as they are packaged, and everything they are compared with, into a folder. */
export async function buildContestants(folder: string): Promise<void> {
  const source = (name: string) => `${CONTESTANTS}/${name}.ts`;
  const bare = ['bare-view', 'bare-update'].map(source);
  const bareToo = ['bare-requests', 'bare-login'].map(source);
  const own = [...bare, ...['bcrypt', 'query'].map(source)];
  const outdir = join(folder, 'plain');
  await build({ ...esbuildOptions, entryPoints: [...functions, ...own], outdir: folder });
  await build({ ...plain, entryPoints: [...bare, ...bareToo], outdir });
  await build({ ...plain, banner, entryPoints: ['hono', 'express'].map(source), outdir });
  for (const each of bare) await copyFile(bundleOf(outdir, each), `${bundleOf(outdir, each)}.copy.mjs`);
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
  /** A function with its rivals, the baseline first. */
  const rivalsOf = (name: string, bare: string) => {
    const own = succeeding(name);
    const rival = (label: string, bundle: string): Contestant => ({
      ...own,
      name: label,
      bundle: join(folder, bundle),
    });
    return {
      /** All others are compared with it. */
      baseline: rival('bare handler', `plain/${CONTESTANTS}/${bare}.mjs`),
      /** A copy of the baseline. Its distance from 1.00 is noise. */
      copy: rival('bare handler, copied', `plain/${CONTESTANTS}/${bare}.mjs.copy.mjs`),
      builtAlike: rival('bare handler, built like the service', `${CONTESTANTS}/${bare}.mjs`),
      express: rival('Express + serverless-http + jose + zod', `plain/${CONTESTANTS}/express.mjs`),
      hono: rival('Hono + jose + zod', `plain/${CONTESTANTS}/hono.mjs`),
      own,
    };
  };
  const view = rivalsOf('eventsView', 'bare-view');
  const update = rivalsOf('eventsUpdate', 'bare-update');
  return {
    baseline: view.baseline,
    copy: view.copy,
    view: Object.values(view),
    update: Object.values(update),
    /** Functions, each with a bare handler that makes the same requests. */
    bare: (consumptions: Map<Contestant, Consumption>): [own: Contestant, bare: Contestant][] => [
      [view.own, view.baseline],
      [update.own, update.baseline],
      ...Object.entries(BARE).map(([name, bare]): [Contestant, Contestant] => {
        const own = succeeding(name);
        const seen = { status: own.status, sent: consumptions.get(own)?.sent };
        const requests = own.requests.map((request) => Object.assign({}, request, seen));
        const bundle = join(folder, `plain/${CONTESTANTS}/${bare}.mjs`);
        return [own, { ...own, name: `bare ${own.name}`, bundle, requests }];
      }),
    ],
    functions: [...functions.values()],
    /** A successful call of a function, by its name. */
    succeeding,
    /** Another contestant with the same call, or with one of its own. */
    calling: (name: string, call?: Call) => contestant(folder, name, call),
    /** Calls by an access token, each with the same call by a session. */
    byToken: Object.entries(callsByToken).map(([of, call]) => ({
      contestant: contestant(folder, of, call),
      success: succeeding(of),
    })),
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
    at: call.at,
  };
}
