/** A JSON line per request to the API. It has no text from the caller, which could break the JSON. */
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
