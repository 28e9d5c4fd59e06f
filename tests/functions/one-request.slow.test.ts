import { beforeAll, describe, expect, it } from 'vitest';
import { verifySessionToken } from '../../lib/auth/session-tokens.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { nextId } from '../../lib/id.ts';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import { resetVariables, setVariable } from '../support/environment.ts';
import { eventItem } from '../support/event-item.ts';
import type { GatewayRequest } from '../support/gateway.ts';
import { putItem } from '../support/put-items.ts';
import {
  catering,
  deposit,
  endpoints,
  newAccessToken,
  newBudget,
  newEvent,
  newToken,
  party,
  person,
} from '../support/service.ts';
import { sharedEvent } from '../support/sharing.ts';

let consumed = { read: 0, write: 0 };
const capacityUnits = () => consumed.read + consumed.write;

const ada = person();
let token: string;
let path: { id: string };
let budgetPath: { event_id: string; id: string };
let otherSession: string;
let accessToken: { id: string };
let leaving: string;
beforeAll(async () => {
  await call(endpoints.signup.handler, { body: ada });
  const grace = person();
  const { body } = await call(endpoints.signup.handler, { body: grace });
  token = String(body.token);
  const { body: again } = await call(endpoints.login.handler, {
    body: { username: grace.email, password: grace.password },
  });
  otherSession = (await verifySessionToken(String(again.token)))?.sessionId ?? '';
  accessToken = await newAccessToken(token);
  leaving = await newToken();
  path = await newEvent(token);
  budgetPath = await newBudget(token, path);
});

async function requestsOf(name: keyof typeof endpoints, request: GatewayRequest): Promise<string[]> {
  takeRequests();
  const { handler, method } = endpoints[name];
  await call(handler, { method, ...request });
  const { names, units } = takeRequests();
  consumed = units;
  return names;
}

/** A write of an event is charged for its item and for its entry in the index, which dynalite leaves out. */
const WRITE = process.env['EMULATOR'] === 'dynoxide' ? 2 : 1;

/** One that moves the event into the trash or out of it ends an entry and makes another one. */
const MOVE = 2 * WRITE - 1;

const READ = 'GetItemCommand';
const UPDATE = 'UpdateItemCommand';
const PUT = 'PutItemCommand';
/** Asks whether the caller's session lives. */
const CHECK = READ;

const onEvents = [
  ['list', 1, ['QueryCommand'], () => ({ token })],
  ['view', 1, ['QueryCommand'], () => ({ token, path })],
  ['create', WRITE, ['PutItemCommand'], () => ({ token, body: party() })],
  ['update', 1 + WRITE, [READ, PUT], () => ({ token, path, body: party() })],
  [
    'createBudget',
    1 + WRITE,
    [READ, UPDATE],
    () => ({ token, path: { event_id: path.id }, body: catering() }),
  ],
  ['listBudgets', 1, [READ], () => ({ token, path: { event_id: path.id } })],
  ['viewBudget', 1, [READ], () => ({ token, path: budgetPath })],
  ['updateBudget', 1 + WRITE, [READ, UPDATE], () => ({ token, path: budgetPath, body: catering() })],
  ['deleteBudget', 1 + WRITE, [READ, UPDATE], () => ({ token, path: budgetPath })],
  ['delete', 1 + MOVE, [READ, PUT], () => ({ token, path })],
] as const;

describe('a call asks whether its session lives, and then makes one request, or reads an item and writes it', () => {
  it.each([
    ...onEvents,
    ['refresh', 1, [READ], () => ({ token })],
    ['viewAccount', 1, [READ], () => ({ token })],
    ['listSessions', 1, [READ], () => ({ token })],
    ['updateAccount', 2, [READ, UPDATE], () => ({ token, body: { first_name: 'Grace' } })],
    ['endSession', 2, [READ, UPDATE], () => ({ token, path: { id: otherSession } })],
    ['listTokens', 1, [READ], () => ({ token })],
    ['endToken', 2, [READ, UPDATE], () => ({ token, path: { id: accessToken.id } })],
    ['logout', 2, [READ, UPDATE], () => ({ token: leaving })],
  ] as const)('%s: %d capacity units of %s', async (name, units, commands, request) => {
    expect(await requestsOf(name, request())).toEqual([CHECK, ...commands]);
    expect(capacityUnits()).toBe(1 + units);
  });

  it('what is in the trash costs the same', async () => {
    path = await newEvent(token);
    const costs = [
      ['delete', 1 + MOVE, [READ, PUT]],
      // It is counted first.
      ['listTrash', 2, ['UpdateItemCommand', 'QueryCommand']],
      ['restore', 1 + MOVE, [READ, PUT]],
      ['delete', 1 + MOVE, [READ, PUT]],
      ['deleteForGood', 1 + WRITE, [READ, 'DeleteItemCommand']],
    ] as const;
    for (const [name, units, commands] of costs) {
      expect(await requestsOf(name, { token, path })).toEqual([CHECK, ...commands]);
      expect([name, capacityUnits()]).toEqual([name, 1 + units]);
    }
  });

  it('a view of an unknown event costs the same, and other calls ask whether it is shared', async () => {
    expect(await requestsOf('view', { token, path: { id: '1' } })).toHaveLength(2);
    const unknown = { token, path: { id: '1' }, body: party() };
    expect(await requestsOf('update', unknown)).toEqual([CHECK, READ, READ]);
  });

  it('a call that is rejected before the database costs none', async () => {
    expect(await requestsOf('signup', { body: {} })).toEqual([]);
    expect(await requestsOf('login', { body: { username: 'x' } })).toEqual([]);
    expect(await requestsOf('list', { token: 'x' })).toEqual([]);
  });

  it('a call that is rejected for its input costs the question for the session', async () => {
    expect(await requestsOf('create', { token, body: {} })).toEqual([CHECK]);
    expect(await requestsOf('view', { token, path: { id: 'x' } })).toEqual([CHECK]);
  });

  it('a call with an ended session costs that question, and what its work reads first', async () => {
    /** Of an account that no process remembers as refused. */
    const newEnded = async () => {
      const ended = await newToken();
      await call(endpoints.logout.handler, { token: ended });
      return ended;
    };
    const ended = await newEnded();
    expect(await requestsOf('create', { token: ended, body: party() })).toEqual([CHECK]);
    expect(await requestsOf('list', { token: ended })).toEqual([CHECK]);
    expect(await requestsOf('list', { token: await newEnded() })).toEqual([CHECK, 'QueryCommand']);
    const payments = { event_id: budgetPath.event_id, budget_id: budgetPath.id };
    const [check, ...reads] = await requestsOf('createPayment', {
      ...{ token: await newEnded(), path: payments, body: deposit() },
    });
    // It may look for a shared event too, until the check has its answer.
    expect([check, new Set(reads)]).toEqual([CHECK, new Set(['GetItemCommand'])]);
    expect(reads.length).toBeLessThanOrEqual(2);
  });
});

describe('the owner of a shared event makes the same requests', () => {
  beforeAll(async () => {
    ({ owner: token, event: path, budget: budgetPath } = await sharedEvent());
  });

  it.each(onEvents.slice(0, -1))('%s: %d capacity units of %s', async (name, units, commands, request) => {
    expect(await requestsOf(name, request())).toEqual([CHECK, ...commands]);
    expect(capacityUnits()).toBe(1 + units);
  });

  it('but for deleting, which also ends what leads others to it', async () => {
    expect(await requestsOf('delete', { token, path })).toEqual([CHECK, READ, 'TransactWriteItemsCommand']);
    // The last three are for the event and two pointers: two each, and what an entry in the index takes.
    expect(capacityUnits()).toBe(1 + 1 + (1 + MOVE) + 2 * (1 + WRITE));
  });
});

describe('the representation of what was written', () => {
  const prefer = 'return=representation';
  const headers = { prefer };
  let event: { id: string };
  let on: { event_id: string };
  let budget: { event_id: string; id: string };
  beforeAll(async () => {
    const owner = await newToken();
    event = await newEvent(owner);
    on = { event_id: event.id };
    budget = await newBudget(owner, event);
    token = owner;
  });

  it('costs nothing more', async () => {
    const calls: [name: keyof typeof endpoints, request: GatewayRequest][] = [
      ['create', { body: party() }],
      ['create', { headers: { 'idempotency-key': 'one' }, body: party() }],
      ['copy', { path: event, body: { event_date: '2028-07-04' } }],
      ['update', { path: event, body: party() }],
      ['createBudget', { path: on, body: catering() }],
      ['updateBudget', { path: budget, body: catering() }],
      ['importBudgets', { path: on, body: { budgets: [catering()] } }],
    ];
    for (const [name, request] of calls) {
      const plainly = [await requestsOf(name, { token, ...request }), capacityUnits()];
      const key = request.headers && { 'idempotency-key': 'another' };
      const asked = await requestsOf(name, { token, ...request, headers: { ...key, prefer } });
      expect([asked, capacityUnits()], name).toEqual(plainly);
    }
    const deletion = await requestsOf('deleteBudget', { token, path: budget, headers });
    expect([deletion, capacityUnits()]).toEqual([[CHECK, READ, UPDATE], 1 + 1 + WRITE]);
  });

  it('costs nothing for budgets under a key', async () => {
    const keyed = { token, headers: { 'idempotency-key': 'a-key', prefer }, path: on };
    const transaction = [CHECK, READ, READ, 'TransactWriteItemsCommand'];
    expect(await requestsOf('createBudget', { ...keyed, body: catering() })).toEqual(transaction);
    const body = { budgets: [catering()] };
    expect(await requestsOf('importBudgets', { ...keyed, body })).toEqual(transaction);
    const repeated = await requestsOf('createBudget', { ...keyed, body: catering() });
    expect(repeated).toEqual([CHECK, READ, READ]);
  });

  it('costs a member the read of the owner’s name for an update of the event', async () => {
    const shared = await sharedEvent();
    const request = { token: shared.editor, path: shared.event, body: party() };
    // Where the event is, whether its owner stays, and the event.
    const byPointer = [CHECK, READ, READ, READ, READ];
    expect(await requestsOf('update', request)).toEqual([...byPointer, PUT]);
    expect(await requestsOf('update', { ...request, headers })).toEqual([...byPointer, PUT, READ]);
    const change = { token: shared.editor, path: shared.budget, headers, body: catering() };
    expect(await requestsOf('updateBudget', change)).toEqual([...byPointer, UPDATE]);
  });
});

describe('an Idempotency-Key costs a read more, and makes the write a transaction', () => {
  const headers = { 'idempotency-key': 'a-key' };
  const TRANSACT = 'TransactWriteItemsCommand';
  /** Two for the event and two for the claim, and one for the event's entry in the index. */
  const TRANSACTION = 2 + 1 + WRITE;

  it('for a create, and its repeat only reads', async () => {
    const createParty = () => requestsOf('create', { token, headers, body: party() });
    expect(await createParty()).toEqual([CHECK, READ, TRANSACT]);
    expect(capacityUnits()).toBe(1 + 1 + TRANSACTION);
    expect(await createParty()).toEqual([CHECK, READ]);
    expect(capacityUnits()).toBe(2);
  });

  it('for a create of a budget, and its repeat only reads', async () => {
    path = await newEvent(token);
    const createLine = () =>
      requestsOf('createBudget', { token, headers, path: { event_id: path.id }, body: catering() });
    expect(await createLine()).toEqual([CHECK, READ, READ, TRANSACT]);
    expect(capacityUnits()).toBe(1 + 2 + TRANSACTION);
    expect(await createLine()).toEqual([CHECK, READ, READ]);
  });

  it.each(['updateBudget', 'deleteBudget'] as const)('for %s, and its repeat only reads', async (name) => {
    const line = await newBudget(token, await newEvent(token));
    const body = name === 'updateBudget' ? { name: 'Hall' } : undefined;
    const change = () => requestsOf(name, { token, headers, path: line, body });
    expect(await change()).toEqual([CHECK, READ, READ, TRANSACT]);
    expect(capacityUnits()).toBe(1 + 2 + TRANSACTION);
    expect(await change()).toEqual([CHECK, READ, READ]);
  });
});

describe('the budgets of an event cost its list and view nothing', () => {
  it.each([0, 40, 500])('GET /events with 30 events of %d lines', async (lines) => {
    const owner = await newToken();
    const { accountId: ownerId = '' } = (await verifySessionToken(owner)) ?? {};
    for (let n = 0; n < 30; n += 1) {
      const eventId = nextId();
      await putItem(eventKey({ ownerId, eventId }), eventItem(eventId, lines));
    }
    expect(await requestsOf('list', { token: owner })).toEqual([CHECK, 'QueryCommand']);
    expect(capacityUnits()).toBe(4);
  });
});

describe('GET /events?limit=50', () => {
  async function accountWith(events: number): Promise<string> {
    const owner = await newToken();
    const { accountId: ownerId = '' } = (await verifySessionToken(owner)) ?? {};
    const ids = Array.from({ length: events }, () => nextId());
    await Promise.all(ids.map((eventId) => putItem(eventKey({ ownerId, eventId }), eventItem(eventId, 0))));
    return owner;
  }

  let few: string;
  let many: string;
  beforeAll(async () => {
    few = await accountWith(60);
    many = await accountWith(600);
  });

  const cost = async (owner: string, query: Record<string, string>) => {
    const sent = await requestsOf('list', { token: owner, query: { limit: '50', ...query } });
    return { requests: sent.length, capacityUnits: capacityUnits() };
  };

  it.each([
    ['in the default order', {}],
    ['with the newest first', { sort: '-created' }],
    ['with summaries', { include: 'summary' }],
  ])('costs the same for 60 events as for 600 %s', async (_, query) => {
    const ofFew = await cost(few, query);
    expect(ofFew.requests).toBe(2);
    expect(ofFew.capacityUnits).toBeLessThanOrEqual(6);
    expect(await cost(many, query)).toEqual(ofFew);
  });

  it('reads all events in another order', async () => {
    const { capacityUnits: ofFew } = await cost(few, { sort: 'name' });
    expect((await cost(many, { sort: 'name' })).capacityUnits).toBeGreaterThan(5 * ofFew);
  });
});

describe('a call with rate limits', () => {
  it('a signup counts, and stores the account with its e-mail address', async () => {
    const requests = ['UpdateItemCommand', 'TransactWriteItemsCommand'];
    expect(await requestsOf('signup', { body: person() })).toEqual(requests);
    expect(capacityUnits()).toBe(1 + 2 * 2);
  });

  const COUNT = 'UpdateItemCommand';
  const SESSION = 'UpdateItemCommand';
  const READ = 'GetItemCommand';
  /** Reads the pointer of the address and its failures, and counts. Then it reads the account, and counts again. */
  const ADMISSION = [READ, READ, COUNT, READ, COUNT];

  it('a login writes its rate limits before and after the comparison, and then its session', async () => {
    const right = { username: ada.email, password: ada.password };
    expect(await requestsOf('login', { body: right })).toEqual([...ADMISSION, COUNT, COUNT, SESSION]);
    expect(capacityUnits()).toBe(8);
    // The same after a failure.
    await requestsOf('login', { body: { ...right, password: 'wrong' } });
    expect(await requestsOf('login', { body: right })).toEqual([...ADMISSION, COUNT, COUNT, SESSION]);
  });

  it.each([
    ['a wrong password', ada.email],
    ['an unknown e-mail', person().email],
  ])('a login with %s counts its failure instead', async (_, username) => {
    expect(await requestsOf('login', { body: { username, password: 'wrong' } })).toEqual([
      ...ADMISSION,
      COUNT,
    ]);
    expect(capacityUnits()).toBe(6);
  });

  it('a login without an e-mail address costs one', async () => {
    expect(await requestsOf('login', { body: { username: 'x', password: 'y' } })).toEqual([COUNT]);
  });

  it('a login above its rate limit reads as much, and one without an e-mail address one', async () => {
    setVariable('LOGIN_LIMIT_PER_NETWORK', '1');
    expect(await requestsOf('login', { body: { username: 'x', password: 'wrong' } })).toEqual([COUNT]);
    resetVariables();
    setVariable('LOGIN_LIMIT', '1');
    const body = { username: person().email, password: 'wrong' };
    await requestsOf('login', { body });
    // It responds without waiting for its reads, one of which follows another.
    const sent = await requestsOf('login', { body });
    expect(sent.slice(0, 3)).toEqual([READ, READ, COUNT]);
    expect(sent.length).toBeLessThanOrEqual(4);
    resetVariables();
  });
});
