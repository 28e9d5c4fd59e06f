import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

/** The parts of a request that a test may set. A body that isn't a string is sent as JSON. */
export interface GatewayRequest {
  method?: string;
  path?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  token?: string | undefined;
  body?: unknown;
  isBase64Encoded?: boolean;
  sourceIp?: string;
  userAgent?: string;
}

/** A request in the format that API Gateway sends to Lambda. */
export function gatewayRequest(
  method: string,
  {
    path,
    query,
    headers,
    token,
    body,
    isBase64Encoded,
    sourceIp = '192.0.2.1',
    userAgent = 'test',
  }: GatewayRequest = {},
): APIGatewayProxyEventV2 {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return {
    version: '2.0',
    routeKey: 'ANY /test',
    rawPath: '/test',
    rawQueryString: '',
    headers: { ...authorization, ...headers },
    ...(path && { pathParameters: path }),
    ...(query && { queryStringParameters: query }),
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    isBase64Encoded: isBase64Encoded ?? false,
    requestContext: {
      accountId: '000000000000',
      apiId: 'test',
      domainName: 'test',
      domainPrefix: 'test',
      http: { method, path: '/test', protocol: 'HTTP/1.1', sourceIp, userAgent },
      requestId: 'test',
      routeKey: 'ANY /test',
      stage: '$default',
      time: '20/Nov/2026:00:00:00 +0000',
      timeEpoch: 0,
    },
  };
}

export const context = (remainingMs = 30_000): Context => ({
  awsRequestId: 'a-request-id',
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'test',
  functionVersion: '$LATEST',
  invokedFunctionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:test',
  logGroupName: 'test',
  logStreamName: 'test',
  memoryLimitInMB: '512',
  getRemainingTimeInMillis: () => remainingMs,
  done: () => undefined,
  fail: () => undefined,
  succeed: () => undefined,
});
