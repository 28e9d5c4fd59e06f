import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { MAX_RESOURCES, sizeOf } from '../../build/package.js';
import { functions, routes } from '../../resources/definitions.ts';
import { functions as definitions, throttledRoutes } from '../../resources/functions.js';
import { ofType, ref, template, templateText } from './template.ts';

const resource = z.looseObject({ Type: z.string(), Properties: z._default(z.looseObject({}), {}) });
const state = z
  .object({ service: z.object({ provider: z.object({ stackTags: z.record(z.string(), z.string()) }) }) })
  .parse(JSON.parse(readFileSync(join(inject('packaged'), 'serverless-state.json'), 'utf8')));
const dev = z
  .object({ Resources: z.object({ Table: resource, TokenSecret: resource }) })
  .parse(inject('devResources'));

const { Table, TokenSecret, HttpApi, HttpApiStage } = template.Resources;

const logicalName = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const names = functions.map(({ name }) => name);

const roleOf = (name: string) =>
  JSON.stringify(template.Resources[`${logicalName(name)}IamRoleLambdaExecution`]);

const role = z.object({
  ManagedPolicyArns: z.array(z.string()),
  Policies: z.tuple([z.object({ PolicyDocument: z.object({ Statement: z.array(z.unknown()) }) })]),
});

const TABLE = { 'Fn::GetAtt': ['Table', 'Arn'] };
const STREAM = { 'Fn::GetAtt': ['Table', 'StreamArn'] };
const STREAM_ACTIONS = ['GetRecords', 'GetShardIterator', 'DescribeStream'].map(
  (action) => `dynamodb:${action}`,
);
/** Who may use a role. */
const trusting = (service: string) => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: { Service: service }, Action: 'sts:AssumeRole' }],
});

const HEADS = { 'Fn::Sub': expect.stringMatching(/^\$\{Table\.Arn\}\/index\/heads$/) };

const grant = (actions: string[], on: object, keys: string[], further: object = {}) => ({
  Effect: 'Allow',
  Action: actions.map((action) => `dynamodb:${action}`),
  Resource: on,
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys.map((key) => `${key}#*`) },
    Null: { 'dynamodb:LeadingKeys': 'false' },
    ...further,
  },
});

/** What a function may do with items whose partition keys begin so. */
const may = (actions: string[], ...keys: string[]) => grant(actions, TABLE, keys);

/** What it may do in transactions only, whichever of their items have such keys. */
const mayTogether = (actions: string[], ...keys: string[]) =>
  grant(actions, TABLE, keys, { StringEquals: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' } });

/** What it may read of items, and nothing else of them. */
const maySee = (action: 'GetItem' | 'Query', key: string, ...attributes: string[]) =>
  grant([action], TABLE, [key], {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', ...attributes] },
    StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
  });

/** What it may change of items, and get nothing else of them back. */
const mayChange = (key: string, ...attributes: string[]) =>
  grant(['UpdateItem'], TABLE, [key], {
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', ...attributes] },
    StringEqualsIfExists: { 'dynamodb:ReturnValues': ['NONE', 'UPDATED_NEW'] },
  });

const QUERY_HEADS = grant(['Query'], HEADS, ['ACCOUNT']);
const SESSION = maySee('GetItem', 'PERSON', 'sessions', 'tokens', 'leaving', 'blocked');
/** For functions that end sessions, of which none may see the password hash. */
const ACCESS = ['sessions', 'tokens', 'leaving', 'blocked', 'version', 'writes'];
const END_SESSIONS = [
  maySee('GetItem', 'PERSON', ...ACCESS),
  mayChange('PERSON', 'sessions', 'tokens', 'version', 'writes'),
];
const NAMES = maySee('GetItem', 'PERSON', 'first_name', 'last_name', 'email', 'email_verified', 'leaving');
const MEMBERS = maySee('GetItem', 'ACCOUNT', 'head', 'invitations');
const POINTERS = maySee('Query', 'ACCOUNT', 'head');
const CLAIM = may(['GetItem'], 'CLAIM');
const CHANGE_EVENT = [SESSION, may(['GetItem', 'PutItem'], 'ACCOUNT')];
/** The same under an `Idempotency-Key`. */
const CHANGE_BY_KEY = [
  SESSION,
  CLAIM,
  may(['GetItem', 'PutItem'], 'ACCOUNT'),
  mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
];
const CHANGE_BUDGET_BY_KEY = [
  SESSION,
  CLAIM,
  may(['GetItem', 'UpdateItem'], 'ACCOUNT'),
  mayTogether(['PutItem', 'UpdateItem'], 'ACCOUNT', 'CLAIM'),
];

/** Of a request that changes nothing, but stores its claim. */
const CHECK_BY_KEY = may(['ConditionCheckItem'], 'ACCOUNT', 'CLAIM');

const invoke = (name: RegExp) => ({
  Effect: 'Allow',
  Action: ['lambda:InvokeFunction'],
  Resource: { 'Fn::Sub': expect.stringMatching(name) },
});
const INVOKE_ERASE = invoke(/:function:event-budget-prod-accountErase$/);
const INVOKE_MAIL = invoke(/:function:event-budget-prod-mailSend$/);
const FAILED_RECORDS = { 'Fn::GetAtt': ['FailedRecords', 'Arn'] };
const FAILED_ERASURES = { 'Fn::GetAtt': ['FailedErasures', 'Arn'] };
const keep = (queue: object) => ({ Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: queue });
/** tests/package/mail-template.test.ts has its details. */
const SEND_MAIL = expect.objectContaining({ Action: ['ses:SendEmail'] });
const COUNT = may(['UpdateItem'], 'COUNTER');

/** They neither sign nor verify. */
const keyless = names.filter(
  (name) => name.startsWith('system') || ['accountErase', 'calendarView', 'eventsRecord'].includes(name),
);
const READ_KEYS = {
  Effect: 'Allow',
  Action: ['secretsmanager:GetSecretValue'],
  Resource: ref('TokenSecret'),
};

/** All that each function may do, a second time, so that nobody widens it by mistake. */
const grants: Record<string, object[]> = {
  authSignup: [may(['UpdateItem'], 'COUNTER'), mayTogether(['PutItem'], 'EMAIL', 'PERSON'), INVOKE_MAIL],
  authLogin: [
    may(['GetItem'], 'COUNTER', 'EMAIL', 'PERSON'),
    may(['UpdateItem'], 'COUNTER'),
    may(['UpdateItem'], 'PERSON'),
  ],
  authLogout: END_SESSIONS,
  authRefresh: [SESSION, mayChange('PERSON', 'sessions')],
  authForgotPassword: [may(['GetItem', 'UpdateItem'], 'COUNTER'), INVOKE_MAIL],
  authResetPassword: [may(['GetItem', 'UpdateItem'], 'PERSON'), INVOKE_MAIL],
  authVerifyEmail: [
    may(['GetItem', 'UpdateItem'], 'PERSON'),
    may(['GetItem', 'UpdateItem'], 'COUNTER'),
    mayTogether(['PutItem', 'UpdateItem', 'DeleteItem'], 'EMAIL', 'PERSON'),
    INVOKE_MAIL,
  ],
  accountView: [may(['GetItem'], 'PERSON')],
  accountUpdate: [
    maySee('GetItem', 'PERSON', 'first_name', 'last_name', ...ACCESS),
    mayChange('PERSON', 'first_name', 'last_name', 'version', 'writes'),
  ],
  accountChangePassword: [
    may(['GetItem', 'UpdateItem'], 'PERSON'),
    may(['UpdateItem'], 'COUNTER'),
    INVOKE_MAIL,
  ],
  accountExport: [MEMBERS, may(['GetItem'], 'PERSON'), may(['Query'], 'ACCOUNT', 'EMAIL'), COUNT],
  accountDelete: [
    may(['GetItem', 'UpdateItem'], 'PERSON'),
    may(['UpdateItem'], 'COUNTER'),
    mayTogether(['UpdateItem', 'DeleteItem'], 'EMAIL', 'PERSON'),
    INVOKE_ERASE,
  ],
  accountErase: [
    maySee('GetItem', 'PERSON', 'email', 'email_verified', 'leaving'),
    mayChange('PERSON', 'leaving', 'version'),
    may(['DeleteItem'], 'PERSON'),
    may(['GetItem'], 'ACCOUNT'),
    may(['Query'], 'ACCOUNT', 'CLAIM', 'EMAIL'),
    may(['DeleteItem'], 'ACCOUNT', 'EMAIL'),
    may(['BatchWriteItem'], 'ACCOUNT', 'CLAIM'),
    mayTogether(['PutItem'], 'ACCOUNT', 'EMAIL'),
    INVOKE_ERASE,
    keep(FAILED_ERASURES),
  ],
  accountChangeEmail: [may(['GetItem'], 'PERSON'), may(['GetItem', 'UpdateItem'], 'COUNTER'), INVOKE_MAIL],
  accountSendVerification: [
    may(['GetItem'], 'PERSON'),
    may(['GetItem', 'UpdateItem'], 'COUNTER'),
    INVOKE_MAIL,
  ],
  sessionsList: [may(['GetItem'], 'PERSON')],
  sessionsEnd: END_SESSIONS,
  tokensCreate: [may(['GetItem', 'UpdateItem'], 'PERSON'), may(['UpdateItem'], 'COUNTER'), INVOKE_MAIL],
  tokensList: [may(['GetItem'], 'PERSON')],
  tokensEnd: END_SESSIONS,
  mailSend: [
    may(['GetItem'], 'EMAIL', 'PERSON'),
    may(['UpdateItem'], 'COUNTER'),
    SEND_MAIL,
    keep({ 'Fn::GetAtt': ['FailedMails', 'Arn'] }),
  ],
  eventsList: [SESSION, NAMES, QUERY_HEADS],
  eventsView: [SESSION, NAMES, QUERY_HEADS],
  eventsCreate: [SESSION, CLAIM, may(['PutItem'], 'ACCOUNT'), mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM')],
  eventsCopy: [
    SESSION,
    CLAIM,
    may(['GetItem', 'PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
  ],
  eventsUpdate: [
    SESSION,
    NAMES,
    CLAIM,
    may(['GetItem', 'PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
  ],
  eventsDelete: [
    SESSION,
    CLAIM,
    may(['GetItem', 'PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'CLAIM', 'EMAIL'),
  ],
  trashList: [SESSION, QUERY_HEADS, COUNT],
  trashRestore: CHANGE_BY_KEY,
  trashDelete: [
    SESSION,
    CLAIM,
    may(['GetItem', 'DeleteItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'CLAIM'),
  ],
  eventsRecord: [
    {
      Effect: 'Allow',
      Action: STREAM_ACTIONS,
      Resource: [STREAM],
    },
    {
      Effect: 'Allow',
      Action: STREAM_ACTIONS,
      Resource: { 'Fn::Sub': `\${Table.Arn}/stream/*` },
    },
    may(['PutItem', 'BatchWriteItem'], 'HISTORY'),
    maySee('Query', 'HISTORY'),
    keep(FAILED_RECORDS),
  ],
  budgetsList: [SESSION, NAMES, may(['GetItem'], 'ACCOUNT')],
  budgetsView: [SESSION, may(['GetItem'], 'ACCOUNT')],
  budgetsCreate: CHANGE_BUDGET_BY_KEY,
  budgetsUpdate: CHANGE_BUDGET_BY_KEY,
  budgetsDelete: CHANGE_BUDGET_BY_KEY,
  budgetsExport: [SESSION, may(['GetItem'], 'ACCOUNT')],
  budgetsEstimate: [...CHANGE_BY_KEY, CHECK_BY_KEY],
  budgetsImport: [...CHANGE_BY_KEY, CHECK_BY_KEY],
  paymentsList: [SESSION, NAMES, QUERY_HEADS, may(['GetItem'], 'ACCOUNT'), COUNT],
  paymentsCreate: CHANGE_BUDGET_BY_KEY,
  paymentsUpdate: CHANGE_BUDGET_BY_KEY,
  paymentsDelete: CHANGE_BUDGET_BY_KEY,
  historyList: [SESSION, NAMES, QUERY_HEADS, may(['Query'], 'HISTORY'), COUNT],
  historyRestore: [
    ...[SESSION, NAMES, CLAIM, QUERY_HEADS],
    may(['GetItem'], 'ACCOUNT'),
    may(['Query'], 'HISTORY'),
    may(['PutItem'], 'ACCOUNT'),
    mayTogether(['PutItem'], 'ACCOUNT', 'CLAIM'),
  ],
  historyClear: CHANGE_EVENT,
  calendarView: [SESSION, NAMES, QUERY_HEADS, may(['GetItem'], 'ACCOUNT'), COUNT],
  summaryView: [SESSION, NAMES, QUERY_HEADS],
  membersList: [SESSION, MEMBERS, NAMES],
  membersInvite: [
    SESSION,
    NAMES,
    may(['GetItem'], 'ACCOUNT', 'EMAIL'),
    may(['GetItem', 'UpdateItem'], 'COUNTER'),
    may(['UpdateItem'], 'ACCOUNT'),
    // A check is made in transactions only, and its requests don't have the key that says so.
    may(['ConditionCheckItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
    INVOKE_MAIL,
  ],
  membersUpdate: CHANGE_EVENT,
  membersRemove: [
    SESSION,
    may(['GetItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
  ],
  invitationsList: [SESSION, NAMES, may(['Query'], 'EMAIL')],
  invitationsAccept: [
    SESSION,
    NAMES,
    POINTERS,
    may(['GetItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
  ],
  invitationsDecline: [
    SESSION,
    NAMES,
    may(['GetItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['PutItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
  ],
};

describe('each function', () => {
  it.each(names)('%s has a role with only the permissions that it needs', (name) => {
    const { ManagedPolicyArns, Policies } = role.parse(
      template.Resources[`${logicalName(name)}IamRoleLambdaExecution`]?.Properties,
    );
    expect(ManagedPolicyArns).toEqual([]);
    const { Statement } = Policies[0].PolicyDocument;
    expect(Statement, `Say in "grants" what ${name} may do, as a second opinion.`).toEqual([
      {
        Effect: 'Allow',
        // The template makes the log group.
        Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        Resource: [
          { 'Fn::Sub': expect.stringMatching(/:log-group:\/aws\/lambda\/event-budget-prod:\*:\*$/) },
        ],
      },
      ...(keyless.includes(name) ? [] : [READ_KEYS]),
      ...(grants[name] ?? []),
    ]);
  });

  it.each(names)('%s has the right runtime settings', (name) => {
    const id = logicalName(name);
    expect(template.Resources[`${id}LambdaFunction`]?.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      // tests/package/bundles.test.ts tells which functions need more.
      MemorySize: definitions[name]?.['memorySize'] ?? 1024,
      Timeout: definitions[name]?.['timeout'] ?? 10,
      Role: { 'Fn::GetAtt': [`${id}IamRoleLambdaExecution`, 'Arn'] },
    });
  });

  it('keeps its logs for a month', () => {
    expect(template.Resources['FunctionsLogGroup']?.Properties).toEqual({
      LogGroupName: '/aws/lambda/event-budget-prod',
      RetentionInDays: 30,
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
    // CloudFormation refuses an index of the table's own partition key that has it.
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
  const environmentOf = (name: string) =>
    z
      .object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }) })
      .parse(template.Resources[`${logicalName(name)}LambdaFunction`]?.Properties).Environment.Variables;
  it.each(names.filter((name) => !keyless.includes(name)))('can be read by %s', (name) => {
    expect(environmentOf(name)).toMatchObject({ TOKEN_SECRET: ref('TokenSecret') });
    expect(environmentOf(name)).not.toHaveProperty('TOKEN_KEYS');
    expect(roleOf(name)).toContain(JSON.stringify(READ_KEYS));
  });

  it.each(keyless)("can't be read by %s", (name) => {
    expect(environmentOf(name)).not.toHaveProperty('TOKEN_SECRET');
    expect(roleOf(name)).not.toContain('secretsmanager');
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
      payment: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
      calendar: { ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 },
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
    expect(throttledRoutes.filter(({ throttle }) => throttle !== 'auth')).toEqual([
      { route: 'ANY /payments', throttle: 'payment' },
      { route: 'ANY /calendar.ics', throttle: 'calendar' },
      { route: 'ANY /openapi.json', throttle: 'static' },
      { route: 'ANY /docs', throttle: 'static' },
      { route: 'ANY /docs/{file}', throttle: 'static' },
    ]);
  });

  it.each(routes)('throttles $name if it hashes, or mails for anybody', async ({ name, file, route }) => {
    const { handler } = await import(resolve(file));
    const isOpen = handler.contract.authentication.scheme !== 'bearer';
    const mails = roleOf(name).includes(':function:event-budget-prod-mailSend');
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

describe('the function that erases accounts', () => {
  it('is invoked by its name, knows how long calls take, and may invoke itself', () => {
    const { Properties } = template.Resources['AccountEraseLambdaFunction'] ?? {};
    const variables = { ERASE_FUNCTION: 'event-budget-prod-accountErase', FUNCTION_TIMEOUT_SECONDS: '10' };
    expect(Properties).toMatchObject({
      FunctionName: variables.ERASE_FUNCTION,
      RecursiveLoop: 'Allow',
      Environment: { Variables: variables },
    });
    expect(template.Resources['AccountDeleteLambdaFunction']?.Properties).toMatchObject({
      Environment: { Variables: variables },
    });
  });

  it('is retried, and then what it was to erase is kept for two weeks', () => {
    expect(ofType('AWS::Lambda::EventInvokeConfig').map(({ Properties }) => Properties)).toContainEqual({
      FunctionName: ref('AccountEraseLambdaFunction'),
      Qualifier: '$LATEST',
      MaximumRetryAttempts: 2,
      DestinationConfig: { OnFailure: { Destination: FAILED_ERASURES } },
    });
    expect(template.Resources['FailedErasures']?.Properties).toMatchObject({
      MessageRetentionPeriod: 1_209_600,
      SqsManagedSseEnabled: true,
    });
  });

  it('has no route', () => {
    const routes = ofType('AWS::ApiGatewayV2::Integration').map(({ Properties }) =>
      JSON.stringify(Properties),
    );
    expect(routes.some((route) => route.includes('AccountDelete'))).toBe(true);
    expect(routes.some((route) => route.includes('AccountErase'))).toBe(false);
  });
});

describe('the function that records writes of events', () => {
  it('is invoked by the stream of the table with events only, and loses none', () => {
    expect(ofType('AWS::Lambda::EventSourceMapping').map(({ Properties }) => Properties)).toEqual([
      {
        ...{ EventSourceArn: STREAM, FunctionName: { 'Fn::GetAtt': ['EventsRecordLambdaFunction', 'Arn'] } },
        ...{ Enabled: true, StartingPosition: 'TRIM_HORIZON' },
        ...{ BatchSize: 100, MaximumBatchingWindowInSeconds: 1, MaximumRetryAttempts: 20 },
        ...{ BisectBatchOnFunctionError: true, FunctionResponseTypes: ['ReportBatchItemFailures'] },
        DestinationConfig: { OnFailure: { Destination: FAILED_RECORDS } },
        FilterCriteria: {
          Filters: [{ Pattern: '{"dynamodb":{"Keys":{"SK":{"S":[{"prefix":"EVENT#"}]}}}}' }],
        },
      },
    ]);
  });

  it('keeps what it could not record for two weeks', () => {
    expect(template.Resources['FailedRecords']?.Properties).toMatchObject({
      MessageRetentionPeriod: 1_209_600,
      SqsManagedSseEnabled: true,
    });
  });
});

it('has outputs for the URLs, the table, the secret and the alarm topic', () => {
  expect(Object.keys(template.Outputs)).toEqual(
    expect.arrayContaining([
      'HttpApiUrl',
      'DocsUrl',
      'TableName',
      'TokenSecretArn',
      'AlarmTopicArn',
      'PageTopicArn',
    ]),
  );
});

describe('the stack', () => {
  it('leaves room for 30 endpoints below the resources that CloudFormation takes', () => {
    const advice = 'Each endpoint takes four. Move some to a second stack before there are too many.';
    expect(sizeOf(template).resources, advice).toBeLessThanOrEqual(MAX_RESOURCES - 120);
  });

  it('has fewer dynamic references than CloudFormation resolves', () => {
    expect(sizeOf(template).references).toBeLessThan(50);
    expect(sizeOf({ Resources: { A: { Type: '{{resolve:ssm:a}} {{resolve:ssm:b}}' } } })).toEqual({
      resources: 1,
      references: 2,
    });
  });
});

it('grants no scan and no wildcard permissions', () => {
  expect(templateText).not.toMatch(/dynamodb:(Scan|[^"]*\*)|"Action":\s*"?\[?"\*|"Resource":\s*\[?"\*"/);
});
