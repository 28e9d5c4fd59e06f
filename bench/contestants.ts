import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { esbuildOptions } from '../build/esbuild-options.js';
import { routes } from '../resources/definitions.ts';
import { importOf, listOfMany, rejections, successes, undoOfAll } from './fixtures.ts';
import { type Call, gatewayCall } from './gateway-call.ts';

/** A bundle, its call, and the expected status. */
export interface Contestant {
  name: string;
  bundle: string;
  request: unknown;
  status: number;
  /** Unix time (ms) of a call that is for one moment only. */
  at?: number | undefined;
}

const CONTESTANTS = 'bench/contestants';

/** Bundled as the SDK's and the frameworks' guides recommend. */
const plain: BuildOptions = { ...esbuildOptions, alias: {}, plugins: [] };
/** Express is CommonJS and needs `require`, which an ES module lacks. */
const banner = {
  js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);",
};

/** Bundles the functions as they are packaged, everything they are compared with, and what measures them, into a folder. */
export async function buildContestants(folder: string): Promise<void> {
  const source = (name: string) => `${CONTESTANTS}/${name}.ts`;
  const bare = ['bare-view', 'bare-update', 'bare-list'].map(source);
  const own = [...routes.map(({ file }) => file), ...bare, 'bench/child.ts'];
  const outdir = join(folder, 'plain');
  await build({ ...esbuildOptions, entryPoints: own, outdir: folder });
  await build({ ...plain, entryPoints: bare, outdir });
  await build({ ...plain, banner, entryPoints: ['hono', 'express'].map(source), outdir });
  for (const each of bare) await copyFile(bundleOf(outdir, each), `${bundleOf(outdir, each)}.copy.mjs`);
}

const bundleOf = (folder: string, source: string) => join(folder, source.replace(/\.ts$/, '.mjs'));

/** How many budgets events have. */
export const BUDGETS = [3, 100, 500];

/** How many events the longest list has. */
export const EVENTS = 10_000;

/** The calls that are measured with growing events, each with the highest number of budgets for which it succeeds. */
const GROWING: [name: string, most: number, call?: (budgets: number) => Call][] = [
  ['eventsList', 500],
  ['eventsView', 500],
  ['eventsUpdate', 500],
  ['budgetsList', 500],
  ['budgetsCreate', 499],
  ['budgetsUpdate', 500],
  ['budgetsDelete', 500],
  ['budgetsImport', 500, importOf],
  ['historyUndo', 500, () => undoOfAll],
  ['paymentsList', 500],
  ['shareLinkView', 500],
];

/** Everything that is measured. Of rows, the first is the baseline, and the second a copy of it that shows the noise. */
export function contestantsIn(folder: string) {
  const contestant = (name: string, call = successes[name]): Contestant => {
    const definition = routes.find((route) => route.name === name);
    if (!call || !definition) throw new Error(`There is no call of ${name} to measure.`);
    return {
      name: definition.route.replace('ANY', call.method ?? 'POST'),
      bundle: bundleOf(folder, definition.file),
      request: gatewayCall(definition.route, call),
      status: call.status,
      at: call.at,
    };
  };
  const functions = new Map(routes.map(({ name }) => [name, contestant(name)]));
  const rivalOf =
    (own: Contestant) =>
    (name: string, bundle: string): Contestant => ({ ...own, name, bundle: join(folder, bundle) });
  /** A function with its rivals. */
  const rivalsOf = (name: string, bare: string): [baseline: Contestant, ...others: Contestant[]] => {
    const own = functions.get(name) ?? contestant(name);
    const rival = rivalOf(own);
    return [
      rival('bare handler', `plain/${CONTESTANTS}/${bare}.mjs`),
      rival('bare handler, copied', `plain/${CONTESTANTS}/${bare}.mjs.copy.mjs`),
      rival('bare handler, built like the service', `${CONTESTANTS}/${bare}.mjs`),
      rival('Express + serverless-http + jose + zod', `plain/${CONTESTANTS}/express.mjs`),
      rival('Hono + jose + zod', `plain/${CONTESTANTS}/hono.mjs`),
      own,
    ];
  };
  const view = rivalsOf('eventsView', 'bare-view');
  const longList = contestant('eventsList', listOfMany);
  const list = [
    rivalOf(longList)('the SDK alone', `plain/${CONTESTANTS}/bare-list.mjs`),
    rivalOf(longList)('the SDK alone, copied', `plain/${CONTESTANTS}/bare-list.mjs.copy.mjs`),
    longList,
  ];
  const rejected = rejections.map(([reason, of, call]) => {
    const { name, ...rest } = contestant(of, call);
    return { ...rest, name: `${name}: ${reason}` };
  });
  return {
    view,
    update: rivalsOf('eventsUpdate', 'bare-update'),
    list,
    functions: [...view.slice(0, 2), ...functions.values(), ...rejected],
    /** Each call with each number of budgets; `undefined` where it would not succeed. */
    growing: GROWING.map(([name, most, call]) =>
      BUDGETS.map((budgets) => (budgets <= most ? contestant(name, call?.(budgets)) : undefined)),
    ),
  };
}
