import { type GatewayRequest, gatewayRequest } from '../tests/support/gateway.ts';

/** A call of a function and its expected status. */
export interface Call extends GatewayRequest {
  status: number;
  /** Unix time (ms) of a call that is for one moment only. */
  at?: number;
}

/** What a call has that differs from its example: some fields of the body among them. */
export type Given = Partial<Call> & { body?: Record<string, unknown> };

/** Headers that API Gateway passes on. */
const headers = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br',
  host: 'abcdefghij.execute-api.eu-central-1.amazonaws.com',
  'user-agent': 'bench',
  'x-amzn-trace-id': 'Root=1-6741b2c3-0123456789abcdef01234567',
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-port': '443',
  'x-forwarded-proto': 'https',
};

/** The request that API Gateway makes of a call of a route. */
export function gatewayCall(route: string, { method = 'POST', status, at, headers: own, ...request }: Call) {
  const path = route
    .replace(/^[^/]*|^\*$/, '')
    .replaceAll(/\{(\w+)\}/g, (_, parameter) => request.path?.[parameter] ?? '');
  const made = gatewayRequest(method, { headers, ...request });
  const { body } = made;
  if (body !== undefined)
    Object.assign(made.headers, {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
    });
  Object.assign(made.headers, own);
  return { ...made, rawPath: path || '/nowhere' };
}
