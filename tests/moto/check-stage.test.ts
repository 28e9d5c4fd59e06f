import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CloudWatchClient,
  PutMetricAlarmCommand,
  PutMetricDataCommand,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';
import {
  CloudWatchLogsClient,
  CreateLogStreamCommand,
  PutLogEventsCommand,
  PutRetentionPolicyCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import {
  DescribeTableCommand,
  DynamoDBClient,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateEventSourceMappingCommand,
  DeleteEventSourceMappingCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { format } from '../../resources/access-log.js';
import { functions } from '../../resources/functions.js';
import { logFilters } from '../../resources/log-filters.js';
import { isCounted } from '../support/filter-pattern.ts';
import { deploy, lambda, STACK, STAGE, startProxy } from './moto.ts';

const { state, endpoint } = await startProxy();
const clients = {
  cloudWatch: new CloudWatchClient({ endpoint }),
  dynamoDb: new DynamoDBClient({ endpoint }),
  lambda: new LambdaClient({ endpoint }),
  logs: new CloudWatchLogsClient({ endpoint }),
};
const REQUEST_ID = 'a-request-id';
const alarm = {
  Namespace: 'AWS/Lambda',
  MetricName: 'Errors',
  Statistic: 'Sum',
  Period: 300,
  Threshold: 0,
  EvaluationPeriods: 1,
  ComparisonOperator: 'GreaterThanThreshold',
  ActionsEnabled: true,
} as const;
const AlarmName = `${STACK}-FailureAlarm-1A`;
const role = (name: string) => ({
  Type: 'AWS::IAM::Role',
  Properties: { RoleName: `${STACK}-${name}`, AssumeRolePolicyDocument: { Statement: [] } },
});

let program: typeof import('../../build/check-stage.ts');
let stack: Awaited<ReturnType<typeof import('../../build/stack.ts').readStack>>;
let url = '';
/** What the stand-ins say that moto doesn't know. */
const says = { isTooWide: false, recursion: 'Allow', sending: true, pattern: '' };

const server = createServer((_, response) => void response.setHeader('x-request-id', REQUEST_ID).end('{}'));
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, { AWS_ENDPOINT_URL: endpoint, AWS_ENDPOINT_URL_DYNAMODB: endpoint });
  delete process.env['AWS_ENDPOINT_URL_LAMBDA'];
  vi.resetModules();
  program = await import('../../build/check-stage.ts');
  state.answer = answer;
  const names = program.READS.map(({ name }) => name);
  await deploy(endpoint, {
    ...Object.fromEntries(
      [...names, 'historyErase'].flatMap((name) => [
        [`${name}Role`, role(name)],
        [`${name}Function`, lambda(name, { Role: { 'Fn::GetAtt': [`${name}Role`, 'Arn'] } })],
      ]),
    ),
    HttpApiLogGroup: {
      Type: 'AWS::Logs::LogGroup',
      Properties: { LogGroupName: `/aws/http-api/${STACK}`, RetentionInDays: 30 },
    },
    // moto leaves it out.
    FailureAlarm: { Type: 'AWS::CloudWatch::Alarm', Properties: alarm },
  });
  const { readStack } = await import('../../build/stack.ts');
  stack = await readStack(STAGE);
});
afterAll(() => void server.close());

/** What moto lacks: patterns of logs are evaluated as for alarms, and roles by their own statements. */
function answer(operation: string, body: string): string | undefined {
  if (operation === 'TestMetricFilter') {
    const { filterPattern, logEventMessages } = JSON.parse(body);
    const matches = logEventMessages.flatMap((line: string, n: number) =>
      isCounted(says.pattern || filterPattern, JSON.parse(line)) ? { eventNumber: n + 1 } : [],
    );
    return JSON.stringify({ matches });
  }
  if (/\/recursion-config$/.test(operation)) return JSON.stringify({ RecursiveLoop: says.recursion });
  if (operation === '/v2/email/account') return JSON.stringify({ SendingEnabled: says.sending });
  if (!body.includes('SimulatePrincipalPolicy')) return undefined;
  const given = new URLSearchParams(body);
  const name = String(given.get('PolicySourceArn')).replace(/^.*-/, '');
  const key = String(given.get('ContextEntries.member.1.ContextKeyValues.member.1'));
  const isAllowed = functions[name]?.iamRoleStatements.some(({ Action, Condition }) => {
    const { 'ForAllValues:StringLike': like } = Object(Condition);
    const keys: string[] = Object(like)['dynamodb:LeadingKeys'] ?? [];
    const isKey = keys.some((pattern) => key.startsWith(pattern.replace('*', '')));
    return Action.includes(String(given.get('ActionNames.member.1'))) && isKey;
  });
  const decision = isAllowed || says.isTooWide ? 'allowed' : 'implicitDeny';
  const elements = ['R', 'SimulatePrincipalPolicyResult', 'EvaluationResults', 'member', 'EvalDecision'];
  return elements.reduceRight((inner, name) => `<${name}>${inner}</${name}>`, decision);
}

const wait = async () => undefined;
const stage = () =>
  program.stageOf(
    {
      ...stack,
      outputs: { DocsUrl: `${url}/docs`, HttpApiUrl: url, Mail: 'sent from mail@example.org' },
      ofType: (type) =>
        type === 'AWS::Logs::MetricFilter' ? Object.values(logFilters.Resources) : stack.ofType(type),
    },
    wait,
  );
const verdict = async (name: keyof typeof program.CHECKS) =>
  (await program.CHECKS[name].run(stage())).isRight;

const logged = async (logGroupName: string, line: object) => {
  const stream = { logGroupName, logStreamName: `stream-${Math.random()}` };
  await clients.logs.send(new CreateLogStreamCommand(stream));
  const logEvents = [{ timestamp: Date.now(), message: JSON.stringify(line) }];
  await clients.logs.send(new PutLogEventsCommand({ ...stream, logEvents }));
};
const [functionsLog, accessLog] = [`/aws/lambda/${STACK}`, `/aws/http-api/${STACK}`];
const metric = (
  Namespace: string,
  MetricName: string,
  Value: number,
  Dimensions = [{ Name: 'x', Value: 'x' }],
) =>
  clients.cloudWatch.send(
    new PutMetricDataCommand({
      ...{ Namespace, MetricData: [{ MetricName, Value, Timestamp: new Date(), Dimensions }] },
    }),
  );
const TableName = STACK;
const FunctionName = `${STACK}-eventsRecord`;
const mapping = async () => {
  const { Table } = await clients.dynamoDb.send(new DescribeTableCommand({ TableName }));
  const EventSourceArn = Table?.LatestStreamArn;
  const input = { FunctionName, EventSourceArn, StartingPosition: 'TRIM_HORIZON' as const };
  await clients.lambda.send(new CreateEventSourceMappingCommand(input));
};
const unmap = async () => {
  const list = new ListEventSourceMappingsCommand({ FunctionName });
  for (const { UUID } of (await clients.lambda.send(list)).EventSourceMappings ?? [])
    await clients.lambda.send(new DeleteEventSourceMappingCommand({ UUID }));
};
const expiry = (Enabled: boolean) => {
  const TimeToLiveSpecification = { Enabled, AttributeName: 'expires_at' };
  return clients.dynamoDb.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
};
const recovery = (PointInTimeRecoveryEnabled: boolean) =>
  clients.dynamoDb.send(
    new UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled },
    }),
  );
const line = { route: 'ANY /health', status: 200, duration_ms: 3, request_id: REQUEST_ID };

/** For each check, what makes it right here, and what makes it wrong then. */
const CASES: [keyof typeof program.CHECKS, right: () => Promise<unknown>, wrong: () => Promise<unknown>][] = [
  [
    'denied',
    async () => undefined,
    () => logged(functionsLog, { error: { message: 'AccessDeniedException' } }),
  ],
  [
    'functionsLog',
    () => logged(functionsLog, line),
    () =>
      clients.logs.send(new PutRetentionPolicyCommand({ logGroupName: functionsLog, retentionInDays: 30 })),
  ],
  [
    'accessLog',
    () => logged(accessLog, JSON.parse(format)),
    () => clients.logs.send(new PutRetentionPolicyCommand({ logGroupName: accessLog, retentionInDays: 1 })),
  ],
  ['filters', async () => undefined, async () => Object.assign(says, { pattern: '{ $.status = "200" }' })],
  [
    'alarms',
    () => clients.cloudWatch.send(new PutMetricAlarmCommand({ AlarmName, ...alarm })),
    () =>
      clients.cloudWatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'ALARM', StateReason: 'x' })),
  ],
  [
    'table',
    () =>
      clients.dynamoDb.send(
        new UpdateTableCommand({
          TableName,
          OnDemandThroughput: { MaxReadRequestUnits: 600, MaxWriteRequestUnits: 200 },
        }),
      ),
    () => clients.dynamoDb.send(new UpdateTableCommand({ TableName, DeletionProtectionEnabled: false })),
  ],
  ['expiry', () => expiry(true), () => expiry(false)],
  ['recovery', () => recovery(true), () => recovery(false)],
  ['roles', async () => undefined, async () => Object.assign(says, { isTooWide: true })],
  [
    'key',
    async () => undefined,
    () =>
      clients.lambda.send(
        new UpdateFunctionConfigurationCommand({
          ...{ FunctionName, Environment: { Variables: { TOKEN_KEYS: 'x' } } },
        }),
      ),
  ],
  ['recursion', async () => undefined, async () => Object.assign(says, { recursion: 'Terminate' })],
  ['stream', mapping, unmap],
  [
    'lag',
    () => metric('AWS/Lambda', 'IteratorAge', 900, [{ Name: 'FunctionName', Value: FunctionName }]),
    () => metric('AWS/Lambda', 'IteratorAge', 70_000, [{ Name: 'FunctionName', Value: FunctionName }]),
  ],
  ['mail', async () => undefined, async () => Object.assign(says, { sending: false })],
];

it.each(CASES)('%s is right, and then wrong', async (name, right, wrong) => {
  await right();
  expect(await program.CHECKS[name].run(stage())).toEqual({ answer: expect.anything(), isRight: true });
  await wrong();
  expect(await verdict(name)).toBe(false);
});

it('plants lines, waits until they are counted, and leaves nothing', async () => {
  expect(await verdict('planted')).toBe(false);
  for (const name of ['login_failed', 'limit_reached']) await metric(STACK, name, 1, []);
  expect(await program.CHECKS.planted.run(stage())).toMatchObject({ isRight: true });
  expect(state.changes.filter((change) => change === 'CreateLogStream').length).toBeGreaterThan(1);
  expect(state.changes.filter((change) => change === 'DeleteLogStream')).toHaveLength(2);
});
