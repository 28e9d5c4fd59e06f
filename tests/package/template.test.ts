import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { MAX_RESOURCES } from '../../build/package.js';
import { contracts } from '../../resources/contracts.js';
import { routes } from '../../resources/definitions.ts';
import { functions as definitions, throttledRoutes } from '../../resources/functions.js';
import {
  environmentOf,
  functionOf,
  logicalName,
  names,
  ofType,
  ref,
  roleOf,
  statementsOf,
  template,
  templateText,
} from './template.ts';

const resource = z.looseObject({ Type: z.string(), Properties: z._default(z.looseObject({}), {}) });
const state = z
  .object({ service: z.object({ provider: z.object({ stackTags: z.record(z.string(), z.string()) }) }) })
  .parse(JSON.parse(readFileSync(join(inject('packaged'), 'serverless-state.json'), 'utf8')));
const dev = z
  .object({ Resources: z.object({ Table: resource, TokenSecret: resource }) })
  .parse(inject('devResources'));

const { Table, TokenSecret, HttpApi, HttpApiStage } = template.Resources;

const roleText = (name: string) => JSON.stringify(roleOf(name));

const STREAM = { 'Fn::GetAtt': ['Table', 'StreamArn'] };
const STREAM_ACTIONS = ['GetRecords', 'GetShardIterator', 'DescribeStream'].map(
  (action) => `dynamodb:${action}`,
);
/** Who may use a role. */
const trusting = (service: string) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }],
});

const FAILED_RECORDS = { 'Fn::GetAtt': ['FailedRecords', 'Arn'] };
const FAILED_ERASURES = { 'Fn::GetAtt': ['FailedErasures', 'Arn'] };

/** They neither sign nor verify. */
const keyless = names.filter(
  (name) =>
    /^system(?!Mcp)/.test(name) ||
    ['accountErase', 'calendarView', 'eventsRecord', 'historyErase', 'shareLinkView'].includes(name),
);
const READ_KEYS = {
  Effect: 'Allow',
  Action: ['secretsmanager:GetSecretValue'],
  Resource: ref('TokenSecret'),
};

/** They read whole accounts. All others see only some attributes, without the password hash. */
const SEE_PASSWORDS = [
  'accountChangeEmail',
  'accountChangePassword',
  'accountDelete',
  'accountExport',
  'accountSendVerification',
  'accountView',
  'authLogin',
  'authResetPassword',
  'authVerifyEmail',
  'eventsHandOver',
  'factorConfirm',
  'factorCreate',
  'factorEnd',
  'factorRecoveryCodes',
  'mailSend',
  'sessionsList',
  'tokensCreate',
  'tokensList',
];

const subjectOf = (name: string) => /^[a-z]+/.exec(name)?.[0] ?? '';

const statement = z.object({
  Action: z.array(z.string()),
  Condition: z._default(z.record(z.string(), z.record(z.string(), z.unknown())), {}),
});

/** What a role may do with items of the table: actions, how keys begin, and attributes if these are limited. */
const grantsOf = (name: string) =>
  z
    .array(statement)
    .parse(statementsOf(name))
    .filter(({ Action }) => /^dynamodb:(?!GetRecords)/.test(Action[0] ?? ''))
    .map(({ Action, Condition }) => ({
      reads: Action.some((action) => /:(GetItem|Query|BatchGetItem)$/.test(action)),
      writes: Action.some((action) => /:(Put|Update|Delete|BatchWrite)Item$/.test(action)),
      keys: z
        .array(z.string().check(z.regex(/^[A-Z_]+#\*$/)))
        .parse(Condition['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'])
        .map((key) => key.replace('#*', '')),
      // ForAllValues is also true for a request without a key.
      needsKey: Condition['Null']?.['dynamodb:LeadingKeys'] === 'false',
      attributes: z
        .optional(z.array(z.string()))
        .parse(Condition['ForAllValues:StringEquals']?.['dynamodb:Attributes']),
    }));

/** The keys of items that a role may read, or write. */
const keysOf = (name: string, kind: 'reads' | 'writes') => [
  ...new Set(grantsOf(name).flatMap((grant) => (grant[kind] ? grant.keys : []))),
];

const invokers = (invoked: string) =>
  names.filter((name) => roleText(name).includes(`:function:event-budget-prod-${invoked}"`));

/** A statement of resources, as the template has it. */
const resolved = (statements: unknown): unknown =>
  JSON.parse(
    JSON.stringify(statements)
      .replaceAll(`\${self:provider.environment.MAIL_FUNCTION}`, 'event-budget-prod-mailSend')
      .replaceAll(`\${self:provider.environment.ERASE_FUNCTION}`, 'event-budget-prod-accountErase')
      .replaceAll(`\${self:provider.environment.ERASE_HISTORIES_FUNCTION}`, 'event-budget-prod-historyErase')
      .replaceAll(`\${param:mailFrom}`, 'mail@example.org'),
  );

describe('each function', () => {
  it.each(names)('%s has a role with what tests/project/permissions.md shows, and a log', (name) => {
    expect(statementsOf(name)).toEqual([
      {
        Effect: 'Allow',
        // The template makes the log group.
        Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        Resource: [
          { 'Fn::Sub': expect.stringMatching(/:log-group:\/aws\/lambda\/event-budget-prod:\*:\*$/) },
        ],
      },
      ...(name === 'eventsRecord' ? [{ Effect: 'Allow', Action: STREAM_ACTIONS, Resource: [STREAM] }] : []),
      ...z.array(z.unknown()).parse(resolved(definitions[name]?.iamRoleStatements)),
    ]);
  });

  it.each(names)('%s reaches items by their keys alone, and none if it serves a page or file', (name) => {
    for (const { needsKey } of grantsOf(name)) expect(needsKey).toBe(true);
    if (/^system(?!Mcp)/.test(name)) expect(grantsOf(name)).toEqual([]);
  });

  it('reads no password hash, but those that are said to', () => {
    const reading = names.filter((name) =>
      grantsOf(name).some(
        ({ reads, keys, attributes = ['password_hash'] }) =>
          reads && keys.includes('PERSON') && attributes.includes('password_hash'),
      ),
    );
    expect(reading.sort()).toEqual(SEE_PASSWORDS);
  });

  it.each(contracts)('$name reads claims if it takes a key, and writes nothing if it is a GET', (each) => {
    const { name, contract } = each;
    expect(keysOf(name, 'reads').includes('CLAIM')).toBe(
      contract.idempotent !== undefined || name === 'systemMcp',
    );
    if (contract.method === 'GET')
      expect(['COUNTER']).toEqual(expect.arrayContaining(keysOf(name, 'writes')));
  });

  it('invokes no function, but those that have mails to send, and accounts and histories to erase', () => {
    expect(invokers('accountErase')).toEqual(['accountDelete', 'accountErase']);
    expect(invokers('historyErase')).toEqual(['historyErase', 'eventsRecord']);
    expect([...new Set(invokers('mailSend').map(subjectOf))].sort()).toEqual([
      'account',
      'auth',
      'events',
      'factor',
      'invitations',
      'members',
      'share',
      'tokens',
    ]);
  });

  it('writes histories if it records or erases them, and sends mails if it is mailSend', () => {
    for (const key of ['HISTORY', 'HISTORY_PART'])
      expect(names.filter((name) => keysOf(name, 'writes').includes(key))).toEqual([
        'historyErase',
        'eventsRecord',
      ]);
    expect(names.filter((name) => roleText(name).includes('ses:'))).toEqual(['mailSend']);
    expect(names.filter((name) => roleText(name).includes('dynamodb:GetRecords'))).toEqual(['eventsRecord']);
  });

  it.each(names)('%s has the right runtime settings', (name) => {
    expect(functionOf(name)?.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      // tests/package/bundles.test.ts tells which functions need more.
      MemorySize: definitions[name]?.['memorySize'] ?? 1024,
      Timeout: name === 'eventsRecord' ? 60 : (definitions[name]?.['timeout'] ?? 10),
      Role: { 'Fn::GetAtt': [`${logicalName(name)}IamRoleLambdaExecution`, 'Arn'] },
    });
  });

  it('keeps its logs for longer than the table can be restored', () => {
    expect(template.Resources['FunctionsLogGroup']?.Properties).toEqual({
      LogGroupName: '/aws/lambda/event-budget-prod',
      RetentionInDays: 60,
    });
  });

  it('has its own role', () => {
    expect(ofType('AWS::Lambda::Function')).toHaveLength(names.length);
    expect(ofType('AWS::IAM::Role').map(({ id }) => id)).toEqual(
      expect.arrayContaining([
        'GatewayRole',
        ...names.map((name) => `${logicalName(name)}IamRoleLambdaExecution`),
      ]),
    );
    expect(ofType('AWS::IAM::Role')).toHaveLength(names.length + 1);
    expect(ofType('AWS::IAM::Policy')).toEqual([]);
  });
});

describe('persistent state', () => {
  it('is in a table that survives deletion of the stack and accidental deletion', () => {
    expect(Table).toMatchObject({
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        TableName: 'event-budget-prod',
        BillingMode: 'PAY_PER_REQUEST',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { SSEEnabled: true },
        TimeToLiveSpecification: { AttributeName: 'expires_at', Enabled: true },
        DeletionProtectionEnabled: true,
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
      },
    });
  });

  it('has an index of what a list of events shows', () => {
    expect(Table?.Properties).toMatchObject({
      AttributeDefinitions: expect.arrayContaining([{ AttributeName: 'head_id', AttributeType: 'N' }]),
      LocalSecondaryIndexes: [
        {
          IndexName: 'heads',
          KeySchema: [
            { AttributeName: 'PK', KeyType: 'HASH' },
            { AttributeName: 'head_id', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: ['head'] },
        },
      ],
    });
  });

  it('can be imported into a new stack, because it refers to no other resource', () => {
    expect([Table, TokenSecret]).toEqual(
      Array(2).fill(expect.objectContaining({ DeletionPolicy: 'Retain' })),
    );
    expect(JSON.stringify([Table, TokenSecret])).not.toMatch(/"(Ref|Fn::\w+|DependsOn|Condition)":/);
  });

  it('takes so many units a second that its price is known, with its index', () => {
    expect(Table?.Properties).toMatchObject({
      OnDemandThroughput: { MaxReadRequestUnits: 6000, MaxWriteRequestUnits: 2000 },
    });
    // CloudFormation rejects an index of the table's own partition key that has it.
    expect(JSON.stringify(Table?.Properties['LocalSecondaryIndexes'])).not.toContain('Throughput');
  });

  it('may be deleted in the stage dev and takes less, without other differences', () => {
    const { Properties = {} } = Table ?? {};
    expect(dev.Resources.Table.Properties).toEqual({
      ...Properties,
      TableName: 'event-budget-dev',
      DeletionProtectionEnabled: false,
      OnDemandThroughput: { MaxReadRequestUnits: 600, MaxWriteRequestUnits: 200 },
    });
    expect(dev.Resources.TokenSecret).toEqual(TokenSecret);
  });

  it('is signed with a generated key that is in no file', () => {
    expect(TokenSecret).toMatchObject({
      DeletionPolicy: 'Retain',
      Properties: { GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true } },
    });
    expect(TokenSecret?.Properties).not.toHaveProperty('SecretString');
  });
});

describe('the signing key', () => {
  it.each(names.filter((name) => !keyless.includes(name)))('can be read by %s', (name) => {
    expect(environmentOf(name)).toMatchObject({ TOKEN_SECRET: ref('TokenSecret') });
    expect(environmentOf(name)).not.toHaveProperty('TOKEN_KEYS');
    expect(roleText(name)).toContain(JSON.stringify(READ_KEYS));
  });

  it.each(keyless)("can't be read by %s", (name) => {
    expect(environmentOf(name)).not.toHaveProperty('TOKEN_SECRET');
    expect(roleText(name)).not.toContain('secretsmanager');
  });
});

describe('the deployment', () => {
  it('keeps its packages private, and earlier ones', () => {
    expect(template.Resources['ServerlessDeploymentBucket']?.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      VersioningConfiguration: { Status: 'Enabled' },
    });
  });

  it('tags every resource through the stack', () => {
    expect(state.service.provider.stackTags).toEqual({ service: 'event-budget', stage: 'prod' });
  });
});

describe('the API', () => {
  const routeIds = new Map(
    ofType('AWS::ApiGatewayV2::Route').map(({ id, Properties }) => [Properties['RouteKey'], id]),
  );

  it('throttles each route, and those whose contracts say so at a lower rate', () => {
    const limits = {
      auth: { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 },
      expensive: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
      static: { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 },
    };
    expect(HttpApiStage?.Properties['DefaultRouteSettings']).toMatchObject({
      ThrottlingRateLimit: 1000,
      ThrottlingBurstLimit: 2000,
    });
    expect(HttpApiStage?.Properties['RouteSettings']).toEqual(
      Object.fromEntries(throttledRoutes.map(({ route, throttle }) => [route, limits[throttle]])),
    );
    // Route settings can't be created before their route.
    const ids = ['HttpApiLogGroup', ...throttledRoutes.map(({ route }) => routeIds.get(route))];
    expect(z.array(z.string()).parse(HttpApiStage?.['DependsOn']).toSorted()).toEqual(ids.toSorted());
  });

  it('throttles what reads or sends much', () => {
    const others = throttledRoutes.filter(({ throttle }) => throttle !== 'auth');
    expect(Object.fromEntries(others.map(({ route, throttle }) => [route, throttle]))).toEqual({
      'ANY /payments': 'expensive',
      'ANY /calendar.ics': 'expensive',
      'ANY /shared-event': 'expensive',
      'ANY /mcp': 'expensive',
      'ANY /openapi.json': 'static',
      'ANY /docs': 'static',
      'ANY /docs/{file}': 'static',
    });
  });

  it.each(routes)('throttles $name if it hashes, or mails for anybody', async ({ name, file, route }) => {
    const { handler } = await import(resolve(file));
    const isOpen = handler.contract.authentication.scheme !== 'bearer';
    const mails = roleText(name).includes(':function:event-budget-prod-mailSend');
    const { throttle } = throttledRoutes.find((throttled) => throttled.route === route) ?? {};
    if (handler.contract.load === 'hashing' || (isOpen && mails))
      expect(throttle, `Give ${name} the throttle auth.`).toBe('auth');
  });

  it('invokes functions as a role that may invoke those with a route, by their names, and nothing else', () => {
    const integrations = ofType('AWS::ApiGatewayV2::Integration').map(({ Properties }) => Properties);
    for (const each of integrations)
      expect(each['CredentialsArn']).toEqual({ 'Fn::GetAtt': ['GatewayRole', 'Arn'] });
    expect(template.Resources['GatewayRole']?.Properties).toEqual({
      AssumeRolePolicyDocument: trusting('apigateway.amazonaws.com'),
      Policies: [
        {
          PolicyName: 'invoke',
          PolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              {
                Effect: 'Allow',
                Action: ['lambda:InvokeFunction'],
                Resource: integrations.map((each) => each['IntegrationUri']),
              },
            ],
          },
        },
      ],
    });
    expect(integrations.map((each) => each['IntegrationUri'])).toEqual(
      routes.map(({ name }) => ({ 'Fn::GetAtt': [`${logicalName(name)}LambdaFunction`, 'Arn'] })),
    );
    expect(ofType('AWS::Lambda::Permission')).toEqual([]);
  });

  it('has a role whose policy is small enough with 30 more functions of the longest names', () => {
    // As IAM counts it: resolved, without white space.
    const longest = 'a'.repeat(Math.max(...names.map((name) => name.length)));
    const arn = `arn:aws:lambda:ap-southeast-1:123456789012:function:event-budget-prod-${longest}`;
    const Statement = [
      { Effect: 'Allow', Action: ['lambda:InvokeFunction'], Resource: Array(routes.length + 30).fill(arn) },
    ];
    const size = JSON.stringify({ Version: '2012-10-17', Statement }).length;
    console.log(
      `The gateway’s policy has ${size} of 10,240 characters with ${routes.length + 30} functions.`,
    );
    expect(size).toBeLessThanOrEqual(10_240);
  });

  it('logs each call as JSON without anything that the caller sent', () => {
    const { AccessLogSettings } = z
      .object({ AccessLogSettings: z.object({ Format: z.string() }) })
      .parse(HttpApiStage?.Properties);
    const line = z.record(z.string(), z.string()).parse(JSON.parse(AccessLogSettings.Format));
    expect(Object.keys(line)).toEqual(
      expect.arrayContaining(['requestId', 'routeKey', 'status', 'latencyMs', 'functionError', 'sourceIp']),
    );
    for (const value of Object.values(line)) {
      expect(value).toMatch(/^\$context\.[a-zA-Z.]+$/);
      expect(value).not.toMatch(/authoriz|path|query|body|header/i);
    }
    expect(template.Resources['HttpApiLogGroup']?.Properties).toMatchObject({ RetentionInDays: 30 });
  });

  it('may be called from any origin', () => {
    expect(HttpApi?.Properties).toMatchObject({
      CorsConfiguration: {
        AllowOrigins: ['*'],
        AllowMethods: ['GET', 'POST'],
        AllowHeaders: [
          'Authorization',
          'Content-Type',
          'Idempotency-Key',
          'If-Match',
          'If-None-Match',
          'MCP-Protocol-Version',
          'Mcp-Method',
          'Mcp-Name',
          'Prefer',
        ],
        ExposeHeaders: [
          'Allow',
          'Content-Disposition',
          'ETag',
          'Idempotency-Replayed',
          'Location',
          'Preference-Applied',
          'Retry-After',
          'WWW-Authenticate',
          'X-Request-Id',
        ],
        MaxAge: 86_400,
      },
    });
  });
});

describe.each([
  [
    'accountErase',
    'accountDelete',
    { ERASE_FUNCTION: 'event-budget-prod-accountErase', FUNCTION_TIMEOUT_SECONDS: '10' },
  ],
  [
    'historyErase',
    'eventsRecord',
    { ERASE_HISTORIES_FUNCTION: 'event-budget-prod-historyErase', RECORD_TIMEOUT_SECONDS: '60' },
  ],
] as const)('the function %s', (name, invoker, variables) => {
  it('is invoked by its name, knows how long others take, and may invoke itself', () => {
    expect(functionOf(name)?.Properties).toMatchObject({
      ...{ FunctionName: Object.values(variables)[0], RecursiveLoop: 'Allow' },
      Environment: { Variables: variables },
    });
    expect(environmentOf(invoker)).toMatchObject(variables);
  });

  it('is retried, and then what it was to erase is kept', () => {
    expect(ofType('AWS::Lambda::EventInvokeConfig').map(({ Properties }) => Properties)).toContainEqual({
      FunctionName: ref(`${logicalName(name)}LambdaFunction`),
      Qualifier: '$LATEST',
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: FAILED_ERASURES } },
    });
  });
});

it.each(['FailedErasures', 'FailedRecords', 'FailedMails'])('%s are kept for two weeks', (queue) => {
  expect(template.Resources[queue]).toMatchObject({
    Type: 'AWS::SQS::Queue',
    Properties: { MessageRetentionPeriod: 1_209_600, SqsManagedSseEnabled: true },
  });
});

describe('the function that records writes of events', () => {
  it('is invoked by the stream of the table with events only, and loses none', () => {
    expect(ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties)).toEqual([
      {
        ...{ EventSourceArn: STREAM, FunctionName: { 'Fn::GetAtt': ['EventsRecordLambdaFunction', 'Arn'] } },
        ...{ Enabled: true, StartingPosition: 'TRIM_HORIZON' },
        ...{ BatchSize: 100, MaximumBatchingWindowInSeconds: 1, MaximumRetryAttempts: 20 },
        ParallelizationFactor: 10,
        ...{ BisectBatchOnFunctionError: true, FunctionResponseTypes: ['ReportBatchItemFailures'] },
        DestinationConfig: { OnFailure: { Destination: FAILED_RECORDS } },
        FilterCriteria: {
          Filters: [{ Pattern: '{"dynamodb":{"Keys":{"SK":{"S":[{"prefix":"EVENT#"}]}}}}' }],
        },
      },
    ]);
  });
});

it('has outputs for the URLs, the table and the secret', () => {
  expect(Object.keys(template.Outputs)).toEqual(
    expect.arrayContaining(['HttpApiUrl', 'DocsUrl', 'TableName', 'TokenSecretArn']),
  );
});

describe('the stack', () => {
  it('leaves room for 30 endpoints below the resources that CloudFormation takes', () => {
    const advice = 'Each endpoint takes four. Move some to a second stack before there are too many.';
    expect(Object.keys(template.Resources).length, advice).toBeLessThanOrEqual(MAX_RESOURCES - 120);
  });
});

it('grants no scan and no wildcard permissions', () => {
  expect(templateText).not.toMatch(/dynamodb:(Scan|[^"]*\*)|"Action":\s*"?\[?"\*|"Resource":\s*\[?"\*"/);
});
