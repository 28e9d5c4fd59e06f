import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { nextId } from '../../lib/id.ts';
import { call, type Outcome } from '../support/call.ts';
import { eventItem } from '../support/event-item.ts';
import { putItem } from '../support/put-items.ts';
import { allBudgets, allEvents, catering, endpoints, newEvent, newToken, party } from '../support/service.ts';
import { sharedEvent } from '../support/sharing.ts';
import { killedAfter } from '../support/stepping.ts';
import { tableContent } from '../support/table-content.ts';

const { create, update, createBudget, deleteBudget, viewBudget, view, exportAccount, removeMember } =
  endpoints;
const remove = endpoints.delete;

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
});
afterEach(() => {
  vi.useRealTimers();
});

const keyed = (key: string) => ({ 'idempotency-key': key });
const createParty = (key: string, fields = {}) =>
  call(create.handler, { token, headers: keyed(key), body: party({ name: 'Ball', ...fields }) });
const addLine = (key: string, fields = {}, { id } = event) =>
  call(createBudget.handler, { token, headers: keyed(key), path: { event_id: id }, body: catering(fields) });
const balls = async () => (await allEvents(token)).filter(({ name }) => name === 'Ball');
const claims = async () => {
  const { sub } = decodeJwt(token);
  return Object.entries(await tableContent()).filter(([key]) => key.startsWith(`CLAIM#${sub} `));
};
const expectReplay = (again: Outcome, first: Outcome) => {
  const { 'idempotency-replayed': replayed, etag, ...headers } = again.headers;
  const { etag: _, ...original } = first.headers;
  expect([again.status, again.text, headers]).toEqual([201, first.text, original]);
  expect([replayed, etag]).toEqual(['true', undefined]);
};

describe('a repeat with the same key', () => {
  it('of an event gets the first response again, and creates nothing', async () => {
    const made = await createParty('a-key');
    expect(made.status).toBe(201);
    expect(made.headers).not.toHaveProperty('idempotency-replayed');
    expectReplay(await createParty('a-key'), made);
    expect((await balls()).map(({ id }) => String(id))).toEqual([made.id]);
  });

  it('of a budget gets the first response again, and creates nothing', async () => {
    const made = await addLine('a-key');
    expect(made.status).toBe(201);
    expect(made.headers).not.toHaveProperty('idempotency-replayed');
    expectReplay(await addLine('a-key'), made);
    expect((await allBudgets(token, event)).map(({ id }) => String(id))).toEqual([made.id]);
  });

  it('may have another text with the same meaning', async () => {
    const made = await createParty('a-key');
    expectReplay(await createParty('a-key', { name: ' Ball ', x: 1 }), made);
  });

  it('gets the first response even if the item was changed since', async () => {
    const made = await addLine('a-key');
    const path = { event_id: event.id, id: made.id };
    await call(endpoints.updateBudget.handler, { token, path, body: { amount: 7 } });
    expectReplay(await addLine('a-key'), made);
    const { body } = await call(viewBudget.handler, { method: 'GET', token, path });
    expect(body.data).toMatchObject({ amount: 7 });
  });

  it('gets the same response in 20 concurrent calls, and one item is created', async () => {
    for (const send of [createParty, addLine]) {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => send('a-key')));
      expect(outcomes.map(({ status }) => status)).toEqual(Array(20).fill(201));
      expect(new Set(outcomes.map(({ headers, text }) => `${headers['location']} ${text}`)).size).toBe(1);
      expect(outcomes.filter(({ headers }) => !headers['idempotency-replayed'])).toHaveLength(1);
    }
    expect([await balls(), await allBudgets(token, event)]).toMatchObject([[{}], [{}]]);
  });
});

describe('a repeat with other input', () => {
  it.each([
    ['an event', () => createParty('a-key', { description: 'x' }), () => createParty('a-key')],
    ['a budget', () => addLine('a-key', { spent: 0 }), () => addLine('a-key')],
  ])('of %s gets 422, and makes nothing', async (_, first, other) => {
    await first();
    const before = await tableContent();
    const { status, body } = await other();
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      {
        field: 'Idempotency-Key',
        code: 'reused',
        message: 'Idempotency-Key was already used with different input.',
      },
    ]);
    expect(await tableContent()).toEqual(before);
  });
});

describe('the same key is a different one', () => {
  it('in another account', async () => {
    await createParty('a-key');
    token = await newToken();
    const other = await createParty('a-key', { description: 'x' });
    expect([other.status, other.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expect(await balls()).toMatchObject([{ description: 'x' }]);
  });

  it('for another operation, and for another event', async () => {
    const second = await newEvent(token);
    const outcomes = [await createParty('a-key'), await addLine('a-key'), await addLine('a-key', {}, second)];
    for (const { status, headers } of outcomes) {
      expect([status, headers['idempotency-replayed']]).toEqual([201, undefined]);
    }
    expect([await allBudgets(token, event), await allBudgets(token, second)]).toMatchObject([[{}], [{}]]);
  });

  it('in upper case', async () => {
    expect((await createParty('a-key')).id).not.toBe((await createParty('A-key')).id);
  });

  it('24 hours later', async () => {
    const made = await createParty('a-key');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_395_000 });
    token = await renewed(token);
    expectReplay(await createParty('a-key'), made);
    vi.setSystemTime(Date.now() + 10_000);
    token = await renewed(token);
    const later = await createParty('a-key', { description: 'x' });
    expect([later.status, later.headers['idempotency-replayed']]).toEqual([201, undefined]);
    expectReplay(await createParty('a-key', { description: 'x' }), later);
    expect(await balls()).toHaveLength(2);
  });
});

async function renewed(old: string): Promise<string> {
  return String((await call(endpoints.refresh.handler, { token: old })).body.token);
}

describe('an error is not remembered', () => {
  it('if the input is invalid: the key is not claimed', async () => {
    expect((await createParty('a-key', { name: '' })).status).toBe(422);
    expect(await claims()).toEqual([]);
    expect((await createParty('a-key')).status).toBe(201);
  });

  it('if the event is full: a repeat tries again, with the same or other input', async () => {
    const { sub } = decodeJwt(token);
    const id = 1_000;
    await putItem(eventKey({ ownerId: String(sub), eventId: id }), eventItem(id, 500));
    const full = { id: String(id) };
    expect((await addLine('one', {}, full)).status).toBe(409);
    expect((await addLine('one', {}, full)).status).toBe(409);
    expect((await addLine('two', {}, full)).status).toBe(409);
    for (const line of [id + 1, id + 2]) {
      const path = { event_id: full.id, id: String(line) };
      expect((await call(deleteBudget.handler, { token, path })).status).toBe(200);
    }
    for (const [key, fields] of [['one', {}] as const, ['two', { name: 'Other' }] as const]) {
      const made = await addLine(key, fields, full);
      expect([made.status, made.headers['idempotency-replayed']]).toEqual([201, undefined]);
      expectReplay(await addLine(key, fields, full), made);
    }
    expect(await allBudgets(token, full)).toHaveLength(500);
  });

  it('if there is no such event', async () => {
    const path = { id: '1' };
    expect((await addLine('a-key', {}, path)).status).toBe(404);
    expect((await addLine('a-key', {}, path)).status).toBe(404);
  });
});

describe('an event that was created with a key', () => {
  it('is deleted like any other, and a repeat doesn’t bring it back', async () => {
    const made = await createParty('a-key');
    const path = { id: made.id };
    await addLine('a-key', {}, path);
    expect((await call(remove.handler, { token, path })).status).toBe(200);
    expectReplay(await createParty('a-key'), made);

    expect(await balls()).toEqual([]);
    const { body } = await call(exportAccount.handler, { method: 'GET', token });
    expect(body.data).toMatchObject({ events: [{ id: Number(event.id) }] });
    const gone = [
      call(view.handler, { method: 'GET', token, path }),
      call(endpoints.listBudgets.handler, { method: 'GET', token, path: { event_id: path.id } }),
      call(viewBudget.handler, { method: 'GET', token, path: { event_id: path.id, id: '1' } }),
      call(update.handler, { token, path, body: { name: 'Ball' } }),
      addLine('another', {}, path),
      call(createBudget.handler, { token, path: { event_id: path.id }, body: catering() }),
      call(endpoints.updateBudget.handler, {
        token,
        path: { event_id: path.id, id: '1' },
        body: { amount: 1 },
      }),
      call(deleteBudget.handler, { token, path: { event_id: path.id, id: '1' } }),
      call(remove.handler, { token, path }),
    ];
    for (const { status } of await Promise.all(gone)) expect(status).toBe(404);
  });

  it('leaves nothing but the idempotencyRecord once it is deleted for good', async () => {
    const before = await tableContent();
    const path = { id: (await createParty('a-key')).id };
    await call(remove.handler, { token, path });
    await call(endpoints.deleteForGood.handler, { token, path });
    const added = Object.keys(await tableContent()).filter((key) => !(key in before));
    expect(added).toEqual([expect.stringMatching(/^CLAIM#/)]);
  });
});

it('a repeat does not bring back a deleted budget', async () => {
  const made = await addLine('a-key');
  const path = { event_id: event.id, id: made.id };
  expect((await call(deleteBudget.handler, { token, path })).status).toBe(200);
  expectReplay(await addLine('a-key'), made);
  expect(await allBudgets(token, event)).toEqual([]);
});

it('a removed member gets the first response again, and 404 if nothing was created', async () => {
  const shared = await sharedEvent();
  ({ editor: token, event } = shared);
  const made = await addLine('made');
  expect(made.status).toBe(201);
  // The session, the claim, and the event by its pointer.
  expect((await killedAfter(5, () => addLine('stopped'))).status).toBe(500);
  expect(await claims()).toHaveLength(1);
  const path = { event_id: event.id, id: shared.ids.editor };
  expect((await call(removeMember.handler, { token: shared.owner, path })).status).toBe(200);
  const withoutClaims = async () =>
    Object.entries(await tableContent()).filter(([key]) => !key.startsWith('CLAIM#'));
  const before = await withoutClaims();
  expectReplay(await addLine('made'), made);
  expect((await addLine('stopped')).status).toBe(404);
  expect(await withoutClaims()).toEqual(before);
  expect(await allBudgets(shared.owner, event)).toHaveLength(2);
});

it('an event has the same attributes whether it is created with a key or without', async () => {
  const { sub } = decodeJwt(token);
  const made = { id: (await createParty('a-key')).id };
  for (const { id } of [event, made]) {
    const { PK, SK } = eventKey({ ownerId: String(sub), eventId: Number(id) });
    const stored = Object(await tableContent())[`${PK} ${SK}`];
    const names = ['PK', 'SK', 'author', 'budgets', 'head', 'head_id', 'invitations', 'writes'];
    expect(Object.keys(stored).sort()).toEqual(names);
    await call(remove.handler, { token, path: { id } });
    await call(endpoints.deleteForGood.handler, { token, path: { id } });
    expect(await tableContent()).not.toHaveProperty([`${PK} ${SK}`]);
  }
});

it('a create without a key stores no idempotencyRecord', async () => {
  expect(await claims()).toEqual([]);
});

describe('an id that another process used in the same millisecond', () => {
  it('of an event: the next one is taken', async () => {
    const { sub } = decodeJwt(token);
    // With the clock set back, the next id is the last one plus 1.
    const taken = nextId() + 1;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1_000 });
    await putItem(eventKey({ ownerId: String(sub), eventId: taken }), eventItem(taken, 0));
    const made = await createParty('a-key');
    expect([made.status, made.id]).toEqual([201, String(taken + 1)]);
    expectReplay(await createParty('a-key'), made);
  });

  it('of a budget: the next one is taken', async () => {
    const { sub } = decodeJwt(token);
    // The event's item takes one.
    const eventId = nextId() + 1;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1_000 });
    const item = eventItem(eventId, 1);
    await putItem(eventKey({ ownerId: String(sub), eventId }), item);
    const path = { id: String(eventId) };
    const [taken] = await allBudgets(token, path);
    const made = await addLine('a-key', {}, path);
    expect([made.status, made.id]).toEqual([201, String(eventId + 2)]);
    expectReplay(await addLine('a-key', {}, path), made);
    expect(await allBudgets(token, path)).toEqual([taken, made.body.data]);
  });
});

describe('the header', () => {
  it.each([
    ['a space', 'a key'],
    ['none of its own', ''],
    ['256 characters', 'x'.repeat(256)],
    ['a character beyond ASCII', 'é'],
    ['a control character', 'a\u007f'],
  ])('with %s gets 400, and nothing is stored', async (_, key) => {
    const before = await tableContent();
    for (const { status, body } of [await createParty(key, { name: '' }), await addLine(key)]) {
      expect(status).toBe(400);
      const message = 'Idempotency-Key must have 1 to 255 visible ASCII characters.';
      expect(body.errors).toEqual([{ field: 'Idempotency-Key', code: 'invalid', message }]);
    }
    expect(await tableContent()).toEqual(before);
  });

  it.each(['x', '!"~', '~'.repeat(255), '__proto__'])('may be %j', async (key) => {
    expect((await createParty(key)).status).toBe(201);
  });

  it('is stored only as a hash, and the input only as an HMAC', async () => {
    await createParty('a-key-to-find');
    const [idempotencyRecord, ...others] = await claims();
    expect(others).toEqual([]);
    expect(JSON.stringify(idempotencyRecord)).not.toMatch(/a-key-to-find|Ball|garden/);
  });
});
