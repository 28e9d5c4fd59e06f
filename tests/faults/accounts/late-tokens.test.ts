import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call } from '../../support/call.ts';
import type { DatabaseRequest } from '../../support/database-proxy.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { accessToken, endpoints, newAccessToken, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { storedAt } from '../stored.ts';

vi.hoisted(() => {
  process.env['DATABASE_TIMEOUT_MS'] = '500';
});

const stored = storedAt();
const gate = await gateToDatabase();

const { createToken, endToken } = endpoints;

let session: string;
beforeEach(async () => {
  session = await newToken();
});

const create = () => call(createToken.handler, { token: session, body: accessToken() });
const end = (id: string) => call(endToken.handler, { token: session, path: { id } });
const ids = async () => Object.keys((await stored.person(accountIdOf(session)))?.tokens ?? {});

const isCreation = ({ operation, body }: DatabaseRequest) =>
  operation === 'UpdateItem' && body.includes('Nightly import');

describe('an access token that ended does not return', () => {
  it('if an attempt to create it arrives late', async () => {
    const held: DatabaseRequest[] = [];
    gate.before = (request) => {
      if (!isCreation(request) || held.length > 0) return undefined;
      held.push(request);
      return new Promise(() => undefined);
    };
    expect((await create()).status).toBe(201);
    gate.open();
    for (const id of await ids()) expect((await end(id)).status).toBe(200);
    for (const { execute } of held) expect((await execute()).text).toContain('ConditionalCheckFailed');
    expect(await ids()).toEqual([]);
  });
});

it('an end whose response is lost answers 200, and ends no other token', async () => {
  const [one, other] = [await newAccessToken(session), await newAccessToken(session)];
  gate.after = ({ operation }) => {
    if (operation !== 'UpdateItem') return undefined;
    gate.open();
    return 'lose';
  };
  expect((await end(one.id)).status).toBe(200);
  expect((await end(one.id)).status).toBe(404);
  expect(await ids()).toEqual([other.id]);
});
