import { describe, expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { contentTypesOf, expectDocumented } from '../support/contract.ts';
import { allEndpoints, bearers } from '../support/endpoints.ts';
import { NEED_FACTOR, sameOwner } from '../support/owner.ts';
import { notFound, UNAUTHORIZED } from '../support/rejections.ts';
import { allEvents, endpoints, newEvent, newToken, party } from '../support/service.ts';
import { tableContent } from '../support/table-content.ts';

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
  const { handler } = endpoint;
  it('the token comes before the body', async () => {
    const request = (await sameOwner()).requestOf(endpoint);
    const ended = await newToken();
    await call(endpoints.logout.handler, { token: ended });
    const before = await tableContent();
    for (const token of [undefined, ended]) {
      for (const invalid of [{}, { path: { event_id: 'x', id: 'x' }, body: '{' }]) {
        const { status, headers, text } = await call(handler, { token, ...request, ...invalid });
        expect([status, headers['www-authenticate'], text]).toEqual([401, 'Bearer', UNAUTHORIZED]);
      }
    }
    expect(await tableContent()).toEqual(before);
  });
});

const posts = allEndpoints.filter(({ method }) => method === 'POST');

it.each(posts)('$name refuses what it cannot read with its own message', async (endpoint) => {
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
    const refused = await call(handler, { token, ...request, ...sent });
    expect([refused.status, refused.body.message]).toEqual([status, failure]);
    expect(refused.body.errors).toMatchObject([{ field, message }]);
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
  const { session: token } = await sameOwner();
  for (const id of ['1', 'x']) {
    const { status } = await call(endpoints.update.handler, { token, path: { id }, body: { name: '' } });
    expect(status).toBe(422);
  }
});

it('a rejected request leaves the account’s events unchanged', async () => {
  const owner = await newToken();
  const path = await newEvent(owner);
  await call(endpoints.update.handler, { token: owner, path, body: '{' });
  await call(endpoints.delete.handler, { token: owner, path, method: 'GET' });
  expect(await allEvents(owner)).toMatchObject([{ id: Number(path.id), ...party() }]);
});
