/**
 * Urgency of an alarm: `page` if people notice it now, `morning` if it can wait until then.
 * @typedef {'page' | 'morning'} Rank
 */
/**
 * Meaning of an alarm: what people notice, and the section of docs/operating.md that says what to do.
 * @typedef {[rank: Rank, notice: string, section: string]} Meaning
 */

const RUNBOOK = `\${param:runbook}`;
/** The namespace of what resources/log-filters.js counts. */
const COUNTED = `\${self:service}-\${sls:stage}`;
const TABLE = [{ Name: 'TableName', Value: { Ref: 'Table' } }];
const API = [{ Name: 'ApiId', Value: { Ref: 'HttpApi' } }];

/** @param {string} name */
const ofFunction = (name) => [{ Name: 'FunctionName', Value: { Ref: `${name}LambdaFunction` } }];

/** @param {Rank} rank */
const topicsOf = (rank) => [{ Ref: 'AlarmTopic' }, ...(rank === 'page' ? [{ Ref: 'PageTopic' }] : [])];

/** @param {Meaning} meaning @param {object} watched */
const alarm = ([rank, notice, section], watched) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    AlarmDescription: `${notice} ${RUNBOOK}#${section}`,
    AlarmActions: topicsOf(rank),
    OKActions: topicsOf(rank),
    EvaluationPeriods: 1,
    ComparisonOperator: 'GreaterThanThreshold',
    TreatMissingData: 'notBreaching',
    ...watched,
  },
});

/**
 * Watches the sum of a metric in 5 minutes.
 * @param {string} Namespace
 * @param {string} MetricName
 * @param {object[]} [Dimensions]
 */
const sum = (Namespace, MetricName, Dimensions, Threshold = /** @type {number | string} */ (0)) => ({
  ...{ Namespace, MetricName, ...(Dimensions && { Dimensions }) },
  ...{ Statistic: 'Sum', Period: 300, Threshold },
});

/** @param {string} queue */
const messagesIn = (queue) => ({
  Namespace: 'AWS/SQS',
  MetricName: 'ApproximateNumberOfMessagesVisible',
  Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queue, 'QueueName'] } }],
  ...{ Statistic: 'Maximum', Period: 300, Threshold: 0 },
});

/**
 * Watches how old the writes are that eventsRecord reads from the stream.
 * @param {number} Threshold
 */
const late = (Threshold) => ({
  ...{ Namespace: 'AWS/Lambda', MetricName: 'IteratorAge', Dimensions: ofFunction('EventsRecord') },
  ...{ Statistic: 'Maximum', Period: 300, EvaluationPeriods: 3, Threshold },
});

/** @param {string} Id @param {object} Metric */
const part = (Id, Metric) => ({ Id, ReturnData: false, MetricStat: { Metric, Period: 300, Stat: 'Sum' } });

/** A stage that sends no mail answers some calls with 501. That is no failure. */
const shareOfFailures = {
  Metrics: [
    {
      Id: 'share',
      // A line of the access log may be late. One or two failures are no outage where few people call.
      Expression: 'IF(failures - FILL(disabled, 0) > 2, (failures - FILL(disabled, 0)) / requests, 0)',
      Label: 'share of responses that are 5xx other than 501',
    },
    part('failures', { Namespace: 'AWS/ApiGateway', MetricName: '5xx', Dimensions: API }),
    part('disabled', { Namespace: COUNTED, MetricName: 'mail_disabled' }),
    part('requests', { Namespace: 'AWS/ApiGateway', MetricName: 'Count', Dimensions: API }),
  ],
  Threshold: 0.01,
};

export const alarms = {
  Resources: {
    FailureAlarm: alarm(['page', 'More than 1 % of calls fail.', 'calls-fail'], shareOfFailures),
    LatencyAlarm: alarm(
      ['page', 'For 15 minutes, 1 % of calls have taken over 2 seconds.', 'calls-are-slow'],
      {
        ...{ Namespace: 'AWS/ApiGateway', MetricName: 'Latency', Dimensions: API },
        ...{ ExtendedStatistic: 'p99', EvaluateLowSampleCountPercentile: 'ignore' },
        ...{ Period: 300, EvaluationPeriods: 3, Threshold: 2_000 },
      },
    ),
    // Two alarms: an expression of both metrics would have no value as long as one of them doesn't exist.
    TableReadThrottleAlarm: alarm(
      ['page', 'Calls that read data are slow or get 503.', 'the-table-rejects-requests'],
      sum('AWS/DynamoDB', 'ReadThrottleEvents', TABLE),
    ),
    TableWriteThrottleAlarm: alarm(
      ['page', 'Calls that write data are slow or get 503.', 'the-table-rejects-requests'],
      sum('AWS/DynamoDB', 'WriteThrottleEvents', TABLE),
    ),
    // Functions go on with the keys that work, so nobody else notices. One that has leaked may be among them.
    SigningKeyAlarm: alarm(
      ['page', 'A new signing key is rejected, and a removed one may still work.', 'rotate-the-signing-key'],
      sum(COUNTED, 'signing_key_rejected'),
    ),
    // Counts writes that DynamoDB rejects because of another one, and that the service sends again. In a simulation, 20
    // people who join one event at once cause 65, and all succeed. 30 cause 113, and 0.3 % of them get 503.
    ConflictAlarm: alarm(
      ['morning', 'People who change the same event at once wait, and some get 503.', 'writes-collide'],
      sum('AWS/DynamoDB', 'TransactionConflict', TABLE, `\${param:conflictAlarm}`),
    ),

    // Metrics from the log are this stage's. Without a dimension, Lambda's metrics cover all functions in the account and region.
    FunctionFailedAlarm: alarm(
      [
        'morning',
        'At least one call got 500 or 503 because a function crashed or timed out.',
        'a-function-fails',
      ],
      sum(COUNTED, 'function_failed'),
    ),
    LambdaErrorsAlarm: alarm(
      [
        'morning',
        'A function of this AWS account crashed or timed out, maybe without a log.',
        'a-function-fails',
      ],
      sum('AWS/Lambda', 'Errors'),
    ),
    LambdaThrottlesAlarm: alarm(
      ['morning', 'Some calls get 503 because Lambda runs no more functions at once.', 'lambda-throttles'],
      sum('AWS/Lambda', 'Throttles'),
    ),
    // Nobody waits for these, so nobody else notices.
    AccountEraseAlarm: alarm(
      ['morning', 'The data of a deleted account stays longer.', 'data-is-not-erased'],
      sum('AWS/Lambda', 'Errors', ofFunction('AccountErase')),
    ),
    HistoryEraseAlarm: alarm(
      ['morning', 'What was cleared or deleted of histories stays longer.', 'data-is-not-erased'],
      sum('AWS/Lambda', 'Errors', ofFunction('HistoryErase')),
    ),
    // A mail that fails for good makes three errors.
    MailSendAlarm: alarm(
      ['page', 'People wait for mails.', 'mails-fail'],
      sum('AWS/Lambda', 'Errors', ofFunction('MailSend'), 3),
    ),
    EventsRecordAlarm: alarm(
      ['morning', 'Histories of events lack new writes for a while.', 'histories-of-events'],
      sum('AWS/Lambda', 'Errors', ofFunction('EventsRecord')),
    ),

    LateRecordsAlarm: alarm(
      ['morning', 'Histories of events are more than 15 minutes behind.', 'histories-of-events'],
      late(900_000),
    ),
    // The stream keeps writes for 24 hours.
    LostRecordsAlarm: alarm(
      [
        'page',
        'Histories of events are more than 12 hours behind, and soon lose writes.',
        'histories-of-events',
      ],
      late(43_200_000),
    ),
    FailedRecordsAlarm: alarm(
      ['morning', 'Writes of events are missing in their histories.', 'histories-of-events'],
      messagesIn('FailedRecords'),
    ),
    FailedMailsAlarm: alarm(
      ['morning', 'Somebody didn’t get a mail.', 'mails-fail'],
      messagesIn('FailedMails'),
    ),
    FailedErasuresAlarm: alarm(
      ['morning', 'A deleted account or history could not be erased.', 'data-is-not-erased'],
      messagesIn('FailedErasures'),
    ),

    LoginFailedAlarm: alarm(
      ['morning', `More than \${param:loginFailedAlarm} logins failed in 5 minutes.`, 'many-logins-fail'],
      sum(COUNTED, 'login_failed', undefined, `\${param:loginFailedAlarm}`),
    ),
    LimitReachedAlarm: alarm(
      [
        'morning',
        `More than \${param:limitReachedAlarm} calls got 429 from a limit in 5 minutes.`,
        'many-calls-get-429',
      ],
      sum(COUNTED, 'limit_reached', undefined, `\${param:limitReachedAlarm}`),
    ),
    ThrottledAlarm: alarm(
      [
        'morning',
        `More than \${param:throttledAlarm} calls got 429 from API Gateway in 5 minutes.`,
        'many-calls-get-429',
      ],
      sum(COUNTED, 'throttled', undefined, `\${param:throttledAlarm}`),
    ),
  },
};
