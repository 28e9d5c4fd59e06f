/** One line of JSON for each request that reaches the API, of nothing that the caller wrote, which might end it. */
export const format = JSON.stringify({
  time: '$context.requestTime',
  requestId: '$context.requestId',
  functionRequestId: '$context.awsEndpointRequestId',
  routeKey: '$context.routeKey',
  method: '$context.httpMethod',
  status: '$context.status',
  latencyMs: '$context.responseLatency',
  functionLatencyMs: '$context.integrationLatency',
  functionError: '$context.integrationErrorMessage',
  responseBytes: '$context.responseLength',
  sourceIp: '$context.identity.sourceIp',
});
