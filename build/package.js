import { rm } from 'node:fs/promises';

/** @typedef {{ Properties?: { Policies?: { PolicyDocument: { Statement: { Action: string[] }[] } }[] } }} Resource */

/**
 * Removes leftovers of the framework from the package.
 */
export default class PackagePlugin {
  /** @param {{ service: { provider: { compiledCloudFormationTemplate: { Resources: Record<string, Resource> } } } }} serverless */
  constructor({ service }) {
    this.hooks = {
      // Otherwise stale bundles would end up in every zip.
      'before:package:cleanup': async () => {
        for (const folder of ['.esbuild', '.serverless']) await rm(folder, { recursive: true, force: true });
      },
      // Every function has its own role, so the shared role is unused.
      'before:package:finalize': () => {
        const { Resources } = service.provider.compiledCloudFormationTemplate;
        delete Resources['IamRoleLambdaExecution'];
        // The template makes the log groups. One that a function made would keep its lines for ever.
        for (const { Properties } of Object.values(Resources)) {
          for (const { PolicyDocument } of Properties?.Policies ?? []) {
            for (const statement of PolicyDocument.Statement)
              statement.Action = statement.Action.filter((action) => action !== 'logs:CreateLogGroup');
          }
        }
      },
    };
  }
}
