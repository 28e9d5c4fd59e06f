import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  CloudWatchClient,
  DescribeAlarmsCommand,
  GetMetricStatisticsCommand,
} from '@aws-sdk/client-cloudwatch';
import {
  CloudWatchLogsClient,
  CreateLogStreamCommand,
  DeleteLogStreamCommand,
  DescribeLogGroupsCommand,
  PutLogEventsCommand,
  paginateFilterLogEvents,
  TestMetricFilterCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { IAMClient, SimulatePrincipalPolicyCommand } from '@aws-sdk/client-iam';
import {
  GetFunctionConfigurationCommand,
  GetFunctionRecursionConfigCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda';
import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import * as z from 'zod/mini';
import { getItem, queryOnce } from '../lib/dynamodb/items.ts';
import { accountKey, type EventReference, historyFrom } from '../lib/dynamodb/keys.ts';
import { SECURITY_HEADERS } from '../lib/http/lambda-handler.ts';
import { format } from '../resources/access-log.js';
import { contracts } from '../resources/contracts.js';
import { readStack, type Stack } from './stack.ts';
import { stop, useStage } from './stage.ts';

const POLL_MS = 5_000;
const HOUR_MS = 3_600_000;

/** A deployed stage, and the clients that ask about it. */
export function stageOf(stack: Stack, wait: (ms: number) => Promise<unknown> = setTimeout) {
  return {
    stack,
    url: String(stack.outputs['DocsUrl']).replace(/\/docs$/, ''),
    /** Asks again until there is an answer, for some minutes. */
    until: async <Answer>(minutes: number, ask: () => Promise<Answer | undefined>) => {
      for (let waited = 0; waited < minutes * 60_000; waited += POLL_MS) {
        const answer = await ask();
        if (answer !== undefined) return answer;
        await wait(POLL_MS);
      }
      return undefined;
    },
    cloudWatch: new CloudWatchClient(),
    dynamoDb: new DynamoDBClient(),
    iam: new IAMClient(),
    lambda: new LambdaClient(),
    logs: new CloudWatchLogsClient(),
    ses: new SESv2Client(),
  };
}

export type Stage = ReturnType<typeof stageOf>;

/** What is asked, and whether the answer is right. `writes` leaves traces for a while: it needs `--write`. */
const check = <Answer>(
  name: string,
  ask: (stage: Stage) => Promise<Answer>,
  isRight: (answer: Answer, stage: Stage) => boolean,
  { writes = false } = {},
) => ({
  ...{ name, ask, isRight, writes },
  run: async (stage: Stage) => {
    const answer = await ask(stage);
    return { answer, isRight: isRight(answer, stage) };
  },
});
const WRITES = { writes: true };

const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

/** How often each thing is there. */
const counted = (things: (string | number)[]): Record<string, number> =>
  Object.fromEntries(Object.entries(Object.groupBy(things, String)).map(([k, v = []]) => [k, v.length]));

const statusesOf = async (answers: Promise<Response>[]) =>
  counted((await Promise.all(answers)).map(({ status }) => status));

const { version: VERSION } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));

/** Lines of logs, and the metric that counts each. */
const LINES: Record<string, object> = {
  function_failed: { type: 'platform.report', record: { status: 'timeout' } },
  login_failed: { security_event: 'login_failed' },
  limit_reached: { security_event: 'limit_reached' },
  signing_key_rejected: { message: 'signing keys', error: { name: 'ConfigError' } },
  throttled: { status: '429', functionRequestId: '-' },
  mail_disabled: { status: '501' },
};
const NO_METRIC = { type: 'platform.report', record: { status: 'success' }, status: '200' };
/** A few of these raise no alarm. */
const PLANTED = ['login_failed', 'limit_reached'];

const filterProperties = z.object({
  FilterPattern: z.string(),
  MetricTransformations: z.tuple([z.object({ MetricName: z.string() })]),
});

const person = () => ({
  ...{ first_name: 'Check', last_name: 'Stage', password: `check ${randomUUID()}` },
  email: `check-${randomUUID()}@example.com`,
});

const signedUp = z.object({ token: z.string() });
const subject = z.object({ sub: z.string() });

/** Milliseconds from then until an event has an entry in its history; `undefined` if it has none yet. */
async function recordedIn(event: EventReference, since: number): Promise<number | undefined> {
  const [first] = await queryOnce(historyFrom(event, 0));
  return first && Date.now() - since;
}

/** For how many days a log is kept. */
async function daysOf({ logs }: Stage, logGroupNamePrefix: string): Promise<number | undefined> {
  const { logGroups = [] } = await logs.send(new DescribeLogGroupsCommand({ logGroupNamePrefix }));
  return logGroups.find(({ logGroupName }) => logGroupName === logGroupNamePrefix)?.retentionInDays;
}

/** How often a metric was counted since then; `undefined` if it wasn't. */
async function sumOf({ cloudWatch, stack }: Stage, MetricName: string, since: Date) {
  const { Datapoints = [] } = await cloudWatch.send(
    new GetMetricStatisticsCommand({
      ...{ Namespace: stack.name, MetricName, Statistics: ['Sum'], Period: 60 },
      ...{ StartTime: since, EndTime: new Date(Date.now() + 60_000) },
    }),
  );
  const sum = Datapoints.reduce((total, { Sum = 0 }) => total + Sum, 0);
  return sum > 0 ? sum : undefined;
}

/** The events of a log that match a pattern. */
async function eventsOf({ logs }: Stage, logGroupName: string, filterPattern: string, startTime: number) {
  const filter = { logGroupName, filterPattern, startTime };
  // A page may be empty though more follow.
  const pages = await Array.fromAsync(paginateFilterLogEvents({ client: logs }, filter));
  return pages.flatMap(({ events = [] }) => events);
}

const fieldsOf = (message = '{}'): string[] => Object.keys(JSON.parse(message)).sort();

/** What a role may do with items whose partition keys begin so. */
async function decision({ iam }: Stage, role: string, table: string, action: string, key: string) {
  const { EvaluationResults: [result] = [] } = await iam.send(
    new SimulatePrincipalPolicyCommand({
      ...{ PolicySourceArn: role, ActionNames: [`dynamodb:${action}`], ResourceArns: [table] },
      ContextEntries: [
        {
          ...{ ContextKeyName: 'dynamodb:LeadingKeys', ContextKeyType: 'stringList' },
          ContextKeyValues: [`${key}#x`],
        },
      ],
    }),
  );
  return result?.EvalDecision;
}

/** A function's permission to read, and a partition that it may not read. */
export const READS = contracts.flatMap(({ name, contract }) => {
  const reads = contract.permissions.flatMap((each) =>
    'keys' in each && !each.attributes && !each.isTogether && !each.index ? each : [],
  );
  const action = (['GetItem', 'Query'] as const).find((one) =>
    reads.some((each) => each.actions.includes(one)),
  );
  const own = contract.permissions.flatMap((each) => ('keys' in each ? each.keys : []));
  const [key] = reads.flatMap((each) => (action && each.actions.includes(action) ? each.keys : []));
  const other = (['HISTORY', 'CLAIM', 'PERSON'] as const).find((one) => !own.includes(one));
  return action && key && other ? [{ name, action, key, other }] : [];
});

const describe = async ({ dynamoDb, stack }: Stage) =>
  (await dynamoDb.send(new DescribeTableCommand({ TableName: stack.name }))).Table;

/** The name of a log group, as the template has it. */
const functionsLog = ({ stack }: Stage) => `/aws/lambda/${stack.name}`;
const accessLog = ({ stack }: Stage) => `/aws/http-api/${stack.name}`;

/** All checks, in the order in which they are made. */
export const CHECKS = {
  health: check(
    'GET /health has the version of this checkout',
    async ({ url }) => {
      const answer = await fetch(`${url}/health`);
      return { status: answer.status, ...z.object({ version: z.string() }).parse(await answer.json()) };
    },
    ({ status, version }) => status === 200 && version === VERSION,
  ),
  headers: check(
    'Responses have the security headers and a request id',
    async ({ url }) => {
      const { headers } = await fetch(`${url}/health`);
      const wrong = Object.entries(SECURITY_HEADERS).filter(([name, value]) => headers.get(name) !== value);
      return { wrong: wrong.map(([name]) => name), hasRequestId: headers.has('x-request-id') };
    },
    ({ wrong, hasRequestId }) => wrong.length === 0 && hasRequestId,
  ),
  cors: check(
    'Web pages of CORS_ORIGINS may call',
    async ({ url, stack }) => {
      const [allowed = '*'] = stack.origins;
      const Origin = allowed === '*' ? 'https://app.example.com' : allowed;
      const headers = { Origin, 'Access-Control-Request-Method': 'GET' };
      const answer = await fetch(`${url}/events`, { method: 'OPTIONS', headers });
      return { Origin, status: answer.status, allowed: answer.headers.get('access-control-allow-origin') };
    },
    ({ Origin, status, allowed }) => status === 204 && (allowed === Origin || allowed === '*'),
  ),
  address: check(
    'With a domain, the address that AWS chose answers 404',
    async ({ stack: { outputs } }) => ({
      hasDomain: 'DomainTarget' in outputs,
      status: (await fetch(`${outputs['HttpApiUrl']}/health`)).status,
    }),
    ({ hasDomain, status }) => status === (hasDomain ? 404 : 200),
  ),
  throttle: check(
    'API Gateway rejects some of 60 calls at once',
    ({ url }) => statusesOf(Array.from({ length: 60 }, () => fetch(`${url}/docs`))),
    ({ 200: ok = 0, 429: rejected = 0 }) => ok > 0 && rejected > 0 && ok + rejected === 60,
  ),
  functionsLog: check(
    'A call is logged by its function, for 60 days',
    async (stage) => {
      const id = (await fetch(`${stage.url}/health`)).headers.get('x-request-id');
      const event = await stage.until(3, async () => {
        return (
          await eventsOf(stage, functionsLog(stage), `{ $.request_id = "${id}" }`, Date.now() - HOUR_MS)
        ).at(-1);
      });
      return { fields: fieldsOf(event?.message), days: await daysOf(stage, functionsLog(stage)) };
    },
    ({ fields, days }) =>
      days === 60 && ['duration_ms', 'request_id', 'route', 'status'].every((name) => fields.includes(name)),
  ),
  accessLog: check(
    'API Gateway logs the last calls, for 30 days',
    async (stage) => {
      const event = await stage.until(3, async () => {
        return (
          await eventsOf(stage, accessLog(stage), '{ $.routeKey = "ANY /health" }', Date.now() - HOUR_MS)
        ).at(-1);
      });
      return { fields: fieldsOf(event?.message), days: await daysOf(stage, accessLog(stage)) };
    },
    ({ fields, days }) => days === 30 && String(fields) === String(fieldsOf(format)),
  ),
  denied: check(
    'In the last day, IAM denied nothing, and no access token or share link was logged',
    async (stage) =>
      (
        await eventsOf(
          stage,
          functionsLog(stage),
          '?AccessDenied ?ebt_ ?ebc_ ?ebs_',
          Date.now() - 24 * HOUR_MS,
        )
      ).length,
    (found) => found === 0,
  ),
  filters: check(
    'Each metric counts its line of the log, and no other',
    async ({ logs, stack }) => {
      const filters = stack
        .ofType('AWS::Logs::MetricFilter')
        .map(({ Properties }) => filterProperties.parse(Properties));
      const counts = filters.map(async ({ FilterPattern, MetricTransformations: [{ MetricName }] }) => {
        const lines = [LINES[MetricName] ?? {}, NO_METRIC].map((line) => JSON.stringify(line));
        const { matches = [] } = await logs.send(
          new TestMetricFilterCommand({ filterPattern: FilterPattern, logEventMessages: lines }),
        );
        return [MetricName, matches.map(({ eventNumber = 0 }) => eventNumber)] as const;
      });
      return Object.fromEntries(await Promise.all(counts));
    },
    (lines) => Object.keys(LINES).every((metric) => String(lines[metric]) === '1'),
  ),
  alarms: check(
    'The alarms of the template are there, and none is on',
    async ({ cloudWatch, stack }) => {
      const prefix = { AlarmNamePrefix: `${stack.name}-`, MaxRecords: 100 };
      const { MetricAlarms = [] } = await cloudWatch.send(new DescribeAlarmsCommand(prefix));
      const own = MetricAlarms.filter(({ AlarmName = '' }) =>
        /^\w+Alarm-\w+$/.test(AlarmName.slice(stack.name.length + 1)),
      );
      return {
        missing: stack.ofType('AWS::CloudWatch::Alarm').length - own.length,
        ...counted(own.map(({ StateValue, ActionsEnabled }) => (ActionsEnabled ? `${StateValue}` : 'OFF'))),
      };
    },
    ({ missing, ...states }) =>
      missing === 0 &&
      Object.keys(states).length > 0 &&
      Object.keys(states).every((state) => !/ALARM|OFF/.test(state)),
  ),
  table: check(
    'The table has its cap, stream, encryption and protection',
    async (stage) => {
      const table = await describe(stage);
      return {
        cap: [
          table?.OnDemandThroughput?.MaxReadRequestUnits,
          table?.OnDemandThroughput?.MaxWriteRequestUnits,
        ],
        stream: table?.StreamSpecification?.StreamViewType,
        encryption: table?.SSEDescription?.Status,
        isProtected: table?.DeletionProtectionEnabled,
      };
    },
    ({ cap, stream, encryption, isProtected }, { stack: { table } }) =>
      String(cap) === String(Object.values(table.OnDemandThroughput)) &&
      stream === 'NEW_AND_OLD_IMAGES' &&
      encryption === 'ENABLED' &&
      isProtected === table.DeletionProtectionEnabled,
  ),
  expiry: check(
    'What has expired is deleted',
    async ({ dynamoDb, stack: { name: TableName } }) => {
      const { TimeToLiveDescription: found } = await dynamoDb.send(
        new DescribeTimeToLiveCommand({ TableName }),
      );
      return [found?.TimeToLiveStatus, found?.AttributeName];
    },
    (found, { stack }) => String(found) === `ENABLED,${stack.table.TimeToLiveSpecification.AttributeName}`,
  ),
  recovery: check(
    'The table can be restored to a point in time',
    async ({ dynamoDb, stack: { name: TableName } }) => {
      const { ContinuousBackupsDescription: found } = await dynamoDb.send(
        new DescribeContinuousBackupsCommand({ TableName }),
      );
      return found?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus;
    },
    (status) => status === 'ENABLED',
  ),
  roles: check(
    'The role of each function may read its partition, and no other one',
    async (stage) => {
      const table = (await describe(stage))?.TableArn ?? '';
      const wrong = [];
      for (const { name, action, key, other } of READS) {
        const FunctionName = `${stage.stack.name}-${name}`;
        const { Role = '' } = await stage.lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
        const allowed = await decision(stage, Role, table, action, key);
        const denied = await decision(stage, Role, table, action, other);
        if (allowed !== 'allowed') wrong.push(`${name} can't read ${key}: ${allowed}`);
        if (denied !== 'implicitDeny' && denied !== 'explicitDeny')
          wrong.push(`${name} and ${other}: ${denied}`);
      }
      return { functions: READS.length, wrong };
    },
    ({ functions, wrong }) => functions > 0 && wrong.length === 0,
  ),
  key: check(
    'No function has the signing key in its configuration',
    async ({ lambda, stack }) => {
      const configurations = stack.functions.map(({ FunctionName }) =>
        lambda.send(new GetFunctionConfigurationCommand({ FunctionName })),
      );
      const withKey = (await Promise.all(configurations)).filter(
        ({ Environment }) => Environment?.Variables?.['TOKEN_KEYS'] !== undefined,
      );
      return { functions: configurations.length, withKey: withKey.map(({ FunctionName }) => FunctionName) };
    },
    ({ functions, withKey }) => functions > 0 && withKey.length === 0,
  ),
  recursion: check(
    'Long erasures may invoke themselves',
    ({ lambda, stack }) =>
      Promise.all(
        ['accountErase', 'historyErase'].map(async (name) => {
          const command = new GetFunctionRecursionConfigCommand({ FunctionName: `${stack.name}-${name}` });
          return (await lambda.send(command)).RecursiveLoop;
        }),
      ),
    (found) => found.every((each) => each === 'Allow'),
  ),
  stream: check(
    "The table's stream invokes eventsRecord",
    async (stage) => {
      const command = new ListEventSourceMappingsCommand({
        FunctionName: `${stage.stack.name}-eventsRecord`,
      });
      const { EventSourceMappings = [] } = await stage.lambda.send(command);
      const current = (await describe(stage))?.LatestStreamArn;
      return EventSourceMappings.map(({ State, LastProcessingResult, EventSourceArn }) => ({
        ...{ State, LastProcessingResult, isCurrent: EventSourceArn === current },
      }));
    },
    (found) =>
      found.length === 1 &&
      found.every(
        ({ State, LastProcessingResult = '', isCurrent }) =>
          isCurrent && State === 'Enabled' && !/PROBLEM|fail/i.test(LastProcessingResult),
      ),
  ),
  lag: check(
    'In the last three hours, histories were less than a minute behind',
    async ({ cloudWatch, stack }) => {
      const { Datapoints = [] } = await cloudWatch.send(
        new GetMetricStatisticsCommand({
          ...{ Namespace: 'AWS/Lambda', MetricName: 'IteratorAge', Statistics: ['Maximum'], Period: 300 },
          Dimensions: [{ Name: 'FunctionName', Value: `${stack.name}-eventsRecord` }],
          ...{ StartTime: new Date(Date.now() - 3 * HOUR_MS), EndTime: new Date(Date.now() + 60_000) },
        }),
      );
      return { ms: Math.max(0, ...Datapoints.map(({ Maximum = 0 }) => Maximum)) };
    },
    ({ ms }) => ms < 60_000,
  ),
  mail: check(
    'With MAIL_FROM, SES sends mails. Without it, calls that need mail get 501',
    async ({ ses, stack, url }) => {
      const Mail = String(stack.outputs['Mail']);
      if (!Mail.startsWith('sent'))
        return {
          Mail,
          status: (await post(`${url}/auth/forgot-password`, { username: 'a@example.com' })).status,
        };
      const { SendingEnabled, ProductionAccessEnabled } = await ses.send(new GetAccountCommand());
      return { Mail, SendingEnabled, isSandbox: !ProductionAccessEnabled };
    },
    (found) => ('status' in found ? found.status === 501 : found.SendingEnabled === true),
  ),
  demo: check(
    'The demo succeeds',
    async ({ url }) => {
      const env = { ...process.env, SERVICE: url };
      const run = promisify(execFile)(process.execPath, ['local/demo.js'], { env });
      const { stdout } = await run.catch((error) => z.object({ stdout: z.string() }).parse(error));
      return stdout.trim().split('\n').at(-1) ?? '';
    },
    (last) => /^\d+ calls, (?!.*failed)/.test(last),
    WRITES,
  ),
  logins: check(
    'Callers can’t fake their address: after 10 failed logins to an address, the others get 429',
    async ({ url }) => {
      const { email: username, password } = person();
      const statuses = [];
      for (let n = 1; n <= 12; n += 1) {
        const headers = { 'x-forwarded-for': `192.0.2.${n}` };
        statuses.push((await post(`${url}/auth/login`, { username, password }, headers)).status);
      }
      return statuses.join(' ');
    },
    (statuses) => /^(401 )+429( 429)*$/.test(statuses),
    WRITES,
  ),
  planted: check(
    'A line in the log is counted',
    async (stage) => {
      const stream = { logGroupName: functionsLog(stage), logStreamName: `check-${randomUUID()}` };
      await stage.logs.send(new CreateLogStreamCommand(stream));
      try {
        const [begun, timestamp] = [new Date(Date.now() - 60_000), Date.now()];
        const logEvents = PLANTED.map((name) => ({ timestamp, message: JSON.stringify(LINES[name]) }));
        await stage.logs.send(new PutLogEventsCommand({ ...stream, logEvents }));
        const counts = PLANTED.map((name) => stage.until(5, () => sumOf(stage, name, begun)));
        return Object.fromEntries((await Promise.all(counts)).map((sum, n) => [PLANTED[n], sum ?? 0]));
      } finally {
        await stage.logs.send(new DeleteLogStreamCommand(stream));
      }
    },
    (sums) => PLANTED.every((name) => (sums[name] ?? 0) > 0),
    WRITES,
  ),
  erasure: check(
    'A write gets into the history, and a deleted account is erased',
    async ({ url, until }) => {
      const someone = person();
      const { token } = signedUp.parse(await (await post(`${url}/auth/signup`, someone)).json());
      const { sub } = subject.parse(JSON.parse(String(Buffer.from(token.split('.')[1] ?? '', 'base64url'))));
      const headers = { authorization: `Bearer ${token}` };
      const party = { name: 'Check', event_date: '2027-07-04' };
      const made = await post(`${url}/events/create`, party, headers);
      const begun = Date.now();
      const event = { ownerId: sub, eventId: Number(/\d+/.exec(made.headers.get('location') ?? '')) };
      const recordedMs = await until(2, () => recordedIn(event, begun));
      await post(`${url}/account/delete`, { password: someone.password }, headers);
      const isErased = await until(3, async () => ((await getItem(accountKey(sub))) ? undefined : true));
      return { recordedMs, isErased: isErased ?? false };
    },
    ({ recordedMs, isErased }) => recordedMs !== undefined && isErased,
    WRITES,
  ),
};

/** What takes days, or somebody who looks. */
const LEFT = [
  'Open the links in the mails of AWS to ALARM_EMAIL and PAGE_EMAIL: no alarm reaches you until then.',
  'On the page of DocsUrl, sign up two addresses of your own, and open the links in their mails.',
  'Invite one of them to an event of the other: decline, accept, and be removed again.',
  'Reset a password, and change an address.',
  'Offer the event to the other account, which can accept it 24 hours later.',
  'Add a second factor, log in with a code, and remove the factor as docs/operating.md says.',
  'Create a share link and open its page. End it: the page no longer shows the event.',
  'Subscribe to a calendar with a program.',
  'Block an account and unblock it again.',
  'Fail tasks, as docs/operating.md says: six alarms are mailed, and later that four of them are over.',
  'Set the cap of the table to 1: calls get 503, never 500, and two alarms are mailed.',
  'Look at the dashboard, and at the saved queries.',
  'Let an event in the trash expire: it is gone within days.',
  'Restore the table, rotate the signing key, and remove the stage and deploy it again: a login still works.',
  'Compare the bill of these days with docs/costs.md.',
];

if (import.meta.main) {
  const { stage: name, options } = useStage('npm run check:stage -- --stage dev [--write]', {
    write: 'boolean',
  });
  const stack = await readStack(name).catch((error) => stop(`${name} can't be read. ${error.message}`));
  const stage = stageOf(stack);
  const made = { right: 0, WRONG: 0, left: 0 };
  for (const { name: what, writes, run } of Object.values(CHECKS)) {
    const skipped = writes && options['write'] !== true;
    const found = skipped
      ? { answer: 'needs --write', outcome: 'left' as const }
      : await run(stage).then(
          ({ answer, isRight }) => ({ answer, outcome: isRight ? ('right' as const) : ('WRONG' as const) }),
          (error: Error) => ({ answer: `${error.name}: ${error.message}`, outcome: 'WRONG' as const }),
        );
    made[found.outcome] += 1;
    console.log(`${found.outcome.padEnd(6)} ${what}: ${JSON.stringify(found.answer)}`);
  }
  console.log(`${made.right} right, ${made.WRONG} wrong, ${made.left} not asked. What is left to you:`);
  for (const each of LEFT) console.log(`- ${each}`);
  if (made.WRONG > 0) process.exitCode = 1;
}
