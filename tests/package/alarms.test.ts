import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { functions } from '../../resources/functions.js';
import { anchorsOf } from '../support/documents.ts';
import { isCounted } from '../support/filter-pattern.ts';
import { ofType, ref, template } from './template.ts';

const alarm = z.object({
  AlarmDescription: z.string(),
  AlarmActions: z.array(z.object({ Ref: z.string() })),
  OKActions: z.array(z.unknown()),
  TreatMissingData: z.literal('notBreaching'),
  Metrics: z._default(z.array(z.looseObject({ MetricStat: z.optional(z.unknown()) })), [{ MetricStat: {} }]),
});
const alarms = ofType('AWS::CloudWatch::Alarm').map(({ id, Properties }) => ({
  id,
  ...alarm.parse(Properties),
}));

const filter = z.object({
  LogGroupName: z.object({ Ref: z.string() }),
  FilterPattern: z.string(),
  MetricTransformations: z.tuple([
    z.object({
      MetricNamespace: z.literal('event-budget-prod'),
      MetricName: z.string(),
      MetricValue: z.literal('1'),
      DefaultValue: z.optional(z.int()),
    }),
  ]),
});
const filters = ofType('AWS::Logs::MetricFilter').map(({ Properties }) => filter.parse(Properties));

/** Which metrics count a line of a log group. */
const countedOf = (logGroup: string, line: object) =>
  filters.flatMap(({ LogGroupName, FilterPattern, MetricTransformations: [{ MetricName }] }) =>
    LogGroupName.Ref === logGroup && isCounted(FilterPattern, line) ? [MetricName] : [],
  );

/** The alarms that page, as the runbook names them. */
const [, paging = ''] =
  /\n((`\w+Alarm`\s?(,|and)?\s)+)page\./.exec(readFileSync('docs/operating.md', 'utf8')) ?? [];

const dollars = (amount: number) => `$${amount.toFixed(2)}`;

const PAGING = ['PageTopic', 'AlarmTopic'];

describe('each alarm', () => {
  it.each(alarms)('$id says what people notice, and which section of the runbook helps', (each) => {
    const [, sentence, section = ''] = /^(.+\.) docs\/operating\.md#(.+)$/.exec(each.AlarmDescription) ?? [];
    expect(sentence).toMatch(/^[A-Z][^.]+\.$/);
    expect(anchorsOf('docs/operating.md')).toContain(section);
  });

  it.each(alarms)('$id says when it is over to those whom it has told', ({ AlarmActions, OKActions }) => {
    expect(OKActions).toEqual(AlarmActions);
  });

  it('pages if the runbook says so', () => {
    const named = [...paging.matchAll(/\w+Alarm/g)].map(([id]) => id);
    const found = alarms
      .filter(({ AlarmActions }) => AlarmActions.length === PAGING.length)
      .map(({ id }) => id);
    expect(named.sort()).toEqual(found.sort());
  });

  it('costs what docs/costs.md says', () => {
    const watched = alarms.flatMap(({ Metrics }) =>
      Metrics.filter(({ MetricStat }) => MetricStat !== undefined),
    );
    const counted = new Set(filters.map(({ MetricTransformations: [{ MetricName }] }) => MetricName));
    const costs = readFileSync('docs/costs.md', 'utf8');
    expect(costs).toContain(`| alarms | ${dollars(watched.length * 0.1)} |`);
    expect(costs).toContain(`| metrics from logs, at most | $0.00 | ${dollars(counted.size * 0.3)} |`);
  });
});

it('what can wait until morning is mailed to one address, the rest to another one as well', () => {
  const ranks = Object.groupBy(alarms, ({ AlarmActions }) => AlarmActions.map(({ Ref }) => Ref).join());
  expect(Object.keys(ranks).sort()).toEqual(['AlarmTopic', 'AlarmTopic,PageTopic']);
  expect(template.Resources['AlarmSubscription']).toMatchObject({
    Condition: 'HasAlarmEmail',
    Properties: { TopicArn: ref('AlarmTopic'), Protocol: 'email', Endpoint: 'ops@example.com' },
  });
  expect(template.Resources['PageSubscription']).toMatchObject({
    Condition: 'HasPageEmail',
    Properties: { TopicArn: ref('PageTopic'), Protocol: 'email', Endpoint: '' },
  });
  expect(template.Conditions).toMatchObject({
    HasAlarmEmail: { 'Fn::Not': [{ 'Fn::Equals': ['ops@example.com', ''] }] },
    HasPageEmail: { 'Fn::Not': [{ 'Fn::Equals': ['', ''] }] },
  });
});

describe('an alarm', () => {
  const propertiesOf = (id: string) => template.Resources[id]?.Properties;

  it.each(['Errors', 'Throttles'])('watches %s of all functions', (metric) => {
    const watched = { Namespace: 'AWS/Lambda', MetricName: metric, Threshold: 0 };
    expect(propertiesOf(`Lambda${metric}Alarm`)).toMatchObject(watched);
    expect(propertiesOf(`Lambda${metric}Alarm`)).not.toHaveProperty('Dimensions');
  });

  it('of failures leaves out one or two of them, and 501, also before there was one', () => {
    const { Metrics } = z
      .object({ Metrics: z.array(z.looseObject({ Id: z.string() })) })
      .parse(propertiesOf('FailureAlarm'));
    expect(Metrics[0]).toMatchObject({
      Expression: 'IF(failures - FILL(disabled, 0) > 2, (failures - FILL(disabled, 0)) / requests, 0)',
    });
    const disabled = filters.find(({ FilterPattern }) => FilterPattern.includes('501'));
    expect(disabled?.MetricTransformations[0]).toMatchObject({
      MetricName: 'mail_disabled',
      DefaultValue: 0,
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
});

describe('the log of the functions', () => {
  /** As Lambda's documents describe its records. */
  const report = (status: string, errorType?: string) => ({
    time: '2026-11-25T20:00:00.000Z',
    type: 'platform.report',
    record: {
      requestId: '6d68ca91-49c9-448d-89b8-7ca3e6dc66aa',
      metrics: { durationMs: 12.3, billedDurationMs: 13, memorySizeMB: 1024, maxMemoryUsedMB: 120 },
      status,
      ...(errorType && { errorType }),
    },
  });
  const initReport = (status: string, errorType?: string) => ({
    time: '2026-11-25T20:00:00.000Z',
    type: 'platform.initReport',
    record: {
      ...{ initializationType: 'on-demand', phase: 'init', status, metrics: { durationMs: 125.33 } },
      ...(errorType && { errorType }),
    },
  });

  it.each([
    ['an error that a function throws', report('failure')],
    ['a crash', report('error', 'Runtime.ExitError')],
    ['a timeout', report('timeout')],
    ['a function out of memory', report('error', 'Runtime.OutOfMemory')],
    ['a start that fails', initReport('error', 'Runtime.UserCodeSyntaxError')],
    ['a start that times out', initReport('timeout')],
  ])('counts %s', (_, record) => {
    expect(countedOf('FunctionsLogGroup', record)).toEqual(['function_failed']);
  });

  it.each([
    ['a success', report('success')],
    ['a start', initReport('success')],
    // It belongs to a report, which is counted.
    ['another record of a failure', { ...report('failure'), type: 'platform.runtimeDone' }],
    ['a call that failed', { level: 'ERROR', message: 'request', status: 500, error: { name: 'Error' } }],
  ])('does not count %s', (_, record) => {
    expect(countedOf('FunctionsLogGroup', record)).toEqual([]);
  });

  it('counts signs of attacks, and no other security events', () => {
    const counted = (security_event: string) =>
      countedOf('FunctionsLogGroup', { status: 401, security_event });
    expect(counted('login_failed')).toEqual(['login_failed']);
    expect(counted('limit_reached')).toEqual(['limit_reached']);
    expect(counted('token_refused')).toEqual([]);
  });

  it('counts reads of the secret that reject a key', () => {
    const counted = (name: string) =>
      countedOf('FunctionsLogGroup', { level: 'ERROR', message: 'signing keys', error: { name } });
    expect(counted('ConfigError')).toEqual(['signing_key_rejected']);
    expect(counted('SecretUnavailableError')).toEqual([]);
  });

  it('is that of all functions, in JSON', () => {
    expect(ofType('AWS::Logs::LogGroup').map(({ id }) => id)).toEqual([
      'FunctionsLogGroup',
      'HttpApiLogGroup',
    ]);
    for (const { Properties } of ofType('AWS::Lambda::Function'))
      expect(Properties['LoggingConfig']).toEqual({
        LogFormat: 'JSON',
        LogGroup: template.Resources['FunctionsLogGroup']?.Properties['LogGroupName'],
      });
    expect(ofType('AWS::Lambda::Function')).toHaveLength(Object.keys(functions).length);
  });
});

describe('the access log', () => {
  it('counts what API Gateway rejects, which reaches no function', () => {
    expect(countedOf('HttpApiLogGroup', { status: '429', functionRequestId: '-' })).toEqual(['throttled']);
    expect(countedOf('HttpApiLogGroup', { status: '429', functionRequestId: '6d68ca91' })).toEqual([]);
    expect(countedOf('HttpApiLogGroup', { status: '200', functionRequestId: '-' })).toEqual([]);
  });

  it('counts calls that need mail where there is none', () => {
    expect(countedOf('HttpApiLogGroup', { status: '501', functionRequestId: '6d68ca91' })).toEqual([
      'mail_disabled',
    ]);
    expect(countedOf('HttpApiLogGroup', { status: '500', functionRequestId: '6d68ca91' })).toEqual([]);
  });
});
