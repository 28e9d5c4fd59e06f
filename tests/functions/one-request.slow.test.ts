import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { nextId } from '../../lib/id.ts';
import { type Client, clientOf, newClient, nobody, sharedClients } from '../support/client.ts';
import { takeRequests } from '../support/database-requests.ts';
import { resetVariables, setVariable } from '../support/environment.ts';
import { eventItem } from '../support/event-item.ts';
import { type Member, newMember } from '../support/mail.ts';
import { catering, deposit, newAccessToken, party, person } from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';
import { putItem } from '../support/table.ts';

let ada: Member;
let owner: Client;
let path: { id: string };
let on: { event_id: string };
let budget: { event_id: string; id: string };
beforeAll(async () => {
  ada = await newMember();
  owner = ada;
  await newPlan();
});

/** A new event with a budget. */
async function newPlan() {
  path = await owner.newEvent();
  on = { event_id: path.id };
  budget = await owner.newBudget(path);
}

/** The requests of a call, and how many units they took. */
async function costOf(work: () => Promise<unknown>): Promise<[names: string[], units: number]> {
  takeRequests();
  await work();
  const { names, units } = takeRequests();
  return [names, units.read + units.write];
}
const requestsOf = async (work: () => Promise<unknown>) => (await costOf(work))[0];

/** A write of an event is charged for its item and for its entry in the index, which dynalite leaves out. */
const WRITE = process.env['EMULATOR'] === 'dynoxide' ? 2 : 1;

/** One that moves the event into the trash or out of it ends an entry and makes another one. */
const MOVE = 2 * WRITE - 1;

const READ = 'GetItemCommand';
const QUERY = 'QueryCommand';
const UPDATE = 'UpdateItemCommand';
const PUT = 'PutItemCommand';
const TRANSACT = 'TransactWriteItemsCommand';
/** Asks whether the caller's session lives. */
const CHECK = READ;

type Row = [name: string, units: number, commands: string[], work: () => Promise<unknown>];

const onEvents: Row[] = [
  ['list', 1, [QUERY], () => owner.list()],
  ['view', 1, [QUERY], () => owner.view(path)],
  ['create', WRITE, [PUT], () => owner.create(party())],
  ['update', 1 + WRITE, [READ, PUT], () => owner.update(path, party())],
  ['createBudget', 1 + WRITE, [READ, UPDATE], () => owner.createBudget(on, catering())],
  ['listBudgets', 1, [READ], () => owner.listBudgets(on)],
  ['viewBudget', 1, [READ], () => owner.viewBudget(budget)],
  ['updateBudget', 1 + WRITE, [READ, UPDATE], () => owner.updateBudget(budget, catering())],
  ['deleteBudget', 1 + WRITE, [READ, UPDATE], () => owner.deleteBudget(budget)],
];

describe('a call asks whether its session lives, and then makes one request, or reads an item and writes it', () => {
  let session: { id: string };
  let token: { id: string };
  beforeAll(async () => {
    const { body } = await ada.login({ username: ada.email, password: ada.password });
    session = { id: String(decodeJwt(String(body.token))['sid']) };
    token = await newAccessToken(ada.token);
  });

  it.each<Row>([
    ...onEvents,
    ['delete', 1 + MOVE, [READ, PUT], () => owner.delete(path)],
    ['refresh', 1, [READ], () => ada.refresh()],
    ['viewAccount', 1, [READ], () => ada.viewAccount()],
    ['listSessions', 1, [READ], () => ada.listSessions()],
    ['updateAccount', 2, [READ, UPDATE], () => ada.updateAccount({ first_name: 'Grace' })],
    ['endSession', 2, [READ, UPDATE], () => ada.endSession(session)],
    ['listTokens', 1, [READ], () => ada.listTokens()],
    ['endToken', 2, [READ, UPDATE], () => ada.endToken({ id: token.id })],
  ])('%s: %d capacity units of %s', async (_, units, commands, work) => {
    expect(await costOf(work)).toEqual([[CHECK, ...commands], 1 + units]);
  });

  it('a logout costs as much, and what is in the trash as elsewhere', async () => {
    const leaving = await newClient();
    expect(await costOf(() => leaving.logout())).toEqual([[CHECK, READ, UPDATE], 3]);
    await newPlan();
    const costs: Row[] = [
      ['delete', 1 + MOVE, [READ, PUT], () => owner.delete(path)],
      // It is counted first.
      ['listTrash', 2, [UPDATE, QUERY], () => owner.listTrash()],
      ['restore', 1 + MOVE, [READ, PUT], () => owner.restore(path)],
      ['delete', 1 + MOVE, [READ, PUT], () => owner.delete(path)],
      ['deleteForGood', 1 + WRITE, [READ, 'DeleteItemCommand'], () => owner.deleteForGood(path)],
    ];
    for (const [name, units, commands, work] of costs)
      expect(await costOf(work), name).toEqual([[CHECK, ...commands], 1 + units]);
    await newPlan();
  });

  it('a view of an unknown event costs the same, and other calls ask whether it is shared', async () => {
    expect(await requestsOf(() => owner.view({ id: '1' }))).toHaveLength(2);
    expect(await requestsOf(() => owner.update({ id: '1' }, party()))).toEqual([CHECK, READ, READ]);
  });

  it('a call that is rejected before the database costs none, for its input the question for the session', async () => {
    for (const work of [
      () => nobody.signup({}),
      () => nobody.login({ username: 'x' }),
      () => clientOf('x').list(),
    ])
      expect(await requestsOf(work)).toEqual([]);
    expect(await requestsOf(() => owner.create({}))).toEqual([CHECK]);
    expect(await requestsOf(() => owner.view({ id: 'x' }))).toEqual([CHECK]);
  });

  it('a call with an ended session costs that question, and what its work reads first', async () => {
    /** Of an account that no process remembers as rejected. */
    const newEnded = async () => {
      const ended = await newClient();
      await ended.logout();
      return ended;
    };
    const ended = await newEnded();
    expect(await requestsOf(() => ended.create(party()))).toEqual([CHECK]);
    expect(await requestsOf(() => ended.list())).toEqual([CHECK]);
    const [other, another] = [await newEnded(), await newEnded()];
    expect(await requestsOf(() => other.list())).toEqual([CHECK, QUERY]);
    const payments = { ...on, budget_id: budget.id };
    const [check, ...reads] = await requestsOf(() => another.createPayment(payments, deposit()));
    // It may look for a shared event too, until the check has its answer.
    expect([check, new Set(reads)]).toEqual([CHECK, new Set([READ])]);
    expect(reads.length).toBeLessThanOrEqual(2);
  });
});

describe('the owner of a shared event makes the same requests', () => {
  beforeAll(async () => {
    ({ owner, event: path, budget } = await sharedClients());
    on = { event_id: path.id };
  });

  it.each(onEvents)('%s: %d capacity units of %s', async (_, units, commands, work) => {
    expect(await costOf(work)).toEqual([[CHECK, ...commands], 1 + units]);
  });

  it('but for deleting, which also ends what leads others to it', async () => {
    // The last three are for the event and two pointers: two each, and what an entry in the index takes.
    const units = 1 + 1 + (1 + MOVE) + 2 * (1 + WRITE);
    expect(await costOf(() => owner.delete(path))).toEqual([[CHECK, READ, TRANSACT], units]);
  });
});

describe('the representation of what was written', () => {
  const prefer = { prefer: 'return=representation' };
  beforeAll(newPlan);

  type Send = (headers?: Record<string, string>) => Promise<unknown>;

  it('costs nothing more', async () => {
    const calls: Send[] = [
      (headers) => owner.create(party(), headers),
      (headers) => owner.copy(path, { event_date: '2028-07-04' }, headers),
      (headers) => owner.update(path, party(), headers),
      (headers) => owner.createBudget(on, catering(), headers),
      (headers) => owner.updateBudget(budget, catering(), headers),
      (headers) => owner.importBudgets(on, { budgets: [catering()] }, headers),
    ];
    for (const send of calls) expect(await costOf(() => send(prefer))).toEqual(await costOf(() => send()));
    const [one, other] = ['one', 'other'].map((key) => ({ 'idempotency-key': key }));
    const plainly = await costOf(() => owner.create(party(), one));
    expect(await costOf(() => owner.create(party(), { ...other, ...prefer }))).toEqual(plainly);
    const deletion = await costOf(() => owner.deleteBudget(budget, undefined, prefer));
    expect(deletion).toEqual([[CHECK, READ, UPDATE], 1 + 1 + WRITE]);
  });

  it('costs nothing for budgets under a key', async () => {
    const keyed = { 'idempotency-key': 'a-key', ...prefer };
    const create = () => owner.createBudget(on, catering(), keyed);
    const transaction = [CHECK, READ, READ, TRANSACT];
    expect(await requestsOf(create)).toEqual(transaction);
    const lines = { budgets: [catering()] };
    expect(await requestsOf(() => owner.importBudgets(on, lines, keyed))).toEqual(transaction);
    expect(await requestsOf(create)).toEqual([CHECK, READ, READ]);
  });

  it('costs a member the read of the owner’s name for an update of the event', async () => {
    const { editor, event, budget } = await sharedClients();
    const update: Send = (headers) => editor.update(event, party(), headers);
    // Where the event is, whether its owner stays, and the event.
    const byPointer = [CHECK, READ, READ, READ, READ];
    expect(await requestsOf(() => update())).toEqual([...byPointer, PUT]);
    expect(await requestsOf(() => update(prefer))).toEqual([...byPointer, PUT, READ]);
    const change = await requestsOf(() => editor.updateBudget(budget, catering(), prefer));
    expect(change).toEqual([...byPointer, UPDATE]);
  });
});

describe('an Idempotency-Key costs a read more, and makes the write a transaction, and its repeat only reads', () => {
  const headers = { 'idempotency-key': 'a-key' };
  /** Two for the event and two for the claim, and one for the event's entry in the index. */
  const TRANSACTION = 2 + 1 + WRITE;

  it('for a create', async () => {
    const creator = await newClient();
    const create = () => creator.create(party(), headers);
    expect(await costOf(create)).toEqual([[CHECK, READ, TRANSACT], 1 + 1 + TRANSACTION]);
    expect(await costOf(create)).toEqual([[CHECK, READ], 2]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['a create of a budget', () => owner.createBudget(on, catering(), headers)],
    ['an update of one', () => owner.updateBudget(budget, { name: 'Hall' }, headers)],
    ['a deletion of one', () => owner.deleteBudget(budget, undefined, headers)],
  ])('for %s', async (_, change) => {
    await newPlan();
    expect(await costOf(change)).toEqual([[CHECK, READ, READ, TRANSACT], 1 + 2 + TRANSACTION]);
    expect(await requestsOf(change)).toEqual([CHECK, READ, READ]);
  });
});

/** Somebody with so many events of so many budgets. */
async function planner(events: number, lines = 0): Promise<Client> {
  const client = await newClient();
  const ownerId = accountIdOf(client.token);
  const ids = Array.from({ length: events }, () => nextId());
  await Promise.all(ids.map((eventId) => putItem(eventKey({ ownerId, eventId }), eventItem(eventId, lines))));
  return client;
}

it.each([0, 40, 500])('GET /events reads nothing of %d budgets that each of 30 events has', async (lines) => {
  const client = await planner(30, lines);
  expect(await costOf(() => client.list())).toEqual([[CHECK, QUERY], 4]);
});

describe('GET /events?limit=50', () => {
  let few: Client;
  let many: Client;
  beforeAll(async () => {
    few = await planner(60);
    many = await planner(600);
  });

  const cost = async (client: Client, query: object) => {
    const [names, units] = await costOf(() => client.list({ limit: '50', ...query }));
    return { requests: names.length, units };
  };

  it.each([
    ['in the default order', {}],
    ['with the newest first', { sort: '-created' }],
    ['with summaries', { include: 'summary' }],
  ])('costs the same for 60 events as for 600 %s', async (_, query) => {
    const ofFew = await cost(few, query);
    expect(ofFew.requests).toBe(2);
    expect(ofFew.units).toBeLessThanOrEqual(6);
    expect(await cost(many, query)).toEqual(ofFew);
  });

  it('reads all events in another order', async () => {
    const { units } = await cost(few, { sort: 'name' });
    expect((await cost(many, { sort: 'name' })).units).toBeGreaterThan(5 * units);
  });
});

describe('a call with rate limits', () => {
  it('a signup counts, and stores the account with its e-mail address', async () => {
    expect(await costOf(() => nobody.signup(person()))).toEqual([[UPDATE, TRANSACT], 1 + 2 * 2]);
  });

  const COUNT = UPDATE;
  const SESSION = UPDATE;
  /** Reads the pointer of the address and its failures, and counts. Then it reads the account, and counts again. */
  const ADMISSION = [READ, READ, COUNT, READ, COUNT];
  const logIn = (username: string, password: unknown = 'wrong') => nobody.login({ username, password });

  it('a login writes its rate limits before and after the comparison, and then its session', async () => {
    const right = () => logIn(ada.email, ada.password);
    const requests = [...ADMISSION, COUNT, COUNT, SESSION];
    expect(await costOf(right)).toEqual([requests, 8]);
    // The same after a failure, which counts itself instead, also of an unknown address.
    for (const email of [ada.email, person().email])
      expect(await costOf(() => logIn(email))).toEqual([[...ADMISSION, COUNT], 6]);
    expect(await requestsOf(right)).toEqual(requests);
  });

  it('a login without an e-mail address costs one', async () => {
    expect(await requestsOf(() => logIn('x'))).toEqual([COUNT]);
  });

  it('a login above its rate limit reads as much, and one without an e-mail address one', async () => {
    setVariable('LOGIN_LIMIT_PER_NETWORK', '1');
    expect(await requestsOf(() => logIn('x'))).toEqual([COUNT]);
    resetVariables();
    setVariable('LOGIN_LIMIT', '1');
    const { email } = person();
    await logIn(email);
    // It responds without waiting for its reads, one of which follows another.
    const sent = await requestsOf(() => logIn(email));
    expect(sent.slice(0, 3)).toEqual([READ, READ, COUNT]);
    expect(sent.length).toBeLessThanOrEqual(4);
    resetVariables();
  });
});
