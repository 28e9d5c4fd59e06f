import { builtins } from './builtins.js';
import { gzip } from './gzip.js';

const plugins = [builtins, gzip];
// serverless-esbuild takes plugins from a file.
export default plugins;

const options = {
  bundle: true,
  format: /** @type {const} */ ('esm'),
  target: 'node24',
  mainFields: ['module', 'main'],
  minify: true,
  sourcemap: /** @type {const} */ ('linked'),
  sourcesContent: false,
  alias: {
    '@aws-sdk/credential-provider-node': './build/environment-credentials.js',
    '@aws-sdk/middleware-endpoint-discovery': './build/endpoint-discovery.js',
    // Clients are given this one, and bundles would carry the SDK's beside it.
    '@smithy/core/checksum': './lib/aws/sha256.ts',
    '@smithy/core/event-streams': './build/event-streams.js',
  },
};

/** Options of the bundles, in the format of serverless-esbuild. */
export const packaging = {
  ...options,
  outputFileExtension: '.mjs',
  plugins: 'build/esbuild-options.js',
};

/** The same in esbuild's format. @satisfies {import('esbuild').BuildOptions} */
export const esbuildOptions = {
  ...options,
  platform: /** @type {const} */ ('node'),
  plugins,
  outExtension: { '.js': packaging.outputFileExtension },
  outbase: '.',
};
