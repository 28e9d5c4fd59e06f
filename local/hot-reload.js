import { registerHooks } from 'node:module';

let generation = 0;

/** Makes each import of a bundle take its newest build, which a module cache keyed by the path would not. */
export function watchBundles() {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (!resolved.url.includes('/.esbuild/')) return resolved;
      return { ...resolved, url: `${resolved.url}?build=${generation}` };
    },
  });
}

export function bundlesChanged() {
  generation += 1;
}
