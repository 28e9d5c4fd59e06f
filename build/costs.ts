import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { MAX_EVENT_KB } from '../lib/errors.ts';
import { MAX_EVENTS } from '../lib/payments/list-amounts.ts';
import { MAX_READS } from '../lib/plan/repository.ts';
import { alarms } from '../resources/alarms.js';
import { functions } from '../resources/functions.js';
import { logFilters } from '../resources/log-filters.js';
import { UNITS } from './call-units.ts';
import { markdownTable } from './markdown-table.ts';

/** List prices in `eu-central-1` in dollars. */
const PRICES = {
  api: [1.2, 'a million calls of API Gateway (HTTP API), each up to 512 KB'],
  lambda: [0.2, 'a million calls of Lambda'],
  gbSeconds: [13.3334, 'a million GB-seconds of Lambda on arm64'],
  read: [0.1525, 'a million read request units of DynamoDB, each 4 KB of consistent reads'],
  write: [0.7625, 'a million write request units of DynamoDB, each 1 KB'],
  stored: [0.55, 'a GB of table or index for a month, with point-in-time recovery'],
  key: [3, 'a million uses of the table’s key in KMS'],
  log: [0.63, 'a GB of logs'],
  mail: [100, 'a million mails by SES'],
  sent: [0.09, 'a GB sent out'],
  alarm: [0.1, 'a metric that an alarm watches, for a month'],
  metric: [0.3, 'a metric that is counted from logs, for a month'],
  secret: [0.4, 'the signing key for a month'],
  keyRead: [5, 'a million reads of the signing key'],
  dashboard: [3, 'a dashboard for a month, after the first three of an AWS account'],
} satisfies Record<string, [dollars: number, of: string]>;

const alarm = z.object({
  Properties: z.object({
    Metrics: z._default(z.array(z.object({ MetricStat: z.optional(z.unknown()) })), [{ MetricStat: {} }]),
  }),
});

/** How many metrics alarms watch. */
export const ALARM_METRICS = Object.values(alarms.Resources)
  .flatMap((resource) => alarm.parse(resource).Properties.Metrics)
  .filter(({ MetricStat }) => MetricStat !== undefined).length;
/** How many are counted from logs. */
export const LOG_METRICS = Object.keys(logFilters.Resources).length;

const priceOf = (name: keyof typeof PRICES): number => PRICES[name][0];

/** Estimates of what a call logs, and what it sends on average. */
const [LOG_KB, SENT_KB] = [1.5, 3.5];

/** Calls with their estimated milliseconds when warm, and how many of 100 calls in a month they are. */
const TYPICAL: [call: keyof typeof UNITS, ms: number, ofHundred: number][] = [
  ['`POST /auth/signup`', 315, 0],
  ['`POST /auth/login`', 320, 1],
  ['`POST /auth/refresh`', 9, 3],
  ['`GET /events`, 40 events', 11, 29],
  ['`GET /events/view/{id}`', 6, 29],
  ['`GET /events/{event_id}/budgets`, 50 budgets', 8, 29],
  ['`POST /events/{event_id}/budgets/create`, 50 budgets', 11, 9],
  ['`POST /events/create`, with an `Idempotency-Key`', 16, 0],
  ['`GET /payments`, 40 events, 10 of them with due dates', 19, 0],
  ['`GET /calendar.ics`, 40 events, 10 of them with due dates', 24, 0],
  ['`GET /calendar.ics`, not modified', 8, 0],
  ['`POST /events/{event_id}/members/invite`', 38, 0],
  ['`GET /shared-event`, 50 budgets', 9, 0],
];

const PLANNERS = 10_000;
const HOURS = 30 * 24;

/** DynamoDB uses the table's key at most once in 5 minutes for each function that runs. A function reads its key as often. */
const keyUses = (functionsInUse: number, hours: number): number => functionsInUse * hours * 12;

/** Estimates, such as that the agency uses 25 functions for 8 hours of a working day, and the others 50 at any time. */
const MONTHS = {
  idle: { calls: 0, coldShare: 0, mails: 0, storedGb: 0, keyUses: 0 },
  agency: { calls: 21_000, coldShare: 0.1, mails: 100, storedGb: 0.001, keyUses: keyUses(25, 21 * 8) },
  planners: {
    calls: PLANNERS * 21 * 30,
    coldShare: 0.01,
    mails: PLANNERS,
    storedGb: 1.4,
    keyUses: keyUses(50, HOURS),
  },
};
type Month = (typeof MONTHS)['agency'];

/** Estimate of the time that recording one write of an event takes. */
const RECORD_MS = 20;
/** What that logs: a line of its own, and two of Lambda, each with the 26 bytes that CloudWatch adds. */
const RECORD_LOG_KB = (292 + 141 + 236 + 3 * 26) / 1_000;

/** Memory of the function that erases histories, and how long it waits first. */
const [ERASING_MB, ERASING_SECONDS] = [256, 65];

/** Estimate of an entry of a single change, with the 100 bytes that DynamoDB adds to each item. */
const ENTRY_KB = 0.4;
/** How long entries are kept. DynamoDB takes nothing for deleting what has expired. */
const MONTHS_KEPT = 3;

/** Estimates of a cold start, and of the sending of a mail in 100 ms. */
const [COLD_MS, MAIL_GB_SECONDS] = [300, 0.1];

/** What AWS grants an account for each second, and how many GB all of it can send in an hour. */
const QUOTAS = { calls: 10_000, executions: 1_000, mails: 14, sentGb: 250 };

/** The longest call, and an estimate of one that is refused. */
const [LONGEST_SECONDS, SHORT_MS] = [10, 10];

/** Read units of a call that reads all that it may: heads, and whole events. */
const LARGEST_READ = MAX_READS * 256 + MAX_EVENTS * (MAX_EVENT_KB / 4);

const limits = z.object({
  requestsPerSecond: z.int(),
  requestBurst: z.int(),
  authRequestsPerSecond: z.int(),
  authRequestBurst: z.int(),
  expensiveRequestsPerSecond: z.int(),
  expensiveRequestBurst: z.int(),
  staticRequestsPerSecond: z.int(),
  staticRequestBurst: z.int(),
  readUnitsPerSecond: z.int(),
  writeUnitsPerSecond: z.int(),
  expensiveCallLimit: z.int(),
});
type Limits = z.infer<typeof limits>;
const { provider, params } = z
  .object({
    provider: z.object({ memorySize: z.int() }),
    params: z.object({ default: z.looseObject({}), dev: z.looseObject({}) }),
  })
  .parse(parse(readFileSync('serverless.yml', 'utf8'), { logLevel: 'error' }));
const prod = limits.parse(params.default);
const dev = limits.parse({ ...params.default, ...params.dev });

function memoryOf(call: string): number {
  const [, path] = /^`\w+ ([^`]+)`/.exec(call) ?? [];
  const definition = Object.values(functions).find(({ events }) =>
    events.some((event) => 'httpApi' in event && event.httpApi === `ANY ${path}`),
  );
  if (!definition) throw new Error(`No function has the route of ${call}`);
  return Number(definition['memorySize'] ?? provider.memorySize);
}

const gbSeconds = (mb: number, ms: number): number => (mb / 1_024) * (ms / 1_000);

/** What a million of something that takes these units costs. */
const unitCosts = ([read, write]: [number, number]): number =>
  read * priceOf('read') + write * priceOf('write');

/** What a million calls cost at least. */
const ofAnyCall = priceOf('api') + priceOf('lambda') + LOG_KB * priceOf('log');

/** What it costs to record a million writes of events, each of one change and alone. */
const ofRecords =
  priceOf('lambda') +
  gbSeconds(provider.memorySize, RECORD_MS) * priceOf('gbSeconds') +
  unitCosts([0, 1]) +
  RECORD_LOG_KB * priceOf('log');

/** What it costs to erase a million histories of few entries, each alone: most of it is waiting. */
const ofHistoryErasures =
  priceOf('lambda') + gbSeconds(ERASING_MB, ERASING_SECONDS * 1_000) * priceOf('gbSeconds');

/** What it costs to keep a million of their entries as long as they are kept. */
const ofEntries = MONTHS_KEPT * ENTRY_KB * priceOf('stored');

const calls = TYPICAL.map(([call, ms, ofHundred]) => {
  const mb = memoryOf(call);
  const cost = ofAnyCall + gbSeconds(mb, ms) * priceOf('gbSeconds') + unitCosts(UNITS[call]);
  return { call, mb, ms, ofHundred, units: UNITS[call], cost };
});

function monthCosts({
  calls: number,
  coldShare,
  mails,
  storedGb,
  keyUses,
}: Month): [name: string, dollars: number][] {
  const average = (one: (call: (typeof calls)[number]) => number) =>
    calls.reduce((sum, call) => sum + (one(call) * call.ofHundred) / 100, 0);
  const warm = number * average(({ mb, ms }) => gbSeconds(mb, ms));
  const seconds =
    warm + number * coldShare * gbSeconds(provider.memorySize, COLD_MS) + mails * MAIL_GB_SECONDS;
  const writes = number * average(({ call }) => (call.startsWith('`POST /events') ? 1 : 0));
  const requests = number * average(({ units }) => unitCosts(units)) + mails * unitCosts([2, 2]);
  return [
    ['API Gateway', (number * priceOf('api')) / 1e6],
    ['Lambda', ((number + mails) * priceOf('lambda') + seconds * priceOf('gbSeconds')) / 1e6],
    ['DynamoDB', requests / 1e6 + storedGb * priceOf('stored')],
    ['histories of events', (writes * (ofRecords + ofEntries)) / 1e6],
    ['KMS', (keyUses * priceOf('key')) / 1e6],
    ['logs', ((number + mails) * LOG_KB * priceOf('log')) / 1e6],
    ['mails by SES', (mails * priceOf('mail')) / 1e6],
    ['data sent out', (number * SENT_KB * priceOf('sent')) / 1e6],
    ['signing key', priceOf('secret') + ((number * coldShare + keyUses) * priceOf('keyRead')) / 1e6],
    ['alarms', ALARM_METRICS * priceOf('alarm')],
    ['metrics from logs, at most', number > 0 ? LOG_METRICS * priceOf('metric') : 0],
    ['dashboard', priceOf('dashboard')],
  ];
}

/** What a calendar for each planner adds to a month, if it is asked every hour and hasn't changed. */
function calendarCosts(): number {
  const { cost = Number.NaN } = calls.find(({ call }) => call === '`GET /calendar.ics`, not modified') ?? {};
  return (PLANNERS * HOURS * cost) / 1e6;
}

const hourAtCap = ({ readUnitsPerSecond, writeUnitsPerSecond }: Limits): number =>
  (3_600 * unitCosts([readUnitsPerSecond, writeUnitsPerSecond])) / 1e6;

function attackCosts(): [limit: string, dollars: number][] {
  const computing = gbSeconds(memoryOf('`POST /auth/login`'), 1_000) * QUOTAS.executions;
  return [
    ['the cap of the table', hourAtCap(prod)],
    [
      `API Gateway’s quota of ${count(QUOTAS.calls)} calls a second`,
      (3_600 * QUOTAS.calls * ofAnyCall) / 1e6,
    ],
    [
      `Lambda’s quota of ${count(QUOTAS.executions)} concurrent executions, each with a whole core`,
      (3_600 * computing * priceOf('gbSeconds')) / 1e6,
    ],
    [`what all of it can send out, about ${QUOTAS.sentGb} GB`, QUOTAS.sentGb * priceOf('sent')],
    [`SES’s quota, such as ${QUOTAS.mails} mails a second`, (3_600 * QUOTAS.mails * priceOf('mail')) / 1e6],
  ];
}

const count = (value: number): string => value.toLocaleString('en');
const dollars = (value: number): string => `$${value.toFixed(2)}`;
const totalOf = (costs: [string, number][]): number => costs.reduce((sum, [, cost]) => sum + cost, 0);

const callTable = () =>
  markdownTable(
    ['Call', 'MB', 'ms', 'read units', 'write units', 'a million'],
    calls.map(({ call, mb, ms, units, cost }) => [call, mb, ms, ...units, dollars(cost)]),
  );

function monthTable(): string {
  const months = [MONTHS.idle, MONTHS.agency, MONTHS.planners];
  const costs = months.map(monthCosts);
  const [names = []] = costs;
  return markdownTable(
    ['', 'idle', 'agency', `${count(PLANNERS)} planners`],
    [
      ['calls', ...months.map(({ calls }) => count(calls))],
      ['mails', ...months.map(({ mails }) => count(mails))],
      ...names.map(([name], n) => [name, ...costs.map((month) => dollars(month[n]?.[1] ?? Number.NaN))]),
      ['**total**', ...costs.map((month) => dollars(totalOf(month)))],
    ],
  );
}

function limitTable(): string {
  const row = (name: string, cell: (stage: Limits) => string) => [name, cell(prod), cell(dev)];
  const calls = (name: string, throttle: 'request' | 'authRequest' | 'expensiveRequest' | 'staticRequest') =>
    row(
      name,
      (stage) => `${count(stage[`${throttle}sPerSecond`])}, bursts of ${count(stage[`${throttle}Burst`])}`,
    );
  return markdownTable(
    ['A second, for all callers together', '`prod`', '`dev`'],
    [
      calls('calls of each route that may hash a password, and of `/auth/forgot-password`', 'authRequest'),
      calls('calls each of `/payments`, `/calendar.ics` and `/shared-event`', 'expensiveRequest'),
      calls('calls each of `/docs`, `/docs/{file}` and `/openapi.json`', 'staticRequest'),
      calls('calls of each other route', 'request'),
      row(
        '[expensive calls](protection.md#expensive-calls) of one account in a minute',
        ({ expensiveCallLimit }) => count(expensiveCallLimit),
      ),
      row('read units of the table', ({ readUnitsPerSecond }) => count(readUnitsPerSecond)),
      row('write units of the table', ({ writeUnitsPerSecond }) => count(writeUnitsPerSecond)),
      row('an hour at these units costs', (stage) => dollars(hourAtCap(stage))),
      row('30 days at these units cost', (stage) => `$${count(Math.round(720 * hourAtCap(stage)))}`),
    ],
  );
}

const attackTable = () =>
  markdownTable(
    ['An hour at every limit of `prod`', 'costs'],
    [
      ...attackCosts().map(([limit, cost]) => [limit, dollars(cost)]),
      ['**total**', dollars(totalOf(attackCosts()))],
    ],
  );

/** What calls of one route take in a second at its throttle, by who makes them. */
function throttleTable(): string {
  const rate = prod.expensiveRequestsPerSecond;
  const allowed = prod.expensiveCallLimit / 60;
  const short = Math.ceil((rate * SHORT_MS) / 1_000);
  return markdownTable(
    ['Calls', 'read units a second', 'write units a second', 'executions at once'],
    [
      [`${count(rate)} a second without a valid token`, count(rate), 0, short],
      [
        `${count(rate)} a second by one account with the largest events`,
        count(rate + allowed * LARGEST_READ),
        count(rate),
        Math.ceil(allowed * LONGEST_SECONDS) + short,
      ],
    ],
  );
}

const priceTable = () =>
  markdownTable(
    ['Price of', '$'],
    Object.values(PRICES).map(([cost, of]) => [of, cost]),
  );

/** docs/costs.md. */
export const costsDocument = (): string => `# Costs

\`npm run costs\` makes this page from [build/costs.ts](../build/costs.ts). All amounts are computed, in US dollars, without
discounts and free tiers. The [prices](#prices) are AWS's list prices for \`eu-central-1\` as last known in November 2026.
Nobody has compared them with AWS's pages: do so before you rely on them.

## Calls

${callTable()}

A call that needs no data, such as \`GET /health\`, costs little more than ${dollars(ofAnyCall)} a million. The
[tests](../tests/functions/costs.slow.test.ts) measure the request units of [all calls](../build/call-units.ts). The time of a
warm call and its ${LOG_KB} KB of log are estimates: use those of your own logs.

A million writes of events that change one thing cost ${dollars(ofRecords)} more, because each is recorded in the event's history: a write
unit, and an invocation of ${RECORD_MS} ms, which several writes in a second may share. To keep these entries for ${MONTHS_KEPT} months costs ${dollars(ofEntries)}. The
entry of a larger write takes a write unit for each KB of what it changed, before and after: an import of 500 budgets about 60
without notes, and at most about 500. The table's stream and the expiry of entries cost nothing.

After a history was cleared, or its event deleted for good or handed over, a function waits ${ERASING_SECONDS} seconds and then erases the
entries, for the units that they took. A million of these cost ${dollars(ofHistoryErasures)} for the waiting, and less if there are several in a second.

## A month

${monthTable()}

A month has 21 working days. At the agency, 5 planners make 200 calls a day each and share 40 events. The others make 30 calls
a day each and have 40 events each. Every event has 50 budgets. Of 100 calls, 1 is a login, 3 refresh a token, 29 list the
events, 29 view one, 29 list its budgets, and 9 change a budget. At the agency every tenth call is a cold start, otherwise
every hundredth.

If each of the ${count(PLANNERS)} planners has a calendar that a program asks for every hour, and nothing changes, that adds ${dollars(calendarCosts())}.
AWS charges a metric from logs only for hours in which something was counted, such as a failed login. The first three dashboards
of an AWS account are free, and \`DASHBOARD=off\` removes this one. While it is open, each refresh searches the logs of the hours
that it shows, for less than a cent per GB.

## Limits of a stage

${limitTable()}

## An attack

${attackTable()}

An attack on \`/payments\` uses, at its throttle in \`prod\`:

${throttleTable()}

Of the second kind, ${count(prod.expensiveCallLimit)} calls a minute read up to ${MAX_READS} MB of heads and ${MAX_EVENTS} events of ${MAX_EVENT_KB} KB, and take ${LONGEST_SECONDS} seconds each. The
others get 429 after ${SHORT_MS} ms. One account's partition gives at most 3,000 units a second, so this needs events of several owners.
Without the limit of each account, it would take ${count(prod.expensiveRequestsPerSecond * LONGEST_SECONDS)} executions, more than the quota.

## Prices

${priceTable()}
`;
