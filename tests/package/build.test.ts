import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { esbuildOptions } from '../../build/esbuild-options.js';
import { functions } from '../../resources/definitions.ts';

const LOGIN = 'functions/auth/login.ts';
const entryPoints = functions.map(({ file }) => file);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'event-budget-'));
  await build({ ...esbuildOptions, entryPoints, outdir: join(folder, 'packaged') });
  const plain: BuildOptions = { ...esbuildOptions, alias: {}, plugins: [] };
  await build({ ...plain, entryPoints: [LOGIN], outdir: join(folder, 'plain') });
});
afterAll(() => rm(folder, { recursive: true }));

const bundleOf = (build: string, file: string) => join(folder, build, file.replace('.ts', '.mjs'));

/** Calls a function in a process of its own. Returns its status and what an expression then is, line by line. */
function callAndPrint(bundle: string, { expression, before = '' }: { expression: string; before?: string }) {
  const request = {
    headers: {},
    requestContext: { http: { method: 'POST', sourceIp: '192.0.2.1' } },
    body: JSON.stringify({ username: 'ada@example.com', password: 'correct horse' }),
  };
  const program = `
    ${before}
    const { handler } = await import('${bundle}');
    const { statusCode } = await handler(${JSON.stringify(request)}, {});
    console.log([statusCode, ...${expression}].join('\\n'))`;
  const args = ['--input-type=module', '--eval', program];
  return execFileSync(process.execPath, args, { env: process.env }).toString();
}

/** Node's internal modules that are loaded after a function has called the database. */
const loadedByCall = (bundle: string) =>
  callAndPrint(bundle, {
    before: `process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:9'`,
    expression: 'process.moduleLoadList',
  });

/** Files that a function reads before a request to AWS, which goes to a port where nothing listens instead. */
const readByCall = (bundle: string) =>
  callAndPrint(bundle, {
    before: `
      for (const service of ['DYNAMODB', 'LAMBDA']) delete process.env['AWS_ENDPOINT_URL_' + service];
      const https = process.getBuiltinModule('node:https');
      const { request } = https;
      https.request = (options, onResponse) => request({ ...options, host: '127.0.0.1', port: 9 }, onResponse);
      const files = [];
      process.getBuiltinModule('node:fs/promises').readFile = async (file) => files.push(file) && '';`,
    expression: 'files',
  });

const HTTP_CLIENT = 'deps/undici';
const OTHER_CREDENTIALS = /sso_session|AWS_WEB_IDENTITY_TOKEN_FILE|AWS_CONTAINER_CREDENTIALS/;

const UNUSED = /node_modules\/.*(?:endpoint-(?:discovery|cache)|event-streams|sha256)/i;
/** How esbuild puts a module into a function that runs it when it is needed. */
const WRAPPED = /__(?:esm|commonJS)\(\{\s*"([^"]+)"/g;

describe('a packaged function', () => {
  it.each(entryPoints)('%s has no code that looks for credentials outside the environment', async (file) => {
    expect(await readFile(bundleOf('packaged', file), 'utf8')).not.toMatch(OTHER_CREDENTIALS);
  });

  it('loads no HTTP client except the SDK’s', () => {
    const loaded = loadedByCall(bundleOf('packaged', LOGIN));
    expect(loaded).toMatch(/^503\n[\s\S]*NativeModule http\n/);
    expect(loaded).not.toContain(HTTP_CLIENT);
  });

  it('loads what compresses only on use', () => {
    const loaded = loadedByCall(bundleOf('packaged', LOGIN));
    expect(loaded).toMatch(/NativeModule https\n/);
    expect(loaded).not.toContain('NativeModule zlib\n');
    expect(loadedByCall(bundleOf('plain', LOGIN))).toContain('NativeModule zlib\n');
  });

  it.each(['functions/auth/login.ts', 'functions/auth/forgot-password.ts'])(
    '%s reads no config files',
    (file) => {
      expect(readByCall(bundleOf('packaged', file))).toBe('503\n');
    },
  );

  it('has nothing of the SDK that no request needs, and no modules in functions for it', async () => {
    const outdir = join(folder, 'readable');
    const readable: BuildOptions = { ...esbuildOptions, entryPoints, outdir, minify: false, metafile: true };
    const { metafile, outputFiles } = await build({ ...readable, write: false });
    expect(Object.keys(metafile?.inputs ?? {}).filter((path) => UNUSED.test(path))).toEqual([]);
    const wrapped = outputFiles?.flatMap(({ text }) => [...text.matchAll(WRAPPED)].map(([, path]) => path));
    // What the SDK imports dynamically.
    expect([...new Set(wrapped)].sort()).toEqual([
      'build/event-streams.js',
      'builtins:node:async_hooks',
      'builtins:node:http',
    ]);
  });

  it('does both only because of the build settings', async () => {
    const plain = bundleOf('plain', LOGIN);
    expect(await readFile(plain, 'utf8')).toMatch(OTHER_CREDENTIALS);
    expect(loadedByCall(plain)).toContain(HTTP_CLIENT);
  });
});
