import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

/** What is known of a commit. */
export type Definition = Pick<typeof import('../../resources/definitions.ts'), 'routes' | 'tableDefinition'>;

// Bundles the functions of the commit in the working directory, with that commit's own build, into a folder.
const [folder = ''] = process.argv.slice(2);
const { esbuildOptions }: typeof import('../../build/esbuild-options.ts') = await import(
  resolve('build/esbuild-options.ts')
);
const { routes, tableDefinition }: Definition = await import(resolve('resources/definitions.ts'));
await build({ ...esbuildOptions, entryPoints: routes.map(({ file }) => file), outdir: folder });
await writeFile(join(folder, 'definition.json'), JSON.stringify({ routes, tableDefinition }));
