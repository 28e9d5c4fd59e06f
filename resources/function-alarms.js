import { functions } from './functions.js';

/** @param {string} logicalId @param {string} Id @param {string} MetricName */
const metric = (logicalId, Id, MetricName) => ({
  Id,
  ReturnData: false,
  MetricStat: {
    Metric: {
      Namespace: 'AWS/Lambda',
      MetricName,
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: logicalId } }],
    },
    Period: 300,
    Stat: 'Sum',
  },
});

/** @param {string} name @param {string} logicalId */
const alarm = (name, logicalId) => ({
  Type: 'AWS::CloudWatch::Alarm',
  Properties: {
    // Lambda doesn't count 5xx responses of the function itself as errors.
    AlarmDescription: `${name} crashes, times out or is throttled`,
    AlarmActions: [{ Ref: 'AlarmTopic' }],
    Metrics: [
      { Id: 'failures', Expression: 'FILL(errors, 0) + FILL(throttles, 0)', Label: 'errors and throttles' },
      metric(logicalId, 'errors', 'Errors'),
      metric(logicalId, 'throttles', 'Throttles'),
    ],
    EvaluationPeriods: 1,
    ComparisonOperator: 'GreaterThanThreshold',
    Threshold: 0,
    TreatMissingData: 'notBreaching',
  },
});

const alarms = Object.keys(functions).map((name) => {
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return [`${id}Alarm`, alarm(name, `${id}LambdaFunction`)];
});

/** An alarm for each function. */
export const functionAlarms = { Resources: Object.fromEntries(alarms) };
