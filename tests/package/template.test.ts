import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { ALARM_METRICS, LOG_METRICS } from '../../build/costs.ts';
import { functions, routes } from '../../resources/definitions.ts';
import { functions as definitions, throttledRoutes } from '../../resources/functions.js';

const resource = z.looseObject({ Type: z.string(), Properties: z._default(z.looseObject({}), {}) });
const text = readFileSync(join(inject('packaged'), 'cloudformation-template-update-stack.json'), 'utf8');
const template = z
  .object({
    Resources: z.record(z.string(), resource),
    Conditions: z.record(z.string(), z.unknown()),
    Outputs: z.record(z.string(), z.unknown()),
  })
  .parse(JSON.parse(text));
const state = z
  .object({ service: z.object({ provider: z.object({ stackTags: z.record(z.string(), z.string()) }) }) })
  .parse(JSON.parse(readFileSync(join(inject('packaged'), 'serverless-state.json'), 'utf8')));
const dev = z
  .object({ Resources: z.object({ Table: resource, TokenSecret: resource }) })
  .parse(inject('devResources'));

const { Table, TokenSecret, HttpApi, HttpApiStage } = template.Resources;

const ofType = (type: string) =>
  Object.entries(template.Resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties }]) => ({ id, Properties }));

const logicalName = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
const ref = (id: string) => ({ Ref: id });
const names = functions.map(({ name }) => name);

const roleOf = (name: string) =>
  JSON.stringify(template.Resources[`${logicalName(name)}IamRoleLambdaExecution`]);

const role = z.object({
  ManagedPolicyArns: z.array(z.string()),
  Policies: z.tuple([z.object({ PolicyDocument: z.object({ Statement: z.array(z.unknown()) }) })]),
});

const TABLE = { 'Fn::GetAtt': ['Table', 'Arn'] };
const STREAM = { 'Fn::GetAtt': ['Table', 'StreamArn'] };
const STREAM_ACTIONS = ['GetRecords', 'GetShardIterator', 'DescribeStream', 'ListStreams'].map(
  (action) => `dynamodb:${action}`,
);
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
const CHANGE_EVENT = [SESSION, may(['GetItem', 'UpdateItem'], 'ACCOUNT')];
/** The same under an `Idempotency-Key`. */
const CHANGE_BY_KEY = [
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
    mayTogether(['UpdateItem'], 'ACCOUNT', 'EMAIL'),
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
    may(['GetItem', 'UpdateItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'UpdateItem'], 'ACCOUNT', 'CLAIM'),
  ],
  eventsDelete: [
    SESSION,
    CLAIM,
    may(['GetItem', 'UpdateItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'UpdateItem', 'DeleteItem'], 'ACCOUNT', 'CLAIM', 'EMAIL'),
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
  budgetsCreate: CHANGE_BY_KEY,
  budgetsUpdate: CHANGE_BY_KEY,
  budgetsDelete: CHANGE_BY_KEY,
  budgetsExport: [SESSION, may(['GetItem'], 'ACCOUNT')],
  budgetsEstimate: [...CHANGE_BY_KEY, CHECK_BY_KEY],
  budgetsImport: [...CHANGE_BY_KEY, CHECK_BY_KEY],
  paymentsList: [SESSION, NAMES, QUERY_HEADS, may(['GetItem'], 'ACCOUNT'), COUNT],
  paymentsCreate: CHANGE_BY_KEY,
  paymentsUpdate: CHANGE_BY_KEY,
  paymentsDelete: CHANGE_BY_KEY,
  historyList: [SESSION, NAMES, QUERY_HEADS, may(['Query'], 'HISTORY'), COUNT],
  historyRestore: [
    ...[SESSION, NAMES, CLAIM, QUERY_HEADS],
    may(['GetItem'], 'ACCOUNT'),
    may(['Query'], 'HISTORY'),
    may(['UpdateItem'], 'ACCOUNT'),
    mayTogether(['PutItem', 'UpdateItem'], 'ACCOUNT', 'CLAIM'),
  ],
  historyClear: [SESSION, may(['GetItem', 'UpdateItem'], 'ACCOUNT')],
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
    mayTogether(['PutItem', 'UpdateItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
    INVOKE_MAIL,
  ],
  membersUpdate: CHANGE_EVENT,
  membersRemove: [
    SESSION,
    may(['GetItem'], 'ACCOUNT'),
    mayTogether(['UpdateItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
  ],
  invitationsList: [SESSION, NAMES, may(['Query'], 'EMAIL')],
  invitationsAccept: [
    SESSION,
    NAMES,
    POINTERS,
    may(['GetItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['PutItem', 'UpdateItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
  ],
  invitationsDecline: [
    SESSION,
    NAMES,
    may(['GetItem'], 'ACCOUNT', 'EMAIL'),
    mayTogether(['UpdateItem', 'DeleteItem'], 'ACCOUNT', 'EMAIL'),
  ],
};

describe('each function', () => {
  it.each(names)('%s has a role with only the permissions that it needs', (name) => {
    const logGroup = `log-group:/aws/lambda/event-budget-prod-${name}:*:*`;
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
        Resource: [{ 'Fn::Sub': expect.stringContaining(logGroup) }],
      },
      ...(keyless.includes(name) ? [] : [READ_KEYS]),
      ...(grants[name] ?? []),
    ]);
  });

  it.each(names)('%s has the right runtime settings, and keeps logs for a month', (name) => {
    const id = logicalName(name);
    expect(template.Resources[`${id}LambdaFunction`]?.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      // tests/package/bundles.test.ts tells which functions need more.
      MemorySize: definitions[name]?.['memorySize'] ?? 1024,
      Timeout: definitions[name]?.['timeout'] ?? 10,
      Role: { 'Fn::GetAtt': [`${id}IamRoleLambdaExecution`, 'Arn'] },
      LoggingConfig: { LogFormat: 'JSON' },
    });
    expect(template.Resources[`${id}LogGroup`]?.Properties).toMatchObject({ RetentionInDays: 30 });
  });

  it('has its own role', () => {
    expect(ofType('AWS::Lambda::Function')).toHaveLength(names.length);
    expect(ofType('AWS::IAM::Role').map(({ id }) => id)).toEqual(
      names.map((name) => `${logicalName(name)}IamRoleLambdaExecution`),
    );
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

  it('throttles each route, and those that resources/functions.js says at a lower rate', () => {
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
    const definition = definitions[name];
    const isHashing = definition?.['memorySize'] === 1769 && !definition['reservedConcurrency'];
    if (isHashing || (isOpen && mails))
      expect(throttle, `Give ${name} the throttle auth in resources/functions.js.`).toBe('auth');
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

  it('is retried, and then what it was to erase is kept for two weeks and raises an alarm', () => {
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
    expect(template.Resources['FailedErasuresAlarm']?.Properties).toMatchObject({
      Namespace: 'AWS/SQS',
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': ['FailedErasures', 'QueueName'] } }],
      Threshold: 0,
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

  it('raises an alarm for what it could not record, and when it is behind', () => {
    expect(template.Resources['FailedRecords']?.Properties).toMatchObject({
      MessageRetentionPeriod: 1_209_600,
      SqsManagedSseEnabled: true,
    });
    expect(template.Resources['FailedRecordsAlarm']?.Properties).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': ['FailedRecords', 'QueueName'] } }],
      Threshold: 0,
    });
    expect(template.Resources['LateRecordsAlarm']?.Properties).toMatchObject({
      ...{ Namespace: 'AWS/Lambda', MetricName: 'IteratorAge', Threshold: 900_000 },
      Dimensions: [{ Name: 'FunctionName', Value: ref('EventsRecordLambdaFunction') }],
    });
  });
});

describe('an alarm', () => {
  const watched = (id: string) => JSON.stringify(template.Resources[id]?.Properties);

  it.each(names)('is raised when %s fails or is throttled', (name) => {
    const id = logicalName(name);
    for (const part of ['"Errors"', '"Throttles"', JSON.stringify(ref(`${id}LambdaFunction`))]) {
      expect(watched(`${id}Alarm`)).toContain(part);
    }
  });

  it.each([
    ['FailureAlarm', '"5xx"'],
    ['LatencyAlarm', '"ExtendedStatistic":"p99"'],
    ['TableThrottleAlarm', '"WriteThrottleEvents"'],
  ])('%s watches %s', (id, part) => {
    expect(watched(id)).toContain(part);
  });

  it('is raised when writes are in the way of each other too often', () => {
    expect(template.Resources['ConflictAlarm']?.Properties).toMatchObject({
      Namespace: 'AWS/DynamoDB',
      MetricName: 'TransactionConflict',
      Dimensions: [{ Name: 'TableName', Value: ref('Table') }],
      Statistic: 'Sum',
      Period: 300,
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 100,
    });
  });

  const attacks = { login_failed: 'LoginFailedAlarm', limit_reached: 'LimitReachedAlarm' };

  it.each(Object.entries(attacks))('counts %s in the log of each function that has it', (event, id) => {
    const [metric, threshold] = ['event-budget-prod', event === 'login_failed' ? 200 : 100];
    expect(template.Resources[id]?.Properties).toMatchObject({
      Namespace: metric,
      MetricName: event,
      Statistic: 'Sum',
      Period: 300,
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: threshold,
    });
    const filters = ofType('AWS::Logs::MetricFilter').filter(({ Properties }) =>
      String(Properties['FilterPattern']).includes(event),
    );
    expect(filters.map(({ Properties }) => Properties)).toEqual(
      names
        .filter((name) => roleOf(name).includes('"COUNTER#*"') && name !== 'mailSend')
        .map((name) => ({
          LogGroupName: ref(`${logicalName(name)}LogGroup`),
          FilterPattern: `{ $.security_event = "${event}" }`,
          MetricTransformations: [{ MetricNamespace: metric, MetricName: event, MetricValue: '1' }],
        })),
    );
  });

  it('is raised when API Gateway throttles calls, which its access log shows to reach no function', () => {
    expect(template.Resources['ThrottledAlarm']?.Properties).toMatchObject({
      Namespace: 'event-budget-prod',
      MetricName: 'throttled',
      Statistic: 'Sum',
      Period: 300,
      ComparisonOperator: 'GreaterThanThreshold',
      Threshold: 100,
    });
    expect(template.Resources['ThrottledFilter']?.Properties).toEqual({
      LogGroupName: ref('HttpApiLogGroup'),
      FilterPattern: '{ $.status = "429" && $.functionRequestId = "-" }',
      MetricTransformations: [
        { MetricNamespace: 'event-budget-prod', MetricName: 'throttled', MetricValue: '1' },
      ],
    });
  });

  it('is raised when the account exceeds its budget, or is forecast to', () => {
    const to = [{ SubscriptionType: 'EMAIL', Address: 'ops@example.com' }];
    expect(template.Resources['MonthlyBudget']).toMatchObject({
      Condition: 'HasAlarmEmail',
      Properties: {
        Budget: { BudgetType: 'COST', TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 100, Unit: 'USD' } },
        NotificationsWithSubscribers: [
          { Notification: { NotificationType: 'ACTUAL', Threshold: 80 }, Subscribers: to },
          { Notification: { NotificationType: 'FORECASTED', Threshold: 100 }, Subscribers: to },
        ],
      },
    });
  });

  it('costs what docs/costs.md says', () => {
    const stats = z._default(z.array(z.looseObject({ MetricStat: z.optional(z.unknown()) })), [
      { MetricStat: {} },
    ]);
    const watched = ofType('AWS::CloudWatch::Alarm').flatMap(({ Properties }) =>
      stats.parse(Properties['Metrics']).filter(({ MetricStat }) => MetricStat !== undefined),
    );
    const named = z.object({ MetricTransformations: z.tuple([z.object({ MetricName: z.string() })]) });
    const counted = ofType('AWS::Logs::MetricFilter').map(
      ({ Properties }) => named.parse(Properties).MetricTransformations[0].MetricName,
    );
    const change = 'Set ALARM_METRICS and LOG_METRICS in build/costs.ts, and run npm run costs.';
    expect([watched.length, new Set(counted).size], change).toEqual([ALARM_METRICS, LOG_METRICS]);
  });

  it('notifies an e-mail address if one is set', () => {
    for (const { Properties } of ofType('AWS::CloudWatch::Alarm')) {
      expect(Properties).toMatchObject({
        AlarmActions: [ref('AlarmTopic')],
        TreatMissingData: 'notBreaching',
      });
    }
    expect(template.Resources['AlarmSubscription']).toMatchObject({
      Condition: 'HasAlarmEmail',
      Properties: { TopicArn: ref('AlarmTopic'), Protocol: 'email', Endpoint: 'ops@example.com' },
    });
    expect(template.Conditions['HasAlarmEmail']).toEqual({
      'Fn::Not': [{ 'Fn::Equals': ['ops@example.com', ''] }],
    });
  });
});

it('has outputs for the URLs, the table, the secret and the alarm topic', () => {
  expect(Object.keys(template.Outputs)).toEqual(
    expect.arrayContaining(['HttpApiUrl', 'DocsUrl', 'TableName', 'TokenSecretArn', 'AlarmTopicArn']),
  );
});

it('leaves room for endpoints below the 500 resources that CloudFormation takes in a stack', () => {
  const advice = 'Each endpoint takes seven or nine. Move some to a second stack before there are 500.';
  expect(Object.keys(template.Resources).length, advice).toBeLessThanOrEqual(490);
});

it('grants no scan and no wildcard permissions', () => {
  expect(text).not.toMatch(/dynamodb:(Scan|[^"]*\*)|"Action":\s*"?\[?"\*|"Resource":\s*\[?"\*"/);
});
