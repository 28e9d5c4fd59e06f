import { builtinModules } from 'node:module';

const filter = new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`);

/** Few calls need them, and loading them takes milliseconds. Only their functions can be used. */
const LOADED_ON_USE = ['node:fs/promises', 'node:zlib'];

/** @param {string} path */
const loading = (path) => `process.getBuiltinModule('${path}')`;

/** @param {string} path */
function named(path) {
  const exported = LOADED_ON_USE.includes(path)
    ? (/** @type {string} */ name) => `(...args) => ${loading(path)}.${name}(...args)`
    : (/** @type {string} */ name) => `/* @__PURE__ */ Reflect.get(builtin, '${name}')`;
  const names = Object.keys(process.getBuiltinModule(path) ?? {});
  return [
    `const builtin = /* @__PURE__ */ ${loading(path)};`,
    'export default builtin;',
    ...names.map((name) => `export const ${name} = ${exported(name)};`),
  ].join('\n');
}

/**
 * Loads Node's own modules with `process.getBuiltinModule` instead of `import`. An import reads all exports of a module,
 * which loads parts that Node otherwise loads only on use. Here, a bundle reads only those that it names.
 * @type {import('esbuild').Plugin}
 */
export const builtins = {
  name: 'builtins',
  setup(build) {
    build.onResolve({ filter }, ({ path, kind }) => ({
      path,
      namespace: kind === 'import-statement' ? 'named builtins' : 'builtins',
      sideEffects: false,
    }));
    build.onLoad({ filter: /./, namespace: 'named builtins' }, ({ path }) => ({ contents: named(path) }));
    // `import()` and `require()` name no exports.
    build.onLoad({ filter: /./, namespace: 'builtins' }, ({ path }) => ({
      contents: `module.exports = ${loading(path)}`,
    }));
  },
};
