import { builtinModules } from 'node:module';

const filter = new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`);

/** Few calls need them, and loading them takes milliseconds. Only their functions can be used. */
const LOADED_ON_USE = ['node:fs/promises', 'node:zlib'];

/** @param {string} path */
function functionsOf(path) {
  const builtin = process.getBuiltinModule(path) ?? {};
  // Without classes, which begin with a capital.
  return Object.keys(builtin).filter(
    (name) => typeof Reflect.get(builtin, name) === 'function' && /^[a-z]/.test(name),
  );
}

/** @param {string} path */
const onUse = (path) => `
  for (const name of '${functionsOf(path).join(' ')}'.split(' '))
    exports[name] = (...args) => process.getBuiltinModule('${path}')[name](...args);`;

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
      contents: LOADED_ON_USE.includes(path)
        ? onUse(path)
        : `module.exports = process.getBuiltinModule('${path}')`,
    }));
  },
};
