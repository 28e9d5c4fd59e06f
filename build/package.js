import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** @typedef {{ Type: string, Properties?: { Policies?: { PolicyDocument: { Statement: { Action: string[] }[] } }[] } }} Resource */
/** @typedef {{ Resources: Record<string, Resource> }} Template */

/** CloudFormation's limit for a stack. */
export const MAX_RESOURCES = 500;

/**
 * Permissions that the framework adds and no function needs. The template creates the log groups: one created by a function would
 * never expire. `ListStreams` works only on `*`.
 */
const UNUSED_ACTIONS = ['logs:CreateLogGroup', 'dynamodb:ListStreams'];

/** The version and the commit of these files: what an operator checks out to deploy them again. */
function versionAndCommit() {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  try {
    const args = ['describe', '--always', '--dirty', '--abbrev=12', '--exclude=*'];
    return `${version}, commit ${execFileSync('git', args, { encoding: 'utf8', stdio: 'pipe' }).trim()}`;
  } catch {
    return `${version}, commit unknown`;
  }
}

/** Makes the framework use one log group for all functions, and removes what is left over from the package. */
export default class PackagePlugin {
  /**
   * @param {Serverless} serverless
   * @param {object} _options
   * @param {{ log: { notice: (message: string) => void } }} tools
   */
  constructor(serverless, _options, { log }) {
    const { service, processedInput } = serverless;
    this.hooks = {
      initialize: () => {
        const { naming } = serverless.getProvider('aws');
        // It makes a log group for each function, which are the same one by these names.
        naming['getLogGroupLogicalId'] = () => 'FunctionsLogGroup';
        naming['getLogGroupName'] = () => service.provider.logs.lambda.logGroup;
      },
      // Otherwise stale bundles would end up in every zip.
      'before:package:cleanup': () => rm('.esbuild', { recursive: true, force: true }),
      'before:package:finalize': () => {
        const { Resources } = service.provider.compiledCloudFormationTemplate;
        // Every function has its own role, so the shared role is unused.
        delete Resources['IamRoleLambdaExecution'];
        for (const [id, { Type, Properties }] of Object.entries(Resources)) {
          // API Gateway has a role: see resources/gateway-role.js.
          if (Type === 'AWS::Lambda::Permission') delete Resources[id];
          for (const { PolicyDocument } of Properties?.Policies ?? []) {
            for (const statement of PolicyDocument.Statement)
              statement.Action = statement.Action.filter((action) => !UNUSED_ACTIONS.includes(action));
          }
        }
      },
      finalize: () => {
        if (processedInput.commands[0] !== 'package') return;
        const { Resources } = service.provider.compiledCloudFormationTemplate;
        log.notice(
          `Version ${versionAndCommit()}: ${Object.keys(Resources).length} of ${MAX_RESOURCES} resources`,
        );
      },
    };
  }
}

/**
 * @typedef {object} Serverless
 * @property {{ provider: { compiledCloudFormationTemplate: Template, logs: { lambda: { logGroup: string } } } }} service
 * @property {{ commands: string[] }} processedInput
 * @property {(name: 'aws') => { naming: Record<string, () => string> }} getProvider
 */
