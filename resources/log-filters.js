/**
 * @param {'FunctionsLogGroup' | 'HttpApiLogGroup'} logGroup
 * @param {string} MetricName
 * @param {string} FilterPattern
 * @param {object} [further]
 */
const filter = (logGroup, MetricName, FilterPattern, further) => ({
  Type: 'AWS::Logs::MetricFilter',
  Properties: {
    LogGroupName: { Ref: logGroup },
    FilterPattern,
    MetricTransformations: [
      { MetricNamespace: `\${self:service}-\${sls:stage}`, MetricName, MetricValue: '1', ...further },
    ],
  },
});

/** Metrics counted from the logs, for alarms. In the access log, numbers are text. */
export const logFilters = {
  Resources: {
    // Lambda writes a report for each invocation, and one for each start. Its other records of a failure would count twice.
    FunctionFailedFilter: filter(
      'FunctionsLogGroup',
      'function_failed',
      '{ ($.type = "platform.report" || $.type = "platform.initReport") && $.record.status != "success" }',
    ),
    LoginFailedFilter: filter('FunctionsLogGroup', 'login_failed', '{ $.security_event = "login_failed" }'),
    LimitReachedFilter: filter(
      'FunctionsLogGroup',
      'limit_reached',
      '{ $.security_event = "limit_reached" }',
    ),
    SigningKeyRejectedFilter: filter(
      'FunctionsLogGroup',
      'signing_key_rejected',
      '{ $.message = "signing keys" && $.error.name = "ConfigError" }',
    ),
    // Requests that API Gateway rejects itself reach no function, so their lines in the access log name none.
    ThrottledFilter: filter(
      'HttpApiLogGroup',
      'throttled',
      '{ $.status = "429" && $.functionRequestId = "-" }',
    ),
    // FailureAlarm subtracts it, so it has to exist before the first 501.
    MailDisabledFilter: filter('HttpApiLogGroup', 'mail_disabled', '{ $.status = "501" }', {
      DefaultValue: 0,
    }),
  },
};
