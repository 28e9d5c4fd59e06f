/** Log queries of docs/operating.md, by name. */
const QUERIES = {
  // Calls and tasks that failed, what API Gateway answered instead of a function, and what Lambda ended. 501 is no failure.
  failures: `
filter (ispresent(error.name) and (not ispresent(status) or status != 501))
  or (ispresent(routeKey) and status >= 500 and status != 501)
  or (type in ["platform.report", "platform.initReport"] and record.status != "success")
  or outcome = "refused"
| display @timestamp, @logStream, route, routeKey, task, kind, status, request_id, functionRequestId, error.name, error.message,
  functionError, taken_keys, rejected_keys, record.status, record.errorType, outcome, refusal
| sort @timestamp desc`,
  'one request, account or token': `
filter request_id = "…" or functionRequestId = "…" or account_id = "…" or token_id = "…"
| display @timestamp, route, routeKey, task, status, request_id, account_id, token_id, outcome, error.name, error.message
| sort @timestamp desc`,
  // Functions know the reason, and the access log the network.
  'rejected calls': `
filter ispresent(security_event) or (ispresent(routeKey) and (status = 401 or status = 429))
| stats count(*) as calls by security_event, route, sourceIp, routeKey, status
| sort calls desc`,
  'busy accounts': `
filter ispresent(account_id)
| stats count(*) as calls, sum(duration_ms) as ms, sum(write_conflicts) as conflicts by account_id, route
| sort calls desc`,
  'slow endpoints': `
filter ispresent(duration_ms)
| stats count(*) as calls, pct(duration_ms, 50) as p50, pct(duration_ms, 99) as p99 by route, cold_start
| sort p99 desc`,
};

/** The prefix of `SlowEndpointsQuery`. @param {string} name */
const idOf = (name) => `${name.replaceAll(/(?:^|[^a-z]+)(.)/g, (_, letter) => letter.toUpperCase())}Query`;

const resources = Object.entries(QUERIES).map(([name, query]) => [
  idOf(name),
  {
    Type: 'AWS::Logs::QueryDefinition',
    Properties: {
      Name: `\${self:service}-\${sls:stage}/${name}`,
      QueryString: query.trim(),
      LogGroupNames: [{ Ref: 'FunctionsLogGroup' }, { Ref: 'HttpApiLogGroup' }],
    },
  },
]);

/** CloudWatch Logs Insights lists them under the stage’s name. */
export const queries = { Resources: Object.fromEntries(resources) };
