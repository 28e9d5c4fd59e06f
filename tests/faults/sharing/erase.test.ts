import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getAccount } from '../../../lib/accounts/repository.ts';
import { eraseAccount } from '../../../lib/erasure/erase-account.ts';
import { call } from '../../support/call.ts';
import type { DatabaseRequest } from '../../support/database-proxy.ts';
import { erase } from '../../support/erase.ts';
import { gateToDatabase } from '../../support/proxied-database.ts';
import { allEvents, endpoints, newEvent, party, person } from '../../support/service.ts';
import { accountIdOf, newVerified } from '../../support/sharing.ts';
import { deleteEvent, trashOf } from '../../support/trash.ts';
import { wholeTable } from '../../support/whole-table.ts';
import { expectLinks } from '../stored.ts';

const { create, deleteAccount, signup, inviteMember, acceptInvitation } = endpoints;

const table = wholeTable();
const gate = await gateToDatabase();

async function newAccount() {
  const body = person();
  const token = z.string().parse((await call(signup.handler, { body })).body.token);
  return { ...body, token, id: accountIdOf(token) };
}

type Person = Awaited<ReturnType<typeof newAccount>>;

const leave = async ({ token, password }: Person) =>
  expect((await call(deleteAccount.handler, { token, body: { password } })).status).toBe(200);

/** Everything but the counters of rate limits, which belong to no account. */
const items = async () => (await table.items()).filter((item) => !('attempts' in item));
const itemsOf = async ({ id, email }: Person) =>
  (await items()).filter((item) => [id, email].some((text) => JSON.stringify(item).includes(text)));
/** What the table holds of everyone else. */
const otherItems = async ({ id }: Person) =>
  (await items()).filter((item) => !JSON.stringify(item).includes(id));

let ada: Person;
let grace: Person;
beforeEach(async () => {
  [ada, grace] = [await newAccount(), await newAccount()];
  await newEvent(grace.token);
});

const EVENTS = 3_000;
const KILLS = 10;

describe('an account with many events', () => {
  it('leaves nothing behind while it is still being written to', async () => {
    await table.addEvents(ada.id, EVENTS);
    const others = await otherItems(ada);
    const statuses: number[] = [];
    const write = async (): Promise<void> => {
      const { status } = await call(create.handler, { token: ada.token, body: party() });
      statuses.push(status);
      if (status !== 401) await write();
    };
    const writers = Array.from({ length: 4 }, write);
    await leave(ada);
    expect(await eraseAccount(ada.id, { settleMs: 500 })).toBe('erased');
    await Promise.all(writers);
    expect(statuses).toContain(201);
    expect(await itemsOf(ada)).toEqual([]);
    expect(await otherItems(ada)).toEqual(others);
  });

  it('leaves nothing behind after kills at random moments', { timeout: 180_000 }, async () => {
    await table.addEvents(ada.id, EVENTS);
    const others = await otherItems(ada);
    await leave(ada);
    for (let kills = 0; kills < KILLS; kills += 1) {
      expect(await eraseInProcess(ada, { killAt: randomInt(1, 200), isDone: kills % 2 === 0 })).toBe(
        'killed',
      );
    }
    expect(await itemsOf(ada)).not.toEqual([]);
    expect(await eraseInProcess(ada)).toBe('erased');
    expect(await itemsOf(ada)).toEqual([]);
    expect(await otherItems(ada)).toEqual(others);
  });
});

/**
 * Two who invite each other to two events each, made under a key. Each accepts one of the invitations and has another event in
 * the trash, and then one of them leaves.
 */
async function twoWhoShare() {
  const [one, other] = [await newVerified(), await newVerified()];
  for (const [owner, guest] of [[one, other] as const, [other, one] as const]) {
    for (const key of ['accepted', 'open']) {
      const headers = { 'idempotency-key': key };
      const created = await call(create.handler, { token: owner.token, headers, body: party() });
      const body = { email: guest.email, role: 'viewer' };
      const path = { event_id: created.id };
      const invited = await call(inviteMember.handler, { token: owner.token, path, body });
      const { id } = z.object({ id: z.int() }).parse(invited.body.data);
      const accept = () => call(acceptInvitation.handler, { token: guest.token, path: { id: String(id) } });
      if (key === 'accepted') expect((await accept()).status).toBe(200);
    }
    await deleteEvent(owner.token, await newEvent(owner.token));
  }
  const named = (who: typeof one): Person => ({ ...person(), ...who, id: accountIdOf(who.token) });
  await leave(named(one));
  return { leaver: named(one), kept: named(other) };
}

/** Nothing is half done, and what the account has itself goes before what it has of others. */
async function expectInOrder({ id, email }: Person): Promise<void> {
  const all = expectLinks(await table.items());
  const count = (partition: string, sortKey: RegExp) =>
    all.filter(({ PK, SK }) => PK === partition && sortKey.test(String(SK))).length;
  const inOrder = [
    count(`ACCOUNT#${id}`, /^(EVENT|INVITATIONS)/),
    count(`CLAIM#${id}`, /./),
    count(`ACCOUNT#${id}`, /^SHARED/),
    count(`EMAIL#${email}`, /^INVITATION/),
    count(`PERSON#${id}`, /./),
  ];
  const isBegun = inOrder.map((left, n) => left < (WHOLE[n] ?? 0));
  for (const [n, left] of inOrder.entries()) if (left > 0) expect(isBegun.slice(n + 1)).not.toContain(true);
}

/** How many of each the two have who share: events and a counter, claims, a membership, an invitation, and the account. */
const WHOLE = [4, 2, 1, 1, 1];

it.each([
  ['not executed', false],
  ['executed', true],
])(
  'an erasure that is killed at any of its requests, which is %s, can be repeated',
  {
    timeout: 180_000,
  },
  async (_, isDone) => {
    const prepare = table.remaking(twoWhoShare);
    let outcome: string | undefined;
    let killAt = 0;
    for (; outcome !== 'erased'; killAt += 1) {
      const { leaver, kept } = await prepare();
      await expectInOrder(leaver);
      outcome = await eraseInProcess(leaver, { killAt: killAt + 1, isDone });
      if (outcome === 'killed') {
        await expectInOrder(leaver);
        expect(await eraseInProcess(leaver), `killed at ${killAt + 1}`).toBe('erased');
      }
      expect(await itemsOf(leaver)).toEqual([]);
      await expectInOrder(leaver);
      expect(await allEvents(kept.token)).toHaveLength(2);
      expect(await trashOf(kept.token)).toHaveLength(1);
    }
    // The account; the partition, two requests for each event, and a batch; the claims, and a batch; the memberships, and
    // three requests for one; the invitations, and three requests for one; the address; and the account again.
    expect(killAt - 1).toBe(21);
  },
);

it.each([
  ['PutItem', {}],
  ['TransactWriteItems', { 'idempotency-key': 'a-key' }],
])('an event whose write was under way as a %s is deleted too', async (write, headers) => {
  const released = Promise.withResolvers<void>();
  const held = new Promise<void>((resolve) => {
    gate.before = async ({ operation, body }) => {
      if (operation !== write || !body.includes(`ACCOUNT#${ada.id}`)) return;
      gate.open();
      resolve();
      await released.promise;
    };
  });
  const writing = call(create.handler, { token: ada.token, headers, body: party() });
  await held;
  await leave(ada);
  const waits: number[] = [];
  const wait = async (milliseconds: number) => {
    waits.push(milliseconds);
    released.resolve();
    expect((await writing).status).toBe(201);
    expect((await itemsOf(ada)).map(({ SK }) => SK)).toContainEqual(expect.stringMatching(/^EVENT#/));
  };
  expect(await eraseAccount(ada.id, { wait })).toBe('erased');
  // The 10 seconds that a function has, and a margin.
  expect(waits).toEqual([15_000]);
  expect(await itemsOf(ada)).toEqual([]);
});

describe('an account that is not leaving', () => {
  it('is kept, after as long as its deletion may take', async () => {
    await newEvent(ada.token);
    const before = await items();
    const waits: number[] = [];
    const wait = async (milliseconds: number) => waits.push(milliseconds);
    expect(await eraseAccount(ada.id, { wait })).toBe('kept');
    expect(waits.reduce((sum, each) => sum + each, 0)).toBe(15_000);
    const withVersion = (item: Record<string, unknown>) =>
      item['account_id'] === ada.id && 'version' in item ? { ...item, version: 2 } : item;
    expect(await items()).toEqual(before.map(withVersion));
  });

  it('stays, even if its deletion reaches the table later', async () => {
    let late: DatabaseRequest | undefined;
    gate.before = (request) => {
      if (request.operation !== 'TransactWriteItems') return undefined;
      late ??= request;
      return 'lose';
    };
    const { status } = await call(deleteAccount.handler, {
      token: ada.token,
      body: { password: ada.password },
    });
    gate.open();
    expect([status, await erase(ada.id)]).toEqual([503, 'kept']);
    expect(await late?.execute()).toMatchObject({ status: 400 });
    expect(await getAccount(ada.id)).not.toHaveProperty('leaving');
    expect((await call(create.handler, { token: ada.token, body: party() })).status).toBe(201);
    await leave(ada);
    expect(await erase(ada.id)).toBe('erased');
    expect(await itemsOf(ada)).toEqual([]);
  });

  it('is erased if it is marked in the last moment', async () => {
    gate.before = async ({ operation, body }) => {
      if (operation !== 'UpdateItem' || !body.includes(ada.id)) return;
      gate.open();
      await leave(ada);
    };
    expect(await erase(ada.id)).toBe('erased');
    expect(await itemsOf(ada)).toEqual([]);
  });

  it('is erased if it is marked meanwhile', async () => {
    let waits = 0;
    const wait = async () => {
      waits += 1;
      if (waits === 3) await leave(ada);
    };
    expect(await eraseAccount(ada.id, { wait })).toBe('erased');
    expect(await itemsOf(ada)).toEqual([]);
  });
});

describe('an address that is used again', () => {
  it('keeps its new account, which starts empty', async () => {
    await newEvent(ada.token);
    await leave(ada);
    const { email, password } = ada;
    const { body } = await call(signup.handler, { body: person({ email, password }) });
    const token = String(body.token);
    const path = await newEvent(token);
    const others = await otherItems(ada);
    expect(await eraseAccount(ada.id, { settleMs: 1 })).toBe('erased');
    expect(await otherItems(ada)).toEqual(others);
    expect((await allEvents(token)).map(({ id }) => String(id))).toEqual([path.id]);
    expect((await call(endpoints.login.handler, { body: { username: email, password } })).status).toBe(200);
  });

  it.each(['before', 'after'] as const)('can be used right %s the erasure gives it up', async (moment) => {
    await leave(ada);
    const { email, password } = ada;
    let token: unknown;
    gate[moment] = async ({ operation, body }) => {
      if (operation !== 'DeleteItem' || !body.includes(email)) return;
      gate.open();
      token = (await call(signup.handler, { body: person({ email, password }) })).body.token;
    };
    expect(await eraseAccount(ada.id, { settleMs: 1 })).toBe('erased');
    expect(await allEvents(String(token))).toEqual([]);
    expect((await call(endpoints.login.handler, { body: { username: email, password } })).status).toBe(200);
  });
});

it('an erasure that runs out of time can be continued', async () => {
  await table.addEvents(ada.id, 100);
  await leave(ada);
  let groups = 2;
  const hasTime = () => groups-- > 0;
  expect(await eraseAccount(ada.id, { settleMs: 1, hasTime })).toBe('unfinished');
  expect(await getAccount(ada.id)).toBeDefined();
  expect((await itemsOf(ada)).filter(({ SK }) => String(SK).startsWith('EVENT#'))).toHaveLength(50);
  expect(await eraseAccount(ada.id, { settleMs: 1 })).toBe('erased');
  expect(await itemsOf(ada)).toEqual([]);
});

/** Erases an account in a process of its own, and kills that at one of its requests, executed or not. */
async function eraseInProcess({ id }: Person, kill?: { killAt: number; isDone: boolean }): Promise<string> {
  let requests = 0;
  let child: ChildProcess | undefined;
  let last: string | undefined;
  const strike = async () => {
    child?.kill('SIGKILL');
    // Long enough for the signal. What comes later belongs to no one.
    await setTimeout(20);
  };
  gate.before = async ({ body }) => {
    requests += 1;
    if (requests !== kill?.killAt) return;
    last = body;
    if (kill.isDone) return;
    await strike();
    await new Promise(() => undefined);
  };
  gate.after = async ({ body }) => {
    if (kill?.isDone && body === last) await strike();
  };
  child = spawn(process.execPath, ['tests/faults/sharing/erase-process.ts', id, '20'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  await once(child, 'close');
  gate.open();
  return child.signalCode === 'SIGKILL' ? 'killed' : output.trim();
}
