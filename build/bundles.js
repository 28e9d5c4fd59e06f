import { createRequire } from 'node:module';

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
    const EsbuildPlugin = createRequire(import.meta.url)('serverless-esbuild');
    this.hooks = new EsbuildPlugin(serverless, options, logging).hooks;
  }
}
