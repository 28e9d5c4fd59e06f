import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { functions } from '../resources/definitions.ts';

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
/** Resolved when a function is deployed; the template only has its reference. */
const SECRET = expect.stringMatching(/^\{\{resolve:secretsmanager:\$\{TokenSecret\}:SecretString:::\}\}$/);
const names = functions.map(({ name }) => name);

const TABLE = { 'Fn::GetAtt': ['Table', 'Arn'] };
const HEADS = { 'Fn::Sub': expect.stringMatching(/^\$\{Table\.Arn\}\/index\/heads$/) };
const ACCOUNTS = ['EMAIL#*', 'NETWORK#*', 'PERSON#*'];
const PERSONS = ['EMAIL#*', 'PERSON#*'];
const EVENTS = ['ACCOUNT#*'];

/** What each function may do, on the table or its index, and how the partition keys begin that it may name. */
const rights: Record<string, [actions: string[], resource: object, keys: string[]]> = {
  authSignup: [['GetItem', 'PutItem', 'UpdateItem'], TABLE, ACCOUNTS],
  authLogin: [['GetItem', 'UpdateItem'], TABLE, ACCOUNTS],
  authLogout: [['GetItem', 'UpdateItem'], TABLE, ACCOUNTS],
  authRefresh: [['GetItem'], TABLE, ACCOUNTS],
  authForgotPassword: [['UpdateItem'], TABLE, ACCOUNTS],
  authResetPassword: [['GetItem', 'UpdateItem'], TABLE, ACCOUNTS],
  authVerifyEmail: [['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'], TABLE, ACCOUNTS],
  accountView: [['GetItem'], TABLE, ACCOUNTS],
  accountChangeEmail: [['GetItem', 'UpdateItem'], TABLE, ACCOUNTS],
  accountSendVerification: [['GetItem', 'UpdateItem'], TABLE, ACCOUNTS],
  mailSend: [['GetItem'], TABLE, ACCOUNTS],
  accountUpdate: [['GetItem', 'UpdateItem'], TABLE, ACCOUNTS],
  accountChangePassword: [['GetItem', 'UpdateItem'], TABLE, ACCOUNTS],
  accountExport: [['GetItem'], TABLE, ACCOUNTS],
  accountDelete: [['GetItem', 'UpdateItem'], TABLE, ACCOUNTS],
  accountErase: [['GetItem', 'DeleteItem'], TABLE, PERSONS],
  sessionsList: [['GetItem'], TABLE, ACCOUNTS],
  sessionsEnd: [['GetItem', 'UpdateItem'], TABLE, ACCOUNTS],
  eventsList: [['Query'], HEADS, EVENTS],
  eventsView: [['Query'], HEADS, EVENTS],
  eventsCreate: [['PutItem', 'UpdateItem'], TABLE, EVENTS],
  eventsCopy: [['GetItem', 'PutItem', 'UpdateItem'], TABLE, EVENTS],
  eventsUpdate: [['UpdateItem'], TABLE, EVENTS],
  eventsDelete: [['DeleteItem', 'UpdateItem'], TABLE, EVENTS],
  budgetsList: [['GetItem'], TABLE, EVENTS],
  budgetsView: [['GetItem'], TABLE, EVENTS],
  budgetsCreate: [['PutItem', 'UpdateItem'], TABLE, EVENTS],
  budgetsUpdate: [['UpdateItem'], TABLE, EVENTS],
  budgetsDelete: [['UpdateItem'], TABLE, EVENTS],
  budgetsExport: [['GetItem'], TABLE, EVENTS],
  budgetsImport: [['GetItem', 'PutItem', 'UpdateItem'], TABLE, EVENTS],
  paymentsList: [['Query'], HEADS, EVENTS],
  summaryView: [['Query'], HEADS, EVENTS],
  membersUpdate: [['UpdateItem'], TABLE, EVENTS],
  membersRemove: [['UpdateItem', 'DeleteItem'], TABLE, EVENTS],
  membersInvite: [['UpdateItem'], TABLE, EVENTS],
  invitationsAccept: [['PutItem', 'UpdateItem', 'DeleteItem'], TABLE, EVENTS],
  invitationsDecline: [['UpdateItem'], TABLE, EVENTS],
};

/** What some may do to an account's events as well. */
const eventRights: Record<string, string[]> = {
  accountExport: ['Query'],
  paymentsList: ['GetItem'],
  accountErase: ['Query', 'BatchWriteItem', 'UpdateItem', 'DeleteItem'],
};

const INVOKE_ERASE = {
  Effect: 'Allow',
  Action: ['lambda:InvokeFunction'],
  Resource: { 'Fn::Sub': expect.stringMatching(/:function:event-budget-prod-accountErase$/) },
};
const FAILED_ERASURES = { 'Fn::GetAtt': ['FailedErasures', 'Arn'] };
const KEEP_FAILURE = { Effect: 'Allow', Action: ['sqs:SendMessage'], Resource: FAILED_ERASURES };

const INVOKE_MAIL = {
  Effect: 'Allow',
  Action: ['lambda:InvokeFunction'],
  Resource: { 'Fn::Sub': expect.stringMatching(/:function:event-budget-prod-mailSend$/) },
};
/** tests/mail-template.test.ts has its details. */
const SEND_MAIL = expect.objectContaining({ Action: ['ses:SendEmail'] });
const KEEP_MAIL = {
  Effect: 'Allow',
  Action: ['sqs:SendMessage'],
  Resource: { 'Fn::GetAtt': ['FailedMails', 'Arn'] },
};

/** What some may do besides. */
const furtherGrants: Record<string, object[]> = {
  authSignup: [INVOKE_MAIL],
  authForgotPassword: [INVOKE_MAIL],
  authResetPassword: [INVOKE_MAIL],
  authVerifyEmail: [INVOKE_MAIL],
  accountChangePassword: [INVOKE_MAIL],
  accountChangeEmail: [INVOKE_MAIL],
  accountSendVerification: [INVOKE_MAIL],
  membersInvite: [INVOKE_MAIL],
  mailSend: [SEND_MAIL, KEEP_MAIL],
  accountDelete: [INVOKE_ERASE],
  accountErase: [INVOKE_ERASE, KEEP_FAILURE],
};

/** Lets a function ask whether a session lives, and read nothing else of an account. */
const SESSION_CHECK = {
  Effect: 'Allow',
  Action: ['dynamodb:GetItem'],
  Resource: TABLE,
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['PERSON#*'] },
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', 'sessions', 'leaving'] },
    StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
};

/** Lets a function ask for pointers to shared events and for roles, and read no budgets. */
const SHARING_CHECK = {
  Effect: 'Allow',
  Action: ['dynamodb:GetItem'],
  Resource: TABLE,
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['ACCOUNT#*'] },
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', 'head'] },
    StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
};

/** Lets a function see the names and addresses of accounts. */
const NAMES_CHECK = {
  Effect: 'Allow',
  Action: ['dynamodb:GetItem'],
  Resource: TABLE,
  Condition: {
    'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['PERSON#*'] },
    'ForAllValues:StringEquals': {
      'dynamodb:Attributes': ['PK', 'SK', 'first_name', 'last_name', 'email', 'email_verified', 'leaving'],
    },
    StringEquals: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' },
    Null: { 'dynamodb:LeadingKeys': 'false' },
  },
};

/** Lets a function read pointers, roles, invitations and ended memberships, and no budgets. */
const MEMBERS_CHECK = {
  ...SHARING_CHECK,
  Condition: {
    ...SHARING_CHECK.Condition,
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', 'head', 'invitations', 'ended'] },
  },
};

/** Lets a function find pointers to shared events. */
const POINTERS_CHECK = {
  ...SHARING_CHECK,
  Action: ['dynamodb:Query'],
  Condition: {
    ...SHARING_CHECK.Condition,
    'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['PK', 'SK', 'head'] },
  },
};

/** What functions may ask of events and accounts besides their other rights. */
const checks: Record<string, object[]> = {
  accountExport: [MEMBERS_CHECK],
  eventsList: [NAMES_CHECK],
  eventsUpdate: [SHARING_CHECK],
  eventsDelete: [SHARING_CHECK],
  budgetsCreate: [SHARING_CHECK],
  budgetsUpdate: [SHARING_CHECK],
  budgetsDelete: [SHARING_CHECK],
  paymentsList: [NAMES_CHECK],
  summaryView: [NAMES_CHECK],
  membersList: [MEMBERS_CHECK, NAMES_CHECK],
  membersInvite: [MEMBERS_CHECK, NAMES_CHECK],
  membersUpdate: [MEMBERS_CHECK],
  membersRemove: [MEMBERS_CHECK],
  invitationsList: [NAMES_CHECK, MEMBERS_CHECK],
  invitationsAccept: [NAMES_CHECK, MEMBERS_CHECK, POINTERS_CHECK],
  invitationsDecline: [NAMES_CHECK, MEMBERS_CHECK],
};

/** What some may do to invitations. */
const emailRights: Record<string, string[]> = {
  accountExport: ['Query'],
  accountErase: ['Query'],
  eventsDelete: ['DeleteItem'],
  membersInvite: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  membersRemove: ['DeleteItem'],
  invitationsList: ['Query'],
  invitationsAccept: ['GetItem', 'DeleteItem'],
  invitationsDecline: ['GetItem', 'DeleteItem'],
};

/** The functions that compare or hash passwords. */
const hashing = [
  ...['authSignup', 'authLogin', 'authResetPassword'],
  ...['accountChangePassword', 'accountChangeEmail', 'accountDelete'],
];

/** The functions that limit attempts. */
const limiting = [
  ...['authSignup', 'authLogin', 'authForgotPassword'],
  ...['accountChangePassword', 'accountChangeEmail', 'accountSendVerification', 'accountDelete'],
  'membersInvite',
];

/** The statements of a role that grant them, if any. */
function grantsOf(name: string): object[] {
  const granted = rights[name];
  if (!granted && !checks[name]) return [];
  const [actions, resource, keys] = granted ?? [[], TABLE, EVENTS];
  const grant = (allowed: string[], on: object, prefixes: string[]) => ({
    Effect: 'Allow',
    Action: allowed.map((action) => `dynamodb:${action}`),
    Resource: on,
    Condition: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes },
      Null: { 'dynamodb:LeadingKeys': 'false' },
    },
  });
  // Whoever has no business with accounts may ask for a session only.
  const check = keys === EVENTS ? [SESSION_CHECK] : [];
  const onEvents = eventRights[name];
  const onEmails = emailRights[name];
  return [
    ...check,
    ...(checks[name] ?? []),
    ...(actions.length > 0 ? [grant(actions, resource, keys)] : []),
    ...(onEvents ? [grant(onEvents, TABLE, EVENTS)] : []),
    ...(onEmails ? [grant(onEmails, TABLE, ['EMAIL#*'])] : []),
    ...(furtherGrants[name] ?? []),
  ];
}

describe('each function', () => {
  it.each(names)('%s has a role with only the permissions that it needs', (name) => {
    const logGroup = `log-group:/aws/lambda/event-budget-prod-${name}:*:*`;
    expect(template.Resources[`${logicalName(name)}IamRoleLambdaExecution`]?.Properties).toMatchObject({
      ManagedPolicyArns: [],
      Policies: [
        {
          PolicyDocument: {
            Statement: [
              {
                Effect: 'Allow',
                Action: ['logs:CreateLogStream', 'logs:CreateLogGroup', 'logs:PutLogEvents'],
                Resource: [{ 'Fn::Sub': expect.stringContaining(logGroup) }],
              },
              ...grantsOf(name),
            ],
          },
        },
      ],
    });
  });

  it.each(names)('%s has the right runtime settings, and keeps logs for a month', (name) => {
    const id = logicalName(name);
    expect(template.Resources[`${id}LambdaFunction`]?.Properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: hashing.includes(name) ? 1769 : 1024,
      Timeout: name === 'accountErase' ? 900 : 10,
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

  it('may be deleted in the stage dev, which has no other differences', () => {
    const { Properties = {} } = Table ?? {};
    expect(dev.Resources.Table.Properties).toEqual({
      ...Properties,
      TableName: 'event-budget-dev',
      DeletionProtectionEnabled: false,
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
  const keyless = names.filter((name) => name.startsWith('system'));

  it.each(names.filter((name) => !keyless.includes(name)))('is given to %s', (name) => {
    expect(environmentOf(name)).toMatchObject({ TOKEN_KEYS: { 'Fn::Sub': SECRET } });
  });

  it.each(keyless)('is not given to %s', (name) => {
    expect(environmentOf(name)).not.toHaveProperty('TOKEN_KEYS');
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

  it('throttles each route, and those that hash, read or send much at a lower rate', () => {
    const auth = { ThrottlingRateLimit: 50, ThrottlingBurstLimit: 100 };
    const files = { ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 };
    const throttled = {
      'ANY /auth/signup': auth,
      'ANY /auth/login': auth,
      'ANY /account/change-password': auth,
      'ANY /account/delete': auth,
      'ANY /auth/reset-password': auth,
      'ANY /account/change-email': auth,
      'ANY /payments': { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 40 },
      'ANY /docs': files,
      'ANY /docs/{file}': files,
      'ANY /openapi.json': files,
    };
    expect(HttpApiStage).toMatchObject({
      Properties: {
        DefaultRouteSettings: { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 },
        RouteSettings: throttled,
      },
      // Route settings can't be created before their route.
      DependsOn: expect.arrayContaining(Object.keys(throttled).map((key) => routeIds.get(key))),
    });
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
        AllowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-Match', 'If-None-Match'],
        ExposeHeaders: [
          'Allow',
          'Content-Disposition',
          'ETag',
          'Idempotency-Replayed',
          'Location',
          'Retry-After',
          'WWW-Authenticate',
          'X-Request-Id',
        ],
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
        .filter((name) => limiting.includes(name))
        .map((name) => ({
          LogGroupName: ref(`${logicalName(name)}LogGroup`),
          FilterPattern: `{ $.security_event = "${event}" }`,
          MetricTransformations: [{ MetricNamespace: metric, MetricName: event, MetricValue: '1' }],
        })),
    );
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

  it('costs what docs/operating.md says, for each metric', () => {
    const stats = z._default(z.array(z.looseObject({ MetricStat: z.optional(z.unknown()) })), [
      { MetricStat: {} },
    ]);
    const metrics = ofType('AWS::CloudWatch::Alarm').flatMap(({ Properties }) =>
      stats.parse(Properties['Metrics']).filter(({ MetricStat }) => MetricStat !== undefined),
    );
    const total = (metrics.length * 0.1).toFixed(2);
    expect(readFileSync('docs/operating.md', 'utf8')).toContain(
      `$0.10 per alarm metric ($${total} in total)`,
    );
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

it('grants no scan and no wildcard permissions', () => {
  expect(text).not.toMatch(/dynamodb:(Scan|[^"]*\*)|"Action":\s*"?\[?"\*|"Resource":\s*\[?"\*"/);
});
