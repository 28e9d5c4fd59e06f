import { statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/** Makes each import of a bundle load its latest build instead of the cached module. */
export function watchBundles() {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      if (!resolved.url.includes('/.esbuild/')) return resolved;
      // The size too, because a file that is being written may keep its mtime.
      const { mtimeMs, size } = statSync(fileURLToPath(resolved.url));
      return { ...resolved, url: `${resolved.url}?${mtimeMs}-${size}` };
    },
  });
}
