import { functions } from './functions.js';
import { CHECK_AND_COUNT, COUNT_ATTEMPTS } from './permissions.js';

/** What the watched functions log, with the end of the filters' names. */
const EVENTS = { login_failed: 'LoginFailedFilter', limit_reached: 'LimitReachedFilter' };

/** The endpoints that limit attempts. */
const watched = Object.entries(functions).filter(
  ([, { iamRoleStatements: may, events }]) =>
    events.length > 0 && (may.includes(COUNT_ATTEMPTS) || may.includes(CHECK_AND_COUNT)),
);

/** @param {string} logGroup @param {string} event */
const filter = (logGroup, event) => ({
  Type: 'AWS::Logs::MetricFilter',
  Properties: {
    LogGroupName: { Ref: logGroup },
    FilterPattern: `{ $.security_event = "${event}" }`,
    MetricTransformations: [
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of serverless.yml
      { MetricNamespace: '${self:service}-${sls:stage}', MetricName: event, MetricValue: '1' },
    ],
  },
});

const filters = watched.flatMap(([name]) => {
  const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return Object.entries(EVENTS).map(([event, end]) => [`${id}${end}`, filter(`${id}LogGroup`, event)]);
});

/** Filters that count signs of attacks in the logs of the functions that write them. */
export const attackFilters = { Resources: Object.fromEntries(filters) };
