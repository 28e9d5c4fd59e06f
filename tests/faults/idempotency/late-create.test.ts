import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { call, idIn, isReplay } from '../../support/call.ts';
import type { DatabaseRequest } from '../../support/database-proxy.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { allEvents, endpoints, newToken, party } from '../../support/service.ts';

const gate = await gateToDatabase();

it('a duplicate of a create with a key that arrives late does not bring back a deleted event', async () => {
  const token = await newToken();
  const headers = { 'idempotency-key': 'a-key' };
  const create = () => call(endpoints.create.handler, { token, headers, body: party() });
  const requests: DatabaseRequest[] = [];
  gate.after = (request) => {
    if (request.operation === 'TransactWriteItems') requests.push(request);
  };
  const path = { id: idIn(await create()) };
  gate.open();
  expect((await call(endpoints.delete.handler, { token, path })).status).toBe(200);
  const [request, ...others] = requests;
  expect(others).toEqual([]);
  // The database remembers the transaction for ten minutes.
  expect((await request?.execute())?.text).toBe('{}');
  // Later, there still is the claim.
  const forgotten = { ClientRequestToken: randomUUID() };
  expect((await request?.execute(forgotten))?.text).toContain('ConditionalCheckFailed');
  expect(await allEvents(token)).toEqual([]);
  expect(isReplay(await create())).toBe(true);
});
