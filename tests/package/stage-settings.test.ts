import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { functions } from '../../resources/functions.js';
import { copyOfService } from '../support/offline.ts';

let folder: string;
let remove: () => Promise<void>;
beforeAll(async () => {
  ({ folder, remove } = await copyOfService());
  await writeFile(join(folder, '.env.prod'), 'BCRYPT_COST=13\nALARM_EMAIL=ops@example.com\n');
  await copyFile('.env.example', join(folder, '.env.trial'));
});
afterAll(() => remove());

/** With nothing in the environment, so that it reaches no AWS account either. */
const serverless = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)('node_modules/.bin/serverless', args, {
    cwd: folder,
    env: { PATH: process.env['PATH'], AWS_EC2_METADATA_DISABLED: 'true', ...env },
  });

const printed = z.object({
  provider: z.object({
    environment: z.record(z.string(), z.string()),
    httpApi: z.object({ cors: z.object({ allowedOrigins: z.array(z.string()) }) }),
  }),
  functions: z.object({ mailSend: z.object({ environment: z.looseObject({ SERVICE_URL: z.unknown() }) }) }),
  resources: z.object({
    Conditions: z.object({ HasAlarmEmail: z.unknown() }),
    Resources: z.record(z.string(), z.looseObject({ Type: z.string() })),
    Outputs: z.record(z.string(), z.unknown()),
    extensions: z.record(z.string(), z.unknown()),
  }),
});

async function print(stage: string, env?: Record<string, string>) {
  const { stdout } = await serverless(['print', '--stage', stage, '--format', 'json'], env);
  return printed.parse(JSON.parse(stdout));
}

async function settingsOf(stage: string, env?: Record<string, string>) {
  const { provider, resources } = await print(stage, env);
  return {
    ...provider.environment,
    alarms: JSON.stringify(resources.Conditions.HasAlarmEmail),
    origins: provider.httpApi.cors.allowedOrigins,
  };
}

it('a stage has the settings of its file', async () => {
  expect(await settingsOf('prod')).toMatchObject({
    BCRYPT_COST: '13',
    alarms: expect.stringContaining('ops@example.com'),
  });
});

it('a stage without a file has the defaults, which .env.example tells', async () => {
  const { alarms, origins, ...environment } = await settingsOf('dev');
  expect(origins).toEqual(['*']);
  expect(alarms).not.toContain('@');
  const example = readFileSync('.env.example', 'utf8').matchAll(
    /^((?:BCRYPT|TOKEN|SESSION|LOGIN|SIGNUP|EXPENSIVE|INVITATION|MAIL|SERVICE|APP|CORS)_\w+)=(.*)$/gm,
  );
  expect(environment).toEqual({
    TABLE_NAME: 'event-budget-dev',
    ERASE_FUNCTION: 'event-budget-dev-accountErase',
    ERASE_HISTORIES_FUNCTION: 'event-budget-dev-historyErase',
    FUNCTION_TIMEOUT_SECONDS: '10',
    RECORD_TIMEOUT_SECONDS: '60',
    DATABASE_TIMEOUT_MS: expect.any(String),
    MAIL_FUNCTION: 'event-budget-dev-mailSend',
    ...Object.fromEntries([...example].map(([, name, value]) => [name, value])),
  });
});

it('locally, one network and one account may make a million calls, but not mail more to one address', async () => {
  const local = await settingsOf('local');
  const raised = Object.entries(local).filter(([name, value]) => /_LIMIT/.test(name) && value === '1000000');
  expect(raised.map(([name]) => name).sort()).toEqual([
    'EXPENSIVE_CALL_LIMIT',
    'INVITATION_LIMIT',
    'LOGIN_LIMIT_PER_NETWORK',
    'MAIL_LIMIT_PER_NETWORK',
    'SIGNUP_LIMIT',
  ]);
  expect(local).toMatchObject({ LOGIN_LIMIT: '10', MAIL_LIMIT: '5' });
});

it('calls that read or write much have no executions of their own, unless the stage reserves some', async () => {
  const reserved = async (...args: string[]) => {
    const { stdout } = await serverless(['print', '--stage', 'prod', '--format', 'json', ...args]);
    const printed = z
      .object({ functions: z.record(z.string(), z.object({ reservedConcurrency: z.nullish(z.int()) })) })
      .parse(JSON.parse(stdout));
    return Object.entries(printed.functions).flatMap(([name, { reservedConcurrency }]) =>
      typeof reservedConcurrency === 'number' ? [[name, reservedConcurrency]] : [],
    );
  };
  expect(await reserved()).toEqual([]);
  const heavy = Object.keys(functions).filter((name) => functions[name]?.['reservedConcurrency']);
  expect(heavy).toContain('paymentsList');
  expect(await reserved('--param', 'reservedConcurrency=20')).toEqual(heavy.map((name) => [name, 20]));
});

it('CORS_ORIGINS names the pages that may call', async () => {
  const CORS_ORIGINS = 'https://app.example.com, https://admin.example.com,';
  expect(await settingsOf('prod', { CORS_ORIGINS })).toMatchObject({
    origins: ['https://app.example.com', 'https://admin.example.com'],
  });
});

it('a variable of the shell goes before the file', async () => {
  expect(await settingsOf('prod', { BCRYPT_COST: '11' })).toMatchObject({ BCRYPT_COST: '11' });
});

it('a stage without a file is not deployed', async () => {
  const deployment = serverless(['deploy', '--stage', 'dev']);
  await expect(deployment).rejects.toMatchObject({ stdout: expect.stringContaining('.env.dev is missing.') });
});

/** Deploys until it needs credentials, and returns the output. */
async function deployment(stage: string, env?: Record<string, string>): Promise<string> {
  const args = ['deploy', 'function', '--function', 'systemHealth', '--stage', stage];
  const failure: unknown = await serverless(args, env).catch((error) => error);
  const { stdout, stderr } = z.object({ stdout: z.string(), stderr: z.string() }).parse(failure);
  return stdout + stderr;
}

const NO_MAIL = 'MAIL_FROM is not set, so this deployment sends no mail';
const NO_ALARMS = 'ALARM_EMAIL is not set, so nobody is mailed about alarms and costs';

const NO_CREDENTIALS = 'There are no AWS credentials, so nothing can be deployed.';

it('a stage with a file is deployed, as far as that goes without credentials', async () => {
  const printed = await deployment('prod', { MAIL_FROM: 'mail@example.org' });
  expect(printed).toContain(NO_CREDENTIALS);
  expect(printed).not.toContain(NO_MAIL);
  expect(printed).not.toContain(NO_ALARMS);
});

it('a deployment with .env.example as it is warns that it sends no mail, not even about alarms', async () => {
  const printed = await deployment('trial');
  expect(printed).toContain(NO_MAIL);
  expect(printed).toContain(NO_ALARMS);
});

it.each([
  ['DASHBOARD', { DASHBOARD: 'no' }, 'prod', 'DASHBOARD must be on or off.'],
  ['a stage', {}, 'a-stage-with-a-long-name', "The stage's name is 10 characters too long"],
])('%s with a value that is not allowed is not deployed', async (_, env, stage, message) => {
  await copyFile('.env.example', join(folder, '.env.a-stage-with-a-long-name'));
  const printed = await deployment(stage, env);
  expect(printed).toContain(message);
  expect(printed).not.toContain(NO_CREDENTIALS);
});

it('a deployment without credentials stops before it packages', async () => {
  const failure = serverless(['deploy', '--stage', 'prod']);
  await expect(failure).rejects.toMatchObject({ stdout: expect.stringContaining(NO_CREDENTIALS) });
  expect(existsSync(join(folder, '.serverless'))).toBe(false);
});

it('with credentials, a deployment goes on, here until nothing answers', async () => {
  const env = { AWS_ACCESS_KEY_ID: 'x', AWS_SECRET_ACCESS_KEY: 'x', AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };
  const printed = await deployment('prod', env);
  expect(printed).toContain('ECONNREFUSED');
  expect(printed).not.toContain(NO_CREDENTIALS);
});

it('a dashboard is made unless it is turned off', async () => {
  const hasOne = async (DASHBOARD: string) =>
    'Dashboard' in (await print('prod', { DASHBOARD })).resources.Resources;
  expect([await hasOne(''), await hasOne('on'), await hasOne('off')]).toEqual([true, true, false]);
});

describe('an own domain', () => {
  const domain = {
    DOMAIN_NAME: 'api.example.com',
    CERTIFICATE_ARN: 'arn:aws:acm:eu-central-1:1:certificate/x',
  };

  const docsAt = (address: unknown) => ({ 'Fn::Join': ['', [address, '/docs']] });

  it('is mapped to the API, which has no other address', async () => {
    const { functions, resources } = await print('prod', domain);
    expect(resources.Resources['Domain']).toEqual({
      Type: 'AWS::ApiGatewayV2::DomainName',
      Properties: {
        DomainName: domain.DOMAIN_NAME,
        DomainNameConfigurations: [
          { CertificateArn: domain.CERTIFICATE_ARN, EndpointType: 'REGIONAL', SecurityPolicy: 'TLS_1_2' },
        ],
      },
    });
    expect(resources.Resources['DomainMapping']).toEqual({
      Type: 'AWS::ApiGatewayV2::ApiMapping',
      Properties: {
        ApiId: { Ref: 'HttpApi' },
        DomainName: { Ref: 'Domain' },
        Stage: { Ref: 'HttpApiStage' },
      },
    });
    expect(resources.Outputs).toMatchObject({
      DomainTarget: { Value: { 'Fn::GetAtt': ['Domain', 'RegionalDomainName'] } },
    });
    // Links in mails lead there.
    expect(functions.mailSend.environment.SERVICE_URL).toBe('https://api.example.com');
    expect(resources.Outputs['DocsUrl']).toEqual({ Value: docsAt('https://api.example.com') });
    // No client comes to rely on the other address.
    expect(resources.extensions['HttpApi']).toEqual({ Properties: { DisableExecuteApiEndpoint: true } });
  });

  it('changes nothing else, and is not there without the settings', async () => {
    const [plain, mapped] = await Promise.all([print('prod'), print('prod', domain)]);
    expect(plain.functions.mailSend.environment.SERVICE_URL).toEqual({
      'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'],
    });
    expect(JSON.stringify(plain)).not.toMatch(/Domain(Name|Mapping|Target)|DisableExecuteApiEndpoint/);
    const { Domain, DomainMapping, ...others } = mapped.resources.Resources;
    const { DomainTarget, ...outputs } = mapped.resources.Outputs;
    const DocsUrl = { Value: docsAt({ 'Fn::GetAtt': ['HttpApi', 'ApiEndpoint'] }) };
    expect([others, { ...outputs, DocsUrl }]).toEqual([plain.resources.Resources, plain.resources.Outputs]);
  });

  it.each(['DOMAIN_NAME', 'CERTIFICATE_ARN'] as const)('stops the packaging with %s alone', async (name) => {
    for (const command of ['package', 'deploy']) {
      const packaging = serverless([command, '--stage', 'prod'], { [name]: domain[name] });
      await expect(packaging).rejects.toMatchObject({
        stdout: expect.stringContaining('Set both DOMAIN_NAME and CERTIFICATE_ARN, or neither.'),
      });
    }
  });
});

describe('a setting that functions reject', () => {
  it.each([
    [
      { TOKEN_LIFETIME_SECONDS: 'one day' },
      'TOKEN_LIFETIME_SECONDS must be a whole number from 1 to 31536000.',
    ],
    [{ MAIL_FROM: 'nobody' }, 'MAIL_FROM must be an e-mail address.'],
    // Pages and calendars show them without mails too.
    [
      { APP_URL: 'app.example.com' },
      'APP_URL must be an https URL without ? and # (http only for localhost).',
    ],
    [{ SERVICE_NAME: 'Fête' }, 'SERVICE_NAME must be at most 60 ASCII characters.'],
    [{ SESSION_IDLE_DAYS: '30' }, 'SESSION_IDLE_DAYS is no setting any more, and always 14. Remove it.'],
    [{ CORS_ORIGINS: 'https://app.example.com/' }, 'CORS_ORIGINS must be *, or origins'],
    [{ CORS_ORIGINS: 'https://App.example.com:443' }, 'CORS_ORIGINS must be *, or origins'],
    [{ CORS_ORIGINS: 'app.example.com' }, 'CORS_ORIGINS must be *, or origins'],
  ])('stops the packaging: %j', async (settings, message) => {
    const packaging = serverless(['package', '--stage', 'prod'], settings);
    await expect(packaging).rejects.toMatchObject({ stdout: expect.stringContaining(message) });
  });
});
