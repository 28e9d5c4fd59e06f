/** What the watched functions log, with the end of the filters' names. */
const EVENTS = { login_failed: 'LoginFailedFilter', limit_reached: 'LimitReachedFilter' };

/** The functions that limit attempts. */
const WATCHED = [
  'AuthSignup',
  'AuthLogin',
  'AuthForgotPassword',
  'AuthVerifyEmail',
  'AccountChangePassword',
  'AccountDelete',
  'AccountChangeEmail',
  'AccountSendVerification',
  'TokensCreate',
  'MembersInvite',
];

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

const filters = WATCHED.flatMap((id) =>
  Object.entries(EVENTS).map(([event, end]) => [`${id}${end}`, filter(`${id}LogGroup`, event)]),
);

/** Filters that count signs of attacks in the logs of the functions that write them. */
export const attackFilters = { Resources: Object.fromEntries(filters) };
