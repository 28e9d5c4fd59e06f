import { rm } from 'node:fs/promises';

/**
 * Has a package hold what this service is made of, and nothing that the framework leaves in it.
 */
export default class PackagePlugin {
  /** @param {{ service: { provider: { compiledCloudFormationTemplate: { Resources: Record<string, unknown> } } } }} serverless */
  constructor({ service }) {
    this.hooks = {
      // A stale bundle would slip into every zip.
      'before:package:cleanup': async () => {
        for (const folder of ['.esbuild', '.serverless']) await rm(folder, { recursive: true, force: true });
      },
      // Each function has a role of its own by now, made after the one that they would share.
      'before:package:finalize': () => {
        delete service.provider.compiledCloudFormationTemplate.Resources['IamRoleLambdaExecution'];
      },
    };
  }
}
