import { readFileSync } from 'node:fs';
import type { BuildOptions } from 'esbuild';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import plugins from './plugins.js';

// Strict, so that every option of the packaged bundles is also used here.
const definition = z.strictObject({
  bundle: z.literal(true),
  format: z.literal('esm'),
  target: z.string(),
  mainFields: z.array(z.string()),
  minify: z.boolean(),
  sourcemap: z.literal('linked'),
  sourcesContent: z.boolean(),
  alias: z.record(z.string(), z.string()),
  outputFileExtension: z.string(),
  plugins: z.literal('build/plugins.js'),
});

const { outputFileExtension, ...options } = definition.parse(
  parse(readFileSync('build/esbuild.yml', 'utf8'), { logLevel: 'error' }),
);

/** The bundling options of build/esbuild.yml in esbuild's format. */
export const esbuildOptions = {
  ...options,
  platform: 'node',
  plugins,
  outExtension: { '.js': outputFileExtension },
  outbase: '.',
} satisfies BuildOptions;
