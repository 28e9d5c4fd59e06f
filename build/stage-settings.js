import { existsSync } from 'node:fs';

/** Stops a deployment without a settings file. It would reset every setting to its default. */
export default class StageSettingsPlugin {
  /**
   * @param {object} serverless
   * @param {{ provider: { stage: string } }} serverless.service
   * @param {{ commands: string[] }} serverless.processedInput
   * @param {{ Error: new (message: string, code: string) => Error }} serverless.classes
   */
  constructor({ service, processedInput, classes }) {
    this.hooks = {
      initialize: () => {
        const file = `.env.${service.provider.stage}`;
        if (!['deploy', 'deploy function'].includes(processedInput.commands.join(' ')) || existsSync(file))
          return;
        throw new classes.Error(
          `${file} is missing. Copy .env.example to it and edit it.`,
          'NO_STAGE_SETTINGS',
        );
      },
    };
  }
}
