import { existsSync } from 'node:fs';

const DEPLOYING = ['deploy', 'deploy function'];
const NO_MAIL =
  'MAIL_FROM is not set, so this deployment sends no mail: forgot-password, change-email and send-verification respond 501.';

/**
 * Stops a deployment without a settings file, which would reset every setting to its default, or with half a domain. Warns
 * about one that sends no mail.
 */
export default class StageSettingsPlugin {
  /**
   * @param {object} serverless
   * @param {{ provider: { stage: string, environment: Record<string, string> } }} serverless.service
   * @param {{ commands: string[] }} serverless.processedInput
   * @param {{ Error: new (message: string, code: string) => Error }} serverless.classes
   * @param {object} _options
   * @param {{ log: { warning: (message: string) => void } }} tools
   */
  constructor({ service, processedInput, classes }, _options, { log }) {
    this.hooks = {
      initialize: () => {
        const { stage, environment } = service.provider;
        const file = `.env.${stage}`;
        const command = processedInput.commands.join(' ');
        const isDeploying = DEPLOYING.includes(command);
        if (isDeploying && !existsSync(file)) {
          throw new classes.Error(
            `${file} is missing. Copy .env.example to it and edit it.`,
            'NO_STAGE_SETTINGS',
          );
        }
        const { DOMAIN_NAME, CERTIFICATE_ARN } = process.env;
        if (Boolean(DOMAIN_NAME) !== Boolean(CERTIFICATE_ARN)) {
          throw new classes.Error(
            'Set both DOMAIN_NAME and CERTIFICATE_ARN, or neither.',
            'INCOMPLETE_DOMAIN',
          );
        }
        if ((isDeploying || command === 'package') && !environment['MAIL_FROM']) log.warning(NO_MAIL);
      },
    };
  }
}
