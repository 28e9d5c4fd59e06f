import { createRequire } from 'node:module';
import { resolve } from 'node:path';

/** Bundles the functions for a package. The local server runs them from their sources instead. */
export default class BundlesPlugin {
  /**
   * @param {{ processedInput: { commands: string[] } }} serverless
   * @param {object} options
   * @param {object} logging
   */
  constructor(serverless, options, logging) {
    // Loading esbuild takes half a second and 100 MB.
    if (serverless.processedInput.commands[0] === 'offline') return;
    // It leaves a folder of each zip where temporary files are, and deletes this one in the end.
    const folder = resolve('.esbuild');
    Object.assign(process.env, { TMPDIR: folder, TEMP: folder });
    const EsbuildPlugin = createRequire(import.meta.url)('serverless-esbuild');
    this.hooks = new EsbuildPlugin(serverless, options, logging).hooks;
  }
}
