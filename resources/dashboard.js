const WIDTH = 8;
const HEIGHT = 6;
/** Colours, the same in all charts. */
const [GOOD, BAD, WORSE] = ['#1f77b4', '#ff7f0e', '#d62728'];

/** @typedef {{ resolveVariable: (name: string) => Promise<string> }} Configuration */

/**
 * Charts of what happens in the stage, in steps of 5 minutes. `DASHBOARD=off` removes it.
 * @param {Configuration} configuration
 */
export async function dashboard({ resolveVariable }) {
  if ((await resolveVariable("env:DASHBOARD, 'on'")) === 'off') return {};
  const stage = `${await resolveVariable('self:service')}-${await resolveVariable('sls:stage')}`;
  const caps = {
    reads: Number(await resolveVariable('param:readUnitsPerSecond')),
    writes: Number(await resolveVariable('param:writeUnitsPerSecond')),
  };
  const charts = chartsOf(stage, caps).map((properties, n) => ({
    type: 'query' in properties ? 'log' : 'metric',
    ...{ x: (n % 3) * WIDTH, y: Math.floor(n / 3) * HEIGHT, width: WIDTH, height: HEIGHT },
    properties: {
      ...{ region: `\${AWS::Region}`, view: 'timeSeries' },
      ...('query' in properties ? {} : { period: 300 }),
      ...properties,
    },
  }));
  return {
    Resources: {
      Dashboard: {
        Type: 'AWS::CloudWatch::Dashboard',
        Properties: {
          DashboardName: stage,
          DashboardBody: { 'Fn::Sub': JSON.stringify({ start: '-PT12H', widgets: charts }) },
        },
      },
    },
  };
}

/** @param {string} stage @param {{ reads: number, writes: number }} caps */
function chartsOf(stage, caps) {
  /** @param {string} name @param {string} label @param {string} [color] @param {string} [stat] */
  const ofApi = (name, label, color, stat = 'Sum') => [
    ...['AWS/ApiGateway', name, 'ApiId', `\${HttpApi}`],
    { label, stat, color },
  ];
  /** @param {string} name @param {string} id */
  const ofTable = (name, id) => [
    ...['AWS/DynamoDB', name, 'TableName', `\${Table}`],
    { id, stat: 'Sum', visible: false },
  ];
  /** @param {string} name @param {string} fn @param {string} label @param {string} [color] @param {string} [stat] */
  const ofFunction = (name, fn, label, color, stat = 'Sum') => [
    ...['AWS/Lambda', name, 'FunctionName', `${stage}-${fn}`],
    { label, stat, color },
  ];
  /** @param {string} name @param {string} label @param {string} [color] */
  const counted = (name, label, color) => [stage, name, { label, stat: 'Sum', color }];
  /** @param {string} queue @param {string} label */
  const ofQueue = (queue, label) => [
    ...['AWS/SQS', 'ApproximateNumberOfMessagesVisible', 'QueueName', `\${${queue}.QueueName}`],
    { label, stat: 'Maximum' },
  ];
  // A search finds the parts of a name.
  const parts = stage.replaceAll('-', ' ');
  /** @param {string} metric */
  const ofEachFunction = (metric) => [
    [
      {
        expression: `SEARCH('{AWS/Lambda,FunctionName} MetricName="${metric}" ${parts}', 'Sum', 300)`,
        label: '',
      },
    ],
  ];
  return [
    {
      title: 'Calls',
      metrics: [ofApi('Count', 'calls', GOOD), ofApi('4xx', '4xx', BAD), ofApi('5xx', '5xx', WORSE)],
    },
    {
      title: 'Latency in ms',
      metrics: [ofApi('Latency', 'p50', GOOD, 'p50'), ofApi('Latency', 'p99', BAD, 'p99')],
    },
    {
      title: 'Units of the table in a second',
      metrics: [
        [{ expression: 'r / PERIOD(r)', label: 'read units', color: GOOD }],
        [{ expression: 'w / PERIOD(w)', label: 'write units', color: BAD }],
        ofTable('ConsumedReadCapacityUnits', 'r'),
        ofTable('ConsumedWriteCapacityUnits', 'w'),
      ],
      annotations: {
        horizontal: [
          { label: 'cap of read units', value: caps.reads, color: GOOD },
          { label: 'cap of write units', value: caps.writes, color: BAD },
        ],
      },
    },
    { title: 'Errors of each function', metrics: ofEachFunction('Errors') },
    { title: 'Throttles of each function', metrics: ofEachFunction('Throttles') },
    {
      title: 'Cold starts',
      query: `SOURCE '/aws/lambda/${stage}' | filter type = "platform.report" | stats count(*) as invocations, count(record.metrics.initDurationMs) as cold_starts by bin(5m)`,
    },
    {
      title: 'Messages in queues',
      metrics: [
        ofQueue('FailedMails', 'mails'),
        ofQueue('FailedErasures', 'erasures'),
        ofQueue('FailedRecords', 'records of histories'),
      ],
    },
    {
      title: 'Histories: age of the stream in ms',
      metrics: [ofFunction('IteratorAge', 'eventsRecord', 'age', GOOD, 'Maximum')],
    },
    {
      title: 'Failed logins and calls that get 429',
      metrics: [
        counted('login_failed', 'failed logins', WORSE),
        counted('limit_reached', '429 from a limit', BAD),
        counted('throttled', '429 from API Gateway', GOOD),
      ],
    },
    {
      title: 'Mails',
      metrics: [
        ofFunction('Invocations', 'mailSend', 'attempts', GOOD),
        ofFunction('Errors', 'mailSend', 'failed attempts', WORSE),
      ],
    },
  ];
}
