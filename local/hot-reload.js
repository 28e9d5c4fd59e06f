import { statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Makes each import of a bundle take its newest build, which a module cache keyed by the path would not. */
export function watchBundles() {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (!resolved.url.includes('/.esbuild/')) return resolved;
      // The size too, since a file that is being written may keep its time.
      const { mtimeMs, size } = statSync(fileURLToPath(resolved.url));
      return { ...resolved, url: `${resolved.url}?${mtimeMs}-${size}` };
    },
  });
}
