import { resolve } from 'node:path';
import { build } from 'esbuild';
import { gatewayCall } from '../gateway-call.ts';

/** What a commit says of itself. */
export interface Description {
  environment: Record<string, string>;
  table: typeof import('../../resources/definitions.ts').tableDefinition;
  /** A successful call of each function. */
  calls: { name: string; method: string; route: string; file: string; request: object; status: number }[];
}

// Runs in the folder of a commit, with that commit's own code: bundles the functions into a folder and describes them. Then
// it puts the items that the calls use into the table whenever it is asked to.
const [folder = ''] = process.argv.slice(2);
const load = (file: string) => import(resolve(file));
const { esbuildOptions }: typeof import('../../build/esbuild-options.ts') =
  await load('build/esbuild-options.ts');
const { routes, tableDefinition }: typeof import('../../resources/definitions.ts') =
  await load('resources/definitions.ts');
const { environment }: typeof import('../environment.ts') = await load('bench/environment.ts');
const { seed, successes }: typeof import('../fixtures.ts') = await load('bench/fixtures.ts');

await build({ ...esbuildOptions, entryPoints: routes.map(({ file }) => file), outdir: folder });
const calls = routes.flatMap(({ name, route, file }) => {
  const call = successes[name];
  if (!call) return [];
  const { method = 'POST', status } = call;
  return { name, method, route, file, request: gatewayCall(route, call), status };
});
const description: Description = { environment, table: tableDefinition, calls };
process.on('message', async () => {
  await seed();
  process.send?.('seeded');
});
process.send?.(description);
