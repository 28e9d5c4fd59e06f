import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { nextId } from '../../lib/id.ts';
import type { Outcome } from '../support/call.ts';
import { type Client, clientOf, newClient, sharedClients } from '../support/client.ts';
import { eventItem } from '../support/event-item.ts';
import { allBudgets, allEvents, catering, party } from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';
import { killedAfter } from '../support/stepping.ts';
import { putItem, rejected, tableContent } from '../support/table.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
});
afterEach(() => {
  vi.useRealTimers();
});

const keyed = (key: string) => ({ 'idempotency-key': key });
const createParty = (key: string, fields = {}) => ada.create(party({ name: 'Ball', ...fields }), keyed(key));
const addLine = (key: string, fields = {}, { id } = event) =>
  ada.createBudget({ event_id: id }, catering(fields), keyed(key));
const balls = async () => (await allEvents(ada.token)).filter(({ name }) => name === 'Ball');
const lines = (path = event) => allBudgets(ada.token, path);
const idsOf = (things: { id: number }[]) => things.map(({ id }) => String(id));
const claims = async () =>
  Object.entries(await tableContent()).filter(([key]) => key.startsWith(`CLAIM#${accountIdOf(ada.token)} `));
const keyOf = (eventId: number) => eventKey({ ownerId: accountIdOf(ada.token), eventId });

const expectMade = ({ status, headers }: Outcome) =>
  expect([status, headers['idempotency-replayed']]).toEqual([201, undefined]);
const expectReplay = (again: Outcome, first: Outcome) => {
  const { 'idempotency-replayed': replayed, etag, ...headers } = again.headers;
  const { etag: _, ...original } = first.headers;
  expect([again.status, again.text, headers]).toEqual([201, first.text, original]);
  expect([replayed, etag]).toEqual(['true', undefined]);
};

describe('a repeat with the same key', () => {
  it('gets the first response again, also in another text with the same meaning, and creates nothing', async () => {
    const [made, line] = [await createParty('a-key'), await addLine('a-key')];
    for (const each of [made, line]) expectMade(each);
    expectReplay(await createParty('a-key'), made);
    expectReplay(await createParty('a-key', { name: ' Ball ', x: 1 }), made);
    expectReplay(await addLine('a-key'), line);
    expect([idsOf(await balls()), idsOf(await lines())]).toEqual([[made.id], [line.id]]);
  });

  it('gets the first response even if the item was changed or deleted since', async () => {
    const made = await addLine('a-key');
    const path = { event_id: event.id, id: made.id };
    await ada.updateBudget(path, { amount: 7 });
    expectReplay(await addLine('a-key'), made);
    expect((await ada.viewBudget(path)).body.data).toMatchObject({ amount: 7 });
    expect((await ada.deleteBudget(path)).status).toBe(200);
    expectReplay(await addLine('a-key'), made);
    expect(await lines()).toEqual([]);
  });

  it('gets the same response in 20 concurrent calls, and one item is created', async () => {
    for (const send of [createParty, addLine]) {
      const outcomes = await Promise.all(Array.from({ length: 20 }, () => send('a-key')));
      expect(outcomes.map(({ status }) => status)).toEqual(Array(20).fill(201));
      expect(new Set(outcomes.map(({ headers, text }) => `${headers['location']} ${text}`)).size).toBe(1);
      expect(outcomes.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
    }
    expect([await balls(), await lines()]).toMatchObject([[{}], [{}]]);
  });

  it('gets 422 if its input is another one, and makes nothing', async () => {
    await createParty('a-key', { description: 'x' });
    await addLine('a-key', { spent: 0 });
    for (const send of [createParty, addLine]) {
      const { status, body } = await rejected(() => send('a-key'));
      const message = 'Idempotency-Key was already used with different input.';
      expect([status, body.errors]).toEqual([422, [{ field: 'Idempotency-Key', code: 'reused', message }]]);
    }
  });
});

describe('the same key is a different one', () => {
  it('in another account', async () => {
    await createParty('a-key');
    ada = await newClient();
    expectMade(await createParty('a-key', { description: 'x' }));
    expect(await balls()).toMatchObject([{ description: 'x' }]);
  });

  it('for another operation, for another event, and in upper case', async () => {
    const second = await ada.newEvent();
    const made = await createParty('a-key');
    const others = [await addLine('a-key'), await addLine('a-key', {}, second), await createParty('A-key')];
    for (const each of others) expectMade(each);
    expect(others.at(-1)?.id).not.toBe(made.id);
    expect([await lines(), await lines(second)]).toMatchObject([[{}], [{}]]);
  });

  it('24 hours later', async () => {
    const renew = async () => {
      ada = clientOf(String((await ada.refresh()).body.token));
    };
    const made = await createParty('a-key');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_395_000 });
    await renew();
    expectReplay(await createParty('a-key'), made);
    vi.setSystemTime(Date.now() + 10_000);
    await renew();
    const later = await createParty('a-key', { description: 'x' });
    expectMade(later);
    expectReplay(await createParty('a-key', { description: 'x' }), later);
    expect(await balls()).toHaveLength(2);
  });
});

describe('an error is not remembered', () => {
  it('if the input is invalid: the key is not claimed', async () => {
    expect((await createParty('a-key', { name: '' })).status).toBe(422);
    expect(await claims()).toEqual([]);
    expect((await createParty('a-key')).status).toBe(201);
  });

  it('if the event is full: a repeat tries again, with the same or other input', async () => {
    const id = 1_000;
    await putItem(keyOf(id), eventItem(id, 500));
    const full = { id: String(id) };
    for (const key of ['one', 'one', 'two']) expect((await addLine(key, {}, full)).status).toBe(409);
    for (const line of [id + 1, id + 2])
      expect((await ada.deleteBudget({ event_id: full.id, id: String(line) })).status).toBe(200);
    for (const [key, fields] of [['one', {}] as const, ['two', { name: 'Other' }] as const]) {
      const made = await addLine(key, fields, full);
      expectMade(made);
      expectReplay(await addLine(key, fields, full), made);
    }
    expect(await lines(full)).toHaveLength(500);
  });

  it('if there is no such event', async () => {
    for (const _ of [1, 2]) expect((await addLine('a-key', {}, { id: '1' })).status).toBe(404);
  });
});

describe('an event that was created with a key', () => {
  it('is deleted like any other, and a repeat doesn’t bring it back', async () => {
    const made = await createParty('a-key');
    const path = { id: made.id };
    await addLine('a-key', {}, path);
    expect((await ada.delete(path)).status).toBe(200);
    expectReplay(await createParty('a-key'), made);
    expect(await balls()).toEqual([]);
    expect((await ada.exportAccount()).body.data).toMatchObject({ events: [{ id: Number(event.id) }] });
    const [on, line] = [{ event_id: path.id }, { event_id: path.id, id: '1' }];
    const gone = [
      ...[ada.view(path), ada.update(path, { name: 'Ball' }), ada.delete(path), ada.listBudgets(on)],
      ...[addLine('another', {}, path), ada.createBudget(on, catering()), ada.viewBudget(line)],
      ...[ada.updateBudget(line, { amount: 1 }), ada.deleteBudget(line)],
    ];
    for (const { status } of await Promise.all(gone)) expect(status).toBe(404);
  });

  it('leaves nothing but its record once it is deleted for good', async () => {
    const before = await tableContent();
    const path = { id: (await createParty('a-key')).id };
    await ada.delete(path);
    await ada.deleteForGood(path);
    const added = Object.keys(await tableContent()).filter((key) => !(key in before));
    expect(added).toEqual([expect.stringMatching(/^CLAIM#/)]);
  });

  it('has the same attributes as one that was created without, which has no record', async () => {
    expect(await claims()).toEqual([]);
    const made = { id: (await createParty('a-key')).id };
    for (const path of [event, made]) {
      const { PK, SK } = keyOf(Number(path.id));
      const stored = Object(await tableContent())[`${PK} ${SK}`];
      const names = ['PK', 'SK', 'author', 'budgets', 'head', 'head_id', 'invitations', 'writes'];
      expect(Object.keys(stored).sort()).toEqual(names);
      await ada.delete(path);
      await ada.deleteForGood(path);
      expect(await tableContent()).not.toHaveProperty([`${PK} ${SK}`]);
    }
  });
});

it('a removed member gets the first response again, and 404 if nothing was created', async () => {
  const shared = await sharedClients();
  ({ editor: ada, event } = shared);
  const made = await addLine('made');
  expect(made.status).toBe(201);
  // The session, the claim, and the event by its pointer.
  expect((await killedAfter(5, () => addLine('stopped'))).status).toBe(500);
  expect(await claims()).toHaveLength(1);
  await shared.owner.removeMember({ event_id: event.id, id: shared.ids.editor });
  const withoutClaims = async () =>
    Object.entries(await tableContent()).filter(([key]) => !key.startsWith('CLAIM#'));
  const before = await withoutClaims();
  expectReplay(await addLine('made'), made);
  expect((await addLine('stopped')).status).toBe(404);
  expect(await withoutClaims()).toEqual(before);
  expect(await allBudgets(shared.owner.token, event)).toHaveLength(2);
});

describe('an id that another process used in the same millisecond: the next one is taken', () => {
  it('of an event', async () => {
    // With the clock set back, the next id is the last one plus 1.
    const taken = nextId() + 1;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1_000 });
    await putItem(keyOf(taken), eventItem(taken, 0));
    const made = await createParty('a-key');
    expect([made.status, made.id]).toEqual([201, String(taken + 1)]);
    expectReplay(await createParty('a-key'), made);
  });

  it('of a budget', async () => {
    // The event's item takes one.
    const eventId = nextId() + 1;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 1_000 });
    await putItem(keyOf(eventId), eventItem(eventId, 1));
    const path = { id: String(eventId) };
    const [taken] = await lines(path);
    const made = await addLine('a-key', {}, path);
    expect([made.status, made.id]).toEqual([201, String(eventId + 2)]);
    expectReplay(await addLine('a-key', {}, path), made);
    expect(await lines(path)).toEqual([taken, made.body.data]);
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
    for (const send of [() => createParty(key, { name: '' }), () => addLine(key)]) {
      const { status, body } = await rejected(send);
      const message = 'Idempotency-Key must have 1 to 255 visible ASCII characters.';
      expect([status, body.errors]).toEqual([400, [{ field: 'Idempotency-Key', code: 'invalid', message }]]);
    }
  });

  it.each(['x', '!"~', '~'.repeat(255), '__proto__'])('may be %j', async (key) => {
    expect((await createParty(key)).status).toBe(201);
  });

  it('is stored only as a hash, and the input only as an HMAC', async () => {
    await createParty('a-key-to-find');
    const [record, ...others] = await claims();
    expect(others).toEqual([]);
    expect(JSON.stringify(record)).not.toMatch(/a-key-to-find|Ball|garden/);
  });
});
