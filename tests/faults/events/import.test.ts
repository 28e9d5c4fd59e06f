import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_DECISIONS } from '../../../lib/events/write-event.ts';
import { importInto } from '../../support/budget-files.ts';
import { call, isReplay, type Outcome, tagOf } from '../../support/call.ts';
import { type DatabaseRequest, gateToDatabase } from '../../support/gate.ts';
import { allBudgets, endpoints, newBudget, newEvent, newToken, viewEvent } from '../../support/service.ts';
import { giveRole, sharedEvent, takeRole } from '../../support/sharing.ts';

const gate = await gateToDatabase();

const { view, update } = endpoints;
const FILE = 'name,amount,spent\r\nBand,800.50,0.10\r\nCatering,1250.50,\r\n';
const keyed = { headers: { 'idempotency-key': 'a-key' } };

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
});

afterEach(() => {
  vi.restoreAllMocks();
});

const imported = (request = {}) => importInto(token, event, FILE, request);
const namesOf = async () => (await allBudgets(token, event)).map(({ name }) => name);
const isImport = ({ operation, body }: DatabaseRequest) =>
  ['UpdateItem', 'TransactWriteItems'].includes(operation) && body.includes('Catering');

/** Other writes in between. An event remembers its last four writes. */
const others = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1)
    expect(
      (await call(update.handler, { token, path: event, body: { description: `Other ${n}` } })).status,
    ).toBe(200);
};

/** Does something before the import's next write. */
function meanwhile(work: () => Promise<unknown>): void {
  let isDone = false;
  gate.before = async (request) => {
    if (isDone || !isImport(request)) return;
    isDone = true;
    await work();
  };
}

/** Loses the response to the import's next write after something else was done. */
function lose(work: () => Promise<unknown> = async () => undefined): void {
  let isDone = false;
  gate.after = async (request) => {
    if (isDone || !isImport(request)) return;
    isDone = true;
    await work();
    return 'lose';
  };
}

describe.each([
  ['', {}],
  [' with a key', keyed],
])('an import%s whose response from the database is lost', (_, request) => {
  // The event remembers four writes. Its budgets remember the write that made them.
  it.each([0, 1, 3, 4, 6])(
    'succeeds with its own tag and is done once, with %d other writes before the retry',
    async (count) => {
      lose(() => others(count));
      const { status, headers } = await imported(request);
      expect([status, headers['etag']]).toEqual([201, '"2"']);
      expect(await namesOf()).toEqual(['Band', 'Catering']);
      expect(await viewEvent(token, event)).toMatchObject({ budgets_count: 2, total_amount: 2051 });
    },
  );

  it('answers 503 if its budgets are deleted and four other writes follow, because it cannot know', async () => {
    const { deleteBudget } = endpoints;
    lose(async () => {
      for (const { id } of await allBudgets(token, event)) {
        const path = { event_id: event.id, id: String(id) };
        expect((await call(deleteBudget.handler, { token, path })).status).toBe(200);
      }
      await others(2);
    });
    const { status } = await imported({ headers: { 'if-match': '"1"', ...Object(request).headers } });
    // The database itself remembers a transaction.
    expect(status).toBe(request === keyed ? 201 : 503);
    expect(await namesOf()).toEqual([]);
  });
});

it('a repeat with the key of an import whose response was lost is not done again', async () => {
  lose(() => others(4));
  expect((await imported(keyed)).status).toBe(201);
  const again = await imported(keyed);
  expect([again.status, isReplay(again)]).toEqual([201, true]);
  expect(await namesOf()).toEqual(['Band', 'Catering']);
});

it.each([
  ['', {}],
  [' with a key', keyed],
])('a duplicate of the write of an import%s that arrives late is not done', async (_, request) => {
  const requests: DatabaseRequest[] = [];
  gate.after = (each) => {
    if (isImport(each)) requests.push(each);
  };
  expect((await imported(request)).status).toBe(201);
  gate.open();
  await others(5);
  const before = await viewEvent(token, event);
  expect(requests).toHaveLength(1);
  const answer = await requests[0]?.execute();
  // The database itself remembers a transaction.
  expect(answer?.text).toContain(request === keyed ? '{}' : 'ConditionalCheckFailed');
  expect(await viewEvent(token, event)).toEqual(before);
  expect(await namesOf()).toEqual(['Band', 'Catering']);
});

describe('an event that changes between the read and the write of an import', () => {
  it('gets both changes', async () => {
    meanwhile(() => newBudget(token, event, { name: 'First', amount: 1, spent: 0 }));
    const { status, headers } = await imported();
    expect([status, headers['etag']]).toEqual([201, '"3"']);
    expect(await namesOf()).toEqual(['First', 'Band', 'Catering']);
    expect(await viewEvent(token, event)).toMatchObject({ budgets_count: 3, total_amount: 2052 });
  });

  it('answers 412 if the version was named', async () => {
    const tag = tagOf(await call(view.handler, { method: 'GET', token, path: event }));
    meanwhile(() => others(1));
    expect((await imported({ headers: { 'if-match': tag } })).status).toBe(412);
    expect(await namesOf()).toEqual([]);
  });

  it.each([
    [MAX_DECISIONS - 1, 201, 2],
    [MAX_DECISIONS, 503, 0],
  ])('%d times answers %d', async (times, expected, count) => {
    // Its pauses are short.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    let tries = 0;
    gate.before = async (request) => {
      if (isImport(request) && ++tries <= times) await others(1);
    };
    const { status } = await imported(keyed);
    expect([status, tries]).toEqual([expected, MAX_DECISIONS]);
    expect(await namesOf()).toHaveLength(count);
    gate.open();
    expect((await imported(keyed)).status).toBe(201);
    expect(await namesOf()).toHaveLength(2);
  });

  it('while the import waits is read again', async () => {
    const requests: string[] = [];
    gate.before = async (request) => {
      const isRead = request.operation === 'GetItem' && !request.body.includes('ProjectionExpression');
      if (!isRead && !isImport(request)) return;
      requests.push(request.operation);
      if (requests.length > 1 && requests.length < 5) await others(1);
    };
    const { status, headers } = await imported();
    expect([status, headers['etag']]).toEqual([201, '"5"']);
    expect(requests).toEqual(['GetItem', 'UpdateItem', 'UpdateItem', 'GetItem', 'UpdateItem']);
  });

  it('by 30 imports at once gets them all', async () => {
    const files = Array.from({ length: 30 }, (_, n) => `name,amount\nBand ${n},1\nCatering ${n},2\n`);
    const outcomes = await Promise.all(files.map((file) => importInto(token, event, file)));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(30).fill(201));
    expect(new Set(outcomes.map(({ headers }) => headers['etag'])).size).toBe(30);
    expect(await viewEvent(token, event)).toMatchObject({ budgets_count: 60, total_amount: 90 });
  });

  it('answers 404 if it is deleted', async () => {
    meanwhile(() => call(endpoints.delete.handler, { token, path: event }));
    expect((await imported()).status).toBe(404);
  });

  it.each<[string, (shared: Awaited<ReturnType<typeof sharedEvent>>) => Promise<unknown>, number]>([
    ['404 to a member who is removed', ({ owner, event, editor }) => takeRole(owner, event, editor), 404],
    [
      '403 to an editor who becomes a viewer',
      ({ owner, event, editor }) => giveRole(owner, event, editor, 'viewer'),
      403,
    ],
  ])('answers %s', async (_, change, expected) => {
    const shared = await sharedEvent();
    meanwhile(() => change(shared));
    const outcome: Outcome = await importInto(shared.editor, shared.event, FILE);
    expect(outcome.status).toBe(expected);
    expect(await allBudgets(shared.owner, shared.event)).toHaveLength(1);
  });
});
