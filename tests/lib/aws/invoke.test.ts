import { createHash, createHmac } from 'node:crypto';
import dns from 'node:dns';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { invokeLater } from '../../../lib/aws/invoke.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';

interface Received {
  request: IncomingMessage;
  body: string;
}

let received: Received[] = [];
let statuses: number[] = [];
const server = createServer(async (request, response) => {
  received.push({ request, body: await text(request) });
  const status = statuses.shift() ?? 202;
  if (status === 0) request.socket.destroy();
  else response.writeHead(status).end(status === 202 ? '' : '{}');
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  resetVariables();
  received = [];
  statuses = [];
});

const invoke = () => {
  setVariable('AWS_ENDPOINT_URL_LAMBDA', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return invokeLater('event-budget-prod-mailSend', { kind: 'verify_email', name: 'Ä' });
};

const hmac = (key: string | Buffer, content: string) => createHmac('sha256', key).update(content).digest();
const sha256 = (content: string) => createHash('sha256').update(content).digest('hex');

/** The signature of a request, computed as AWS documents it (Signature Version 4). */
function signatureOf({ request, body }: Received, signedHeaders: string, secret: string): string {
  const { headers, method, url } = request;
  const canonicalHeaders = signedHeaders
    .split(';')
    .map((name) => `${name}:${headers[name]}\n`)
    .join('');
  const canonical = [method, url, '', canonicalHeaders, signedHeaders, sha256(body)].join('\n');
  const time = String(headers['x-amz-date']);
  const scope = [time.slice(0, 8), 'eu-central-1', 'lambda', 'aws4_request'];
  const key = scope.reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${secret}`);
  const content = ['AWS4-HMAC-SHA256', time, scope.join('/'), sha256(canonical)].join('\n');
  return hmac(key, content).toString('hex');
}

describe('an invocation', () => {
  it('is asynchronous, and signed as AWS documents it', async () => {
    setVariable('AWS_ACCESS_KEY_ID', 'AKIDEXAMPLE');
    setVariable('AWS_SECRET_ACCESS_KEY', 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY');
    setVariable('AWS_SESSION_TOKEN', 'a-session-token');
    await invoke();
    const [one, ...others] = received;
    if (!one) throw new Error('Nothing was received');
    const { method, url, headers } = one.request;
    expect([method, url]).toEqual(['POST', '/2015-03-31/functions/event-budget-prod-mailSend/invocations']);
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-amz-invocation-type': 'Event',
      'x-amz-security-token': 'a-session-token',
    });
    expect(JSON.parse(one.body)).toEqual({ kind: 'verify_email', name: 'Ä' });
    const [, signed = '', signature] =
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/lambda\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w{64})$/.exec(
        String(headers['authorization']),
      ) ?? [];
    expect(signed.split(';')).toEqual(
      expect.arrayContaining(['host', 'x-amz-date', 'x-amz-invocation-type', 'x-amz-security-token']),
    );
    expect(signature).toBe(signatureOf(one, signed, 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY'));
    expect(others).toEqual([]);
  });

  it.each([[500], [429], [0]])('is sent again after %d, once', async (status) => {
    statuses = [status];
    await invoke();
    expect(received).toHaveLength(2);
  });

  it.each([
    ['eu-central-1', 'lambda.eu-central-1.amazonaws.com'],
    ['cn-north-1', 'lambda.cn-north-1.amazonaws.com.cn'],
  ])('in %s is sent to %s', async (region, host) => {
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation((...args: unknown[]) => {
      const done = args.at(-1);
      if (typeof done === 'function') done(new Error('offline'));
    });
    setVariable('AWS_ENDPOINT_URL', undefined);
    setVariable('AWS_ENDPOINT_URL_LAMBDA', undefined);
    setVariable('AWS_REGION', region);
    await expect(invokeLater('event-budget-prod-mailSend', {})).rejects.toThrow('could not be invoked');
    expect(lookup.mock.calls.map(([name]) => name)).toEqual([host, host]);
  });

  it('fails after the second failure', async () => {
    statuses = [503, 500, 202];
    await expect(invoke()).rejects.toMatchObject({
      name: 'InvocationError',
      cause: { message: 'Lambda responded 500' },
    });
    expect(received).toHaveLength(2);
  });
});
