/** What the watched functions log, with the end of the filters' names. */
const EVENTS = { login_failed: 'LoginFailedFilter', limit_reached: 'LimitReachedFilter' };

/** The functions that limit attempts. */
const WATCHED = [
  ...['auth/signup', 'auth/login', 'auth/forgot-password', 'auth/verify-email'],
  ...['account/change-password', 'account/change-email', 'account/send-verification', 'account/delete'],
  'members/invite',
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

/**
 * Filters that count signs of attacks in the logs of the functions that write them.
 * @param {{ resolveConfigurationProperty: (path: string[]) => Promise<Record<string, { handler: string }>[]> }} configuration
 */
export async function attackFilters({ resolveConfigurationProperty }) {
  const functions = await resolveConfigurationProperty(['functions']);
  const watched = functions
    .flatMap(Object.entries)
    .filter(([, { handler }]) => WATCHED.some((name) => handler === `functions/${name}.handler`));
  const filters = watched.flatMap(([name]) => {
    const id = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
    return Object.entries(EVENTS).map(([event, end]) => [`${id}${end}`, filter(`${id}LogGroup`, event)]);
  });
  return { Resources: Object.fromEntries(filters) };
}
