import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { verifyToken } from '../../lib/auth/tokens.ts';
import { putIfAbsent } from '../../lib/dynamodb/conditional-writes.ts';
import { documentClient } from '../../lib/dynamodb/items.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { nextId } from '../../lib/id.ts';
import { call } from '../support/call.ts';
import { eventItem } from '../support/event-item.ts';
import type { GatewayRequest } from '../support/gateway.ts';
import { catering, endpoints, newBudget, newEvent, newToken, party, person } from '../support/service.ts';

let requests: string[] = [];
documentClient().middlewareStack.add(
  (next, { commandName }) =>
    (command) => {
      requests.push(String(commandName));
      return next(command);
    },
  { step: 'finalizeRequest', name: 'count' },
);

/** The consumed capacity in the response to a successful DynamoDB request. */
const consumption = z.object({ ConsumedCapacity: z.object({ CapacityUnits: z.number() }) });

let capacityUnits = 0;
documentClient().middlewareStack.add(
  (next) => async (command) => {
    const result = await next({ ...command, input: { ...command.input, ReturnConsumedCapacity: 'TOTAL' } });
    capacityUnits += consumption.parse(result.output).ConsumedCapacity.CapacityUnits;
    return result;
  },
  { step: 'initialize', name: 'capacity' },
);

const ada = person();
let token: string;
let path: { id: string };
let budgetPath: { event_id: string; id: string };
beforeAll(async () => {
  await call(endpoints.signup.handler, { body: ada });
  token = await newToken();
  path = await newEvent(token);
  budgetPath = await newBudget(token, path);
});

async function requestsOf(name: keyof typeof endpoints, request: GatewayRequest): Promise<string[]> {
  requests = [];
  capacityUnits = 0;
  const { handler, method } = endpoints[name];
  await call(handler, { method, ...request });
  return requests;
}

/** A write of an event is charged for its item and for its entry in the index, which dynalite leaves out. */
const WRITE = process.env['EMULATOR'] === 'dynoxide' ? 2 : 1;

describe('every call costs one DynamoDB request', () => {
  it.each([
    ['list', 1, 'QueryCommand', () => ({ token })],
    ['view', 1, 'QueryCommand', () => ({ token, path })],
    ['create', WRITE, 'PutItemCommand', () => ({ token, body: party() })],
    ['update', WRITE, 'UpdateItemCommand', () => ({ token, path, body: party() })],
    [
      'createBudget',
      WRITE,
      'UpdateItemCommand',
      () => ({ token, path: { event_id: path.id }, body: catering() }),
    ],
    ['listBudgets', 1, 'GetItemCommand', () => ({ token, path: { event_id: path.id } })],
    ['viewBudget', 1, 'GetItemCommand', () => ({ token, path: budgetPath })],
    ['updateBudget', WRITE, 'UpdateItemCommand', () => ({ token, path: budgetPath, body: catering() })],
    ['deleteBudget', WRITE, 'UpdateItemCommand', () => ({ token, path: budgetPath })],
    ['delete', WRITE, 'DeleteItemCommand', () => ({ token, path })],
  ] as const)('%s: %d capacity units of %s', async (name, units, command, request) => {
    expect(await requestsOf(name, request())).toEqual([command]);
    expect(capacityUnits).toBe(units);
  });

  it('a failed call costs one too', async () => {
    expect(await requestsOf('view', { token, path: { id: '1' } })).toHaveLength(1);
    expect(await requestsOf('update', { token, path: { id: '1' }, body: party() })).toHaveLength(1);
  });

  it('a call that is rejected before the database costs none', async () => {
    expect(await requestsOf('signup', { body: {} })).toEqual([]);
    expect(await requestsOf('login', { body: { username: 'x' } })).toEqual([]);
    expect(await requestsOf('list', { token: 'x' })).toEqual([]);
    expect(await requestsOf('create', { token, body: {} })).toEqual([]);
    expect(await requestsOf('view', { token, path: { id: 'x' } })).toEqual([]);
  });
});

describe('the budgets of an event cost its list and view nothing', () => {
  it.each([0, 40, 500])('GET /events with 40 events of %d lines', async (lines) => {
    const owner = await newToken();
    const ownerId = String((await verifyToken(owner)) ?? '');
    for (let n = 0; n < 40; n += 1) {
      const eventId = nextId();
      await putIfAbsent(eventKey({ ownerId, eventId }), eventItem(eventId, lines), 'write_mark');
    }
    expect(await requestsOf('list', { token: owner })).toEqual(['QueryCommand']);
    expect(capacityUnits).toBe(3);
  });
});

describe('a call with rate limits', () => {
  it('a signup costs one more', async () => {
    expect(await requestsOf('signup', { body: person() })).toEqual(['UpdateItemCommand', 'PutItemCommand']);
  });

  const COUNT = 'UpdateItemCommand';
  const ADMISSION = [COUNT, 'QueryCommand', COUNT];

  it('a login reads once, and writes its rate limits before and after the comparison', async () => {
    const right = { username: ada.email, password: ada.password };
    expect(await requestsOf('login', { body: right })).toEqual([...ADMISSION, COUNT, COUNT]);
    expect(capacityUnits).toBe(5);
    // The same after a failure.
    await requestsOf('login', { body: { ...right, password: 'wrong' } });
    expect(await requestsOf('login', { body: right })).toEqual([...ADMISSION, COUNT, COUNT]);
  });

  it.each([
    ['a wrong password', ada.email],
    ['an unknown e-mail', person().email],
  ])('a login with %s writes one less', async (_, username) => {
    expect(await requestsOf('login', { body: { username, password: 'wrong' } })).toEqual([
      ...ADMISSION,
      COUNT,
    ]);
    // An emulator charges nothing for a query that finds nothing; DynamoDB charges one unit.
    expect(capacityUnits).toBeGreaterThanOrEqual(3);
    expect(capacityUnits).toBeLessThanOrEqual(4);
  });

  it('a login without an e-mail address costs one', async () => {
    expect(await requestsOf('login', { body: { username: 'x', password: 'y' } })).toEqual([COUNT]);
  });

  it('a login above its rate limit costs two, and one without an e-mail address one', async () => {
    vi.stubEnv('LOGIN_LIMIT', '1');
    const body = { username: person().email, password: 'wrong' };
    await requestsOf('login', { body });
    expect(await requestsOf('login', { body })).toEqual([COUNT, 'QueryCommand']);
    vi.stubEnv('LOGIN_LIMIT_PER_NETWORK', '1');
    expect(await requestsOf('login', { body: { ...body, username: 'x' } })).toEqual([COUNT]);
    vi.unstubAllEnvs();
  });
});
