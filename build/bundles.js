import EsbuildPlugin from 'serverless-esbuild';

/** Bundles the functions for a package; locally they run from their sources. */
export default class BundlesPlugin extends EsbuildPlugin {
  /** @param {ConstructorParameters<typeof EsbuildPlugin>} parameters */
  constructor(...parameters) {
    super(...parameters);
    delete this.hooks['before:offline:start'];
    delete this.hooks['before:offline:start:init'];
  }
}
