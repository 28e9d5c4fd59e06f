import { rm } from 'node:fs/promises';

/**
 * Removes leftovers of the framework from the package.
 */
export default class PackagePlugin {
  /** @param {{ service: { provider: { compiledCloudFormationTemplate: { Resources: Record<string, unknown> } } } }} serverless */
  constructor({ service }) {
    this.hooks = {
      // Otherwise stale bundles would end up in every zip.
      'before:package:cleanup': async () => {
        for (const folder of ['.esbuild', '.serverless']) await rm(folder, { recursive: true, force: true });
      },
      // Every function has its own role, so the shared role is unused.
      'before:package:finalize': () => {
        delete service.provider.compiledCloudFormationTemplate.Resources['IamRoleLambdaExecution'];
      },
    };
  }
}
