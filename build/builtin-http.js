/**
 * Has a bundle take Node's HTTP modules as they are: an import would read all that they export, and so load what
 * they load only when it is asked for.
 * @type {import('esbuild').Plugin}
 */
export const builtinHttp = {
  name: 'builtin-http',
  setup(build) {
    build.onResolve({ filter: /^node:https?$/ }, ({ path }) => ({ path, namespace: 'builtin-http' }));
    build.onLoad({ filter: /./, namespace: 'builtin-http' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
    }));
  },
};
