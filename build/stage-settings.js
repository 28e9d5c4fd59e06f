import { existsSync } from 'node:fs';
import { readConfig } from '../lib/config/config.ts';
import { readServiceConfig } from '../lib/config/service.ts';

const DEPLOYING = ['deploy', 'deploy function'];
const NO_MAIL =
  'MAIL_FROM is not set, so this deployment sends no mail: forgot-password, change-email and send-verification get 501.';
const NO_ALARMS = 'ALARM_EMAIL is not set, so nobody is mailed about alarms and costs.';
const NO_CREDENTIALS =
  'There are no AWS credentials, so nothing can be deployed. Log in, such as with aws login or aws sso login, or set AWS_PROFILE.';
const NO_DASHBOARD = 'DASHBOARD must be on or off';
/** Settings of version 0.4 that are constants now. */
const CONSTANTS = {
  SESSION_IDLE_DAYS: '14',
  LOGIN_LIMIT_PER_EMAIL: '100',
  LOGIN_WINDOW_SECONDS: '900',
  SIGNUP_WINDOW_SECONDS: '3600',
  MAIL_WINDOW_SECONDS: '3600',
};
const NO_ORIGIN = 'CORS_ORIGINS must be *, or origins such as https://app.example.com, comma-separated';

/**
 * Returns whether it is `*`, or an origin as browsers send it: in lower case, and without the default port.
 * @param {string} text
 */
const isOrigin = (text) =>
  text === '*' || (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text);

/** What is wrong with a setting that is a constant now; `undefined` if nothing is. */
function changedConstant() {
  const [name, value] =
    Object.entries(CONSTANTS).find(([name, value]) => (process.env[name] || value) !== value) ?? [];
  return name && `${name} is no setting any more, and always ${value}. Remove it`;
}

/**
 * Returns what is wrong with the functions' settings, if anything is.
 * @param {Record<string, string>} environment
 */
function invalidSetting(environment) {
  const before = process.env;
  // Functions read the keys from Secrets Manager.
  process.env = { ...before, ...environment, TOKEN_KEYS: 'x'.repeat(32) };
  try {
    readConfig();
    // They are read only if MAIL_FROM is set.
    readServiceConfig();
    return undefined;
  } catch (error) {
    return String(error instanceof Error ? error.message : error);
  } finally {
    process.env = before;
  }
}

/** IAM's limit for a role's name. */
const MAX_ROLE_NAME = 64;

/**
 * Returns what is wrong with the stage's name, if anything is. serverless-iam-roles-per-function names roles after it.
 * @param {Service} service
 */
function tooLongName({ service, provider: { stage, region }, functions }) {
  const [longest = ''] = Object.keys(functions).sort((one, other) => other.length - one.length);
  const excess = [service, stage, region, longest].join('-').length - MAX_ROLE_NAME;
  if (excess <= 0) return undefined;
  return `The stage's name is ${excess} characters too long: the role of ${longest} would have more than ${MAX_ROLE_NAME} in ${region}`;
}

/**
 * Stops a deployment without credentials, or without a settings file, which would reset every setting to its default, with half
 * a domain, or with a setting with which calls would fail. Warns about one that sends no mail, or whose alarms reach nobody.
 */
export default class StageSettingsPlugin {
  /**
   * @param {Serverless} serverless
   * @param {object} _options
   * @param {{ log: { warning: (message: string) => void } }} tools
   */
  constructor(serverless, _options, { log }) {
    const { service, processedInput, classes } = serverless;
    this.hooks = {
      initialize: async () => {
        const { stage, environment, httpApi } = service.provider;
        const file = `.env.${stage}`;
        const command = processedInput.commands.join(' ');
        const isDeploying = DEPLOYING.includes(command);
        if (isDeploying && !existsSync(file)) {
          throw new classes.Error(
            `${file} is missing. Copy .env.example to it and edit it.`,
            'NO_STAGE_SETTINGS',
          );
        }
        const { DOMAIN_NAME, CERTIFICATE_ARN, ALARM_EMAIL } = process.env;
        if (Boolean(DOMAIN_NAME) !== Boolean(CERTIFICATE_ARN)) {
          throw new classes.Error(
            'Set both DOMAIN_NAME and CERTIFICATE_ARN, or neither.',
            'INCOMPLETE_DOMAIN',
          );
        }
        if (!isDeploying && command !== 'package') return;
        const fault =
          [
            httpApi.cors.allowedOrigins.every(isOrigin) ? undefined : NO_ORIGIN,
            ['on', 'off'].includes(process.env['DASHBOARD'] || 'on') ? undefined : NO_DASHBOARD,
            tooLongName(service),
            changedConstant(),
          ].find(Boolean) ?? invalidSetting(environment);
        if (fault) throw new classes.Error(`${fault}.`, 'INVALID_SETTING');
        if (!environment['MAIL_FROM']) log.warning(NO_MAIL);
        if (!ALARM_EMAIL) log.warning(NO_ALARMS);
        if (!isDeploying) return;
        // Otherwise the framework notices only after it has packaged everything.
        await serverless
          .getProvider('aws')
          .getAwsSdkV3CredentialsProvider()()
          .catch(() => {
            throw new classes.Error(NO_CREDENTIALS, 'NO_CREDENTIALS');
          });
      },
    };
  }
}

/**
 * @typedef {object} Serverless
 * @property {Service} service
 * @property {{ commands: string[] }} processedInput
 * @property {{ Error: new (message: string, code: string) => Error }} classes
 * @property {(name: 'aws') => { getAwsSdkV3CredentialsProvider: () => () => Promise<unknown> }} getProvider
 */
/**
 * @typedef {object} Service
 * @property {string} service
 * @property {{ stage: string, region: string, environment: Record<string, string>, httpApi: { cors: { allowedOrigins: string[] } } }} provider
 * @property {Record<string, object>} functions
 */
