import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { esbuildOptions } from '../build/esbuild-options.ts';
import { routes } from '../openapi/serverless-yml.ts';

const entryPoints = routes.map(({ file }) => file);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'event-budget-'));
  await build({ ...esbuildOptions, entryPoints, outdir: join(folder, 'packaged') });
  const plain: BuildOptions = { ...esbuildOptions, alias: {} };
  await build({ ...plain, entryPoints: ['functions/events/view.ts'], outdir: join(folder, 'plain') });
});
afterAll(() => rm(folder, { recursive: true }));

const bundleOf = (build: string, file: string) => join(folder, build, file.replace('.ts', '.mjs'));

/** The internal modules of Node that a process has loaded once it has loaded the bundle. */
const loadedBy = (bundle: string): string =>
  execFileSync(process.execPath, [
    '--input-type=module',
    '--eval',
    `await import('${bundle}'); console.log(process.moduleLoadList.join('\\n'))`,
  ]).toString();

const HTTP_CLIENT = 'deps/undici';
const OTHER_CREDENTIALS = /sso_session|AWS_WEB_IDENTITY_TOKEN_FILE|AWS_CONTAINER_CREDENTIALS/;

describe('a function as it is packaged', () => {
  it.each(entryPoints)('%s has no code to look for credentials outside the environment', async (file) => {
    expect(await readFile(bundleOf('packaged', file), 'utf8')).not.toMatch(OTHER_CREDENTIALS);
  });

  it.each(entryPoints)('%s loads no HTTP client but the one of the SDK', (file) => {
    expect(loadedBy(bundleOf('packaged', file))).not.toContain(HTTP_CLIENT);
  });

  it('owes both to the build', async () => {
    const plain = bundleOf('plain', 'functions/events/view.ts');
    expect(await readFile(plain, 'utf8')).toMatch(OTHER_CREDENTIALS);
    expect(loadedBy(plain)).toContain(HTTP_CLIENT);
  });
});
