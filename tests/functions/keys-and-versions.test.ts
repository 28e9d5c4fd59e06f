import { beforeEach, describe, expect, it } from 'vitest';
import { call, type Outcome } from '../support/call.ts';
import { gateToDatabase } from '../support/gate.ts';
import { allBudgets, allEvents, catering, endpoints, newEvent, newToken } from '../support/service.ts';
import { killedAfter, killedDuring } from '../support/stepping.ts';

const gate = await gateToDatabase();

/** A create of a budget under a key asks for the session, the claim and the event before it writes. */
const BEFORE_WRITE = 3;
async function killedBeforeWrite(work: () => Promise<Outcome>): Promise<void> {
  expect((await killedAfter(BEFORE_WRITE, work)).status).toBe(500);
}
async function killedAfterWrite(work: () => Promise<Outcome>): Promise<void> {
  expect((await killedDuring(BEFORE_WRITE + 1, work)).status).toBe(500);
}

/** Loses the response to the next request of this kind. */
const loseNext = (kind: string) => {
  gate.after = ({ operation }) => {
    if (operation !== kind) return undefined;
    gate.open();
    return 'lose';
  };
};

const { update, createBudget, deleteBudget } = endpoints;
const remove = endpoints.delete;

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
});

const rename = () => call(update.handler, { token, path: event, body: { name: 'Ball' } });

describe('a budget created under a key with If-Match', () => {
  const add = (tag: string, fields = {}) =>
    call(createBudget.handler, {
      token,
      path: { event_id: event.id },
      headers: { 'idempotency-key': 'a-key', 'if-match': tag },
      body: catering(fields),
    });
  const ids = async () => (await allBudgets(token, event)).map(({ id }) => String(id));

  it('is replayed, although its tag is old by then', async () => {
    const made = await add('"1"');
    const again = await add('"1"');
    expect([again.status, again.isReplay, again.id]).toEqual([201, true, made.id]);
    expect(again.headers).not.toHaveProperty('etag');
    expect(await ids()).toEqual([made.id]);
  });

  it('is replayed after it or its event was deleted, and makes nothing', async () => {
    const made = await add('"1"');
    await call(deleteBudget.handler, { token, path: { event_id: event.id, id: made.id } });
    expect([(await add('"1"')).text, await ids()]).toEqual([made.text, []]);
    await call(remove.handler, { token, path: event });
    const again = await add('"1"');
    expect([again.status, again.isReplay, again.text]).toEqual([201, true, made.text]);
    expect(await allEvents(token)).toEqual([]);
  });

  it('with other input is 422, before 412', async () => {
    await add('"1"');
    expect((await add('"7"', { amount: 1 })).status).toBe(422);
    expect(await ids()).toHaveLength(1);
  });

  it('with an old tag is 412, until the tag is the current one', async () => {
    await rename();
    for (const tag of ['"1"', '"1"', 'W/"2"']) expect((await add(tag)).status).toBe(412);
    expect(await ids()).toEqual([]);
    const made = await add('"2"');
    expect([made.status, made.isReplay, made.headers['etag']]).toEqual([201, false, '"0"']);
    expect((await add('"1"')).isReplay).toBe(true);
    expect(await ids()).toEqual([made.id]);
  });

  it('takes other input after a 412', async () => {
    expect((await add('"7"')).status).toBe(412);
    expect((await add('"1"', { amount: 1 })).status).toBe(201);
    expect((await add('"1"')).status).toBe(422);
    expect(await allBudgets(token, event)).toMatchObject([{ amount: 1 }]);
  });

  it('with no such event is 404, before 412', async () => {
    await call(remove.handler, { token, path: event });
    for (const tag of ['"7"', '*']) expect((await add(tag)).status).toBe(404);
  });

  it('with a malformed tag is 400, and claims nothing', async () => {
    expect((await add('7')).status).toBe(400);
    expect((await add('"1"', { amount: 1 })).status).toBe(201);
  });

  it('is made by the repeat if the first one was killed before its write', async () => {
    await killedBeforeWrite(() => add('"1"'));
    expect(await ids()).toEqual([]);
    const again = await add('"1"');
    expect([again.status, again.isReplay, await ids()]).toEqual([201, false, [again.id]]);
  });

  it('is refused by the repeat if another write came between', async () => {
    await killedBeforeWrite(() => add('"1"'));
    await rename();
    expect((await add('"1"')).status).toBe(412);
    expect(await ids()).toEqual([]);
    expect((await add('"2"')).status).toBe(201);
    expect(await ids()).toHaveLength(1);
  });

  it('is found by the repeat if the first one was killed after its write', async () => {
    await killedAfterWrite(() => add('"1"'));
    const [id] = await ids();
    for (let n = 0; n < 6; n += 1) await rename();
    const again = await add('"1"');
    expect([again.status, again.isReplay, again.id, await ids()]).toEqual([201, true, id, [id]]);
  });

  it('is no replay if the response to it and its own idempotencyRecord is lost', async () => {
    loseNext('TransactWriteItems');
    const made = await add('"1"');
    expect([made.status, made.isReplay, made.headers['etag']]).toEqual([201, false, '"0"']);
    expect(await ids()).toEqual([made.id]);
  });
});
