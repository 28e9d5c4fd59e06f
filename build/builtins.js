import { builtinModules } from 'node:module';

const filter = new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`);

/**
 * Has a bundle take Node's own modules as they are: an import would read all that they export, and so load what they
 * load only when it is asked for.
 * @type {import('esbuild').Plugin}
 */
export const builtins = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'builtins' }));
    build.onLoad({ filter: /./, namespace: 'builtins' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('${path}')`,
    }));
  },
};
