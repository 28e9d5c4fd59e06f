import { beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../support/call.ts';
import { type Client, newClient } from '../support/client.ts';
import { gateToDatabase } from '../support/proxied-database.ts';
import { allBudgets, allEvents, catering } from '../support/service.ts';
import { killedAfter, killedDuring } from '../support/stepping.ts';

const gate = await gateToDatabase();

/** A create of a budget under a key asks for the session, the claim and the event before it writes. */
const BEFORE_WRITE = 3;

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
});

const rename = () => ada.update(event, { name: 'Ball' });
const add = (tag: string, fields = {}) => {
  const headers = { 'idempotency-key': 'a-key', 'if-match': tag };
  return ada.createBudget({ event_id: event.id }, catering(fields), headers);
};
const remove = ({ id }: Outcome) => ada.deleteBudget({ event_id: event.id, id });
const ids = async () => (await allBudgets(ada.token, event)).map(({ id }) => String(id));
/** Whether it was done, whether it is a replay, and what it made. */
const seen = ({ status, isReplay, id }: Outcome) => [status, isReplay, id];

describe('a budget created under a key with If-Match', () => {
  it('is replayed, although its tag is old by then', async () => {
    const made = await add('"1"');
    const again = await add('"1"');
    expect(seen(again)).toEqual([201, true, made.id]);
    expect(again.headers).not.toHaveProperty('etag');
    expect(await ids()).toEqual([made.id]);
  });

  it('is replayed after it or its event was deleted, and makes nothing', async () => {
    const made = await add('"1"');
    await remove(made);
    expect([(await add('"1"')).text, await ids()]).toEqual([made.text, []]);
    await ada.delete(event);
    const again = await add('"1"');
    expect([again.status, again.isReplay, again.text]).toEqual([201, true, made.text]);
    expect(await allEvents(ada.token)).toEqual([]);
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
    expect([made.status, made.isReplay, made.tag]).toEqual([201, false, '"0"']);
    expect((await add('"1"')).isReplay).toBe(true);
    expect(await ids()).toEqual([made.id]);
  });

  it('takes other input after a 412, and after a 400 for a malformed tag', async () => {
    expect([(await add('"7"')).status, (await add('7')).status]).toEqual([412, 400]);
    expect((await add('"1"', { amount: 1 })).status).toBe(201);
    expect((await add('"1"')).status).toBe(422);
    expect(await allBudgets(ada.token, event)).toMatchObject([{ amount: 1 }]);
  });

  it('with no such event is 404, before 412', async () => {
    await ada.delete(event);
    for (const tag of ['"7"', '*']) expect((await add(tag)).status).toBe(404);
  });

  it('is made by the repeat if the first one was killed before its write', async () => {
    expect((await killedAfter(BEFORE_WRITE, () => add('"1"'))).status).toBe(500);
    expect(await ids()).toEqual([]);
    const again = await add('"1"');
    expect(seen(again)).toEqual([201, false, ...(await ids())]);
  });

  it('is rejected by the repeat if another write came between', async () => {
    expect((await killedAfter(BEFORE_WRITE, () => add('"1"'))).status).toBe(500);
    await rename();
    expect((await add('"1"')).status).toBe(412);
    expect(await ids()).toEqual([]);
    expect((await add('"2"')).status).toBe(201);
    expect(await ids()).toHaveLength(1);
  });

  it('is found by the repeat if the first one was killed after its write', async () => {
    expect((await killedDuring(BEFORE_WRITE + 1, () => add('"1"'))).status).toBe(500);
    const [id] = await ids();
    for (let n = 0; n < 6; n += 1) await rename();
    expect(seen(await add('"1"'))).toEqual([201, true, id]);
    expect(await ids()).toEqual([id]);
  });

  it('is no replay if the response to it and its own record is lost', async () => {
    gate.after = ({ operation }) => {
      if (operation !== 'TransactWriteItems') return undefined;
      gate.open();
      return 'lose';
    };
    const made = await add('"1"');
    expect([made.status, made.isReplay, made.tag]).toEqual([201, false, '"0"']);
    expect(await ids()).toEqual([made.id]);
  });
});

describe('at once', () => {
  /** Starts a create and stops it before its write, until `goOn` is called. */
  async function slowly(create: () => Promise<Outcome>) {
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
    gate.before = ({ operation }) => {
      if (operation !== 'TransactWriteItems') return undefined;
      gate.open();
      hold();
      return mayGoOn;
    };
    const outcome = create();
    await isHeld;
    return { outcome, goOn };
  }

  it('a repeat after a rejection makes the same as a slow one', async () => {
    const slow = await slowly(() => add('*'));
    expect((await add('"7"')).status).toBe(412);
    const made = await add('*');
    slow.goOn();
    expect((await slow.outcome).id).toBe(made.id);
    expect(await ids()).toEqual([made.id]);
  });

  it('a slow one that would be rejected gets what another one made, and takes nothing back', async () => {
    const slow = await slowly(() => add('"1"'));
    const made = await add('*');
    await remove(made);
    slow.goOn();
    expect(seen(await slow.outcome)).toEqual([201, true, made.id]);
    expect((await add('*')).isReplay).toBe(true);
    expect(await ids()).toEqual([]);
  });

  it('a slow one makes what it was asked for, although others with its key were rejected', async () => {
    const slow = await slowly(() => add('*'));
    expect((await add('"7"')).status).toBe(412);
    expect((await add('"7"', { amount: 1 })).status).toBe(412);
    slow.goOn();
    const first = await slow.outcome;
    expect([first.status, first.isReplay]).toEqual([201, false]);
    expect((await add('*', { amount: 1 })).status).toBe(422);
    expect(await ids()).toEqual([first.id]);
  });

  it('of a slow one and one with other input, one is made and the other gets 422', async () => {
    const slow = await slowly(() => add('*'));
    const made = await add('*', { amount: 1 });
    slow.goOn();
    expect([made.status, (await slow.outcome).codes]).toEqual([201, [422, 'Idempotency-Key reused']]);
    expect(await ids()).toEqual([made.id]);
  });
});
