import { describe, expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { clientOf, newClient } from '../support/client.ts';
import { contentTypesOf, expectDocumented } from '../support/contract.ts';
import { allEndpoints, bearers } from '../support/endpoints.ts';
import { NEED_FACTOR, sameOwner } from '../support/owner.ts';
import { notFound, UNAUTHORIZED } from '../support/rejections.ts';
import { endpoints } from '../support/service.ts';
import { rejected } from '../support/table.ts';

// What the pipeline makes of a contract is tested in tests/lib/http. Here each contract is shown to be in use.

describe.each(allEndpoints)('$name', (endpoint) => {
  const { handler, method, contract } = endpoint;

  it('does its work', async () => {
    const owner = await sameOwner(NEED_FACTOR.includes(endpoint.name));
    const token = contract.authentication.scheme === 'none' ? undefined : owner.session;
    const { status } = await call(handler, { token, ...owner.requestOf(endpoint) });
    expect([200, 201]).toContain(status);
  });

  it('the method comes first', async () => {
    const other = method === 'GET' ? 'POST' : 'GET';
    // Calendar programs send no `Authorization`, and may ask for the headers alone.
    const takesHead = contract.authentication.scheme === 'address';
    const { status, headers, body } = await call(handler, { method: other, body: '{' });
    expect([status, headers['allow']]).toEqual([405, takesHead ? `${method}, HEAD` : method]);
    const message = contract.messages[405] ?? 'Invalid request method';
    expect(body).toEqual({ status: 'error', message });
  });
});

describe.each(bearers)('$name', (endpoint) => {
  it('the token comes before the body', async () => {
    const request = (await sameOwner()).requestOf(endpoint);
    const ended = await newClient();
    await ended.logout();
    for (const token of [undefined, ended.token]) {
      for (const invalid of [{}, { path: { event_id: 'x', id: 'x' }, body: '{' }]) {
        const { status, headers, text } = await rejected(() =>
          call(endpoint.handler, { token, ...request, ...invalid }),
        );
        expect([status, headers['www-authenticate'], text]).toEqual([401, 'Bearer', UNAUTHORIZED]);
      }
    }
  });
});

const posts = allEndpoints.filter(({ method }) => method === 'POST');

it.each(posts)('$name rejects what it cannot read with its own message', async (endpoint) => {
  const { handler, failure, contract } = endpoint;
  const { session: token, requestOf } = await sameOwner();
  const { body: valid, ...request } = requestOf(endpoint);
  const maxBytes = contract.bodies?.maxBytes ?? 65_536;
  const frame = JSON.stringify({ ...valid, x: '' });
  const large = JSON.stringify({ ...valid, x: 'x'.repeat(maxBytes - frame.length + 1) });
  const types = contentTypesOf(handler) ?? ['application/json'];
  const page = { origin: 'null', 'content-type': 'text/plain' };
  for (const [status, field, message, sent] of [
    [400, 'body', 'Body must be a JSON object.', { body: '[]' }],
    [413, 'body', `Body is too large (maximum is ${maxBytes} bytes).`, { body: large }],
    [415, 'Content-Type', `Content-Type must be ${types.join(' or ')}.`, { body: '{}', headers: page }],
  ] as const) {
    const rejected = await call(handler, { token, ...request, ...sent });
    expect([rejected.status, rejected.body.message]).toEqual([status, failure]);
    expect(rejected.body.errors).toMatchObject([{ field, message }]);
  }
});

/** `call` fails for any other, in each test of this and all other files. */
it('every status that leaves an endpoint is declared by its contract', () => {
  const check = (status: number, message: string) => () =>
    expectDocumented(endpoints.view.handler, status, { 'x-request-id': 'x' }, JSON.parse(notFound(message)));
  expect(check(404, 'Event not found')).not.toThrow();
  expect(check(404, 'Event failed to load')).toThrow('404 of eventsView');
  expect(check(409, 'Event failed to load')).toThrow('409 of eventsView');
});

it('an invalid body answers 422 even if the id is invalid or unknown', async () => {
  const by = clientOf((await sameOwner()).session);
  for (const id of ['1', 'x']) expect((await by.update({ id }, { name: '' })).status).toBe(422);
});
