import { builtinModules } from 'node:module';

const filter = new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`);

/**
 * Loads Node's own modules with `process.getBuiltinModule` instead of `import`. An import reads all exports of a module,
 * which loads parts that Node otherwise loads only on use.
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
