import { expect, it, vi } from 'vitest';
import { handler as openapi } from '../../../functions/system/openapi.ts';
import { call } from '../../support/call.ts';
import { document } from '../../support/contract.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';

/** The function of a deployment with this address. */
async function functionAt(url: string) {
  setVariable('SERVICE_URL', url);
  vi.resetModules();
  const { handler } = await import('../../../functions/system/openapi.ts');
  resetVariables();
  return handler;
}

it('GET /openapi.json returns the project’s openapi.json', async () => {
  const handler = await functionAt('');
  const { statusCode, headers, body, isBase64Encoded } = await handler(gatewayRequest('GET'), context());
  expect([statusCode, headers['content-type'], isBase64Encoded]).toEqual([200, 'application/json', true]);
  expect(JSON.parse(Buffer.from(body, 'base64').toString())).toEqual(document);
});

it('GET /openapi.json names the service’s own address as its server, if it knows it', async () => {
  const handler = await functionAt('https://budgets.example.com');
  const { body } = await handler(gatewayRequest('GET', { headers: { host: 'evil.example.com' } }), context());
  expect(JSON.parse(Buffer.from(body, 'base64').toString())).toEqual({
    ...document,
    servers: [{ url: 'https://budgets.example.com' }],
  });
});

it('any other method answers 405', async () => {
  const { status, headers } = await call(openapi);
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
});
