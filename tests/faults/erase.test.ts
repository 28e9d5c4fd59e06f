import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getAccount } from '../../lib/accounts/account-repository.ts';
import { claimEmail } from '../../lib/accounts/email-claims.ts';
import { eraseAccount } from '../../lib/accounts/erase.ts';
import { accountKey } from '../../lib/dynamodb/keys.ts';
import { Update } from '../../lib/dynamodb/update.ts';
import { call } from '../support/call.ts';
import { gateToDatabase } from '../support/gate.ts';
import { allEvents, endpoints, newEvent, party, person } from '../support/service.ts';
import { newVerified } from '../support/sharing.ts';
import { wholeTable } from '../support/whole-table.ts';

const { create, deleteAccount, signup } = endpoints;

const emulator = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
const table = wholeTable(emulator);
const gate = await gateToDatabase();

async function newAccount() {
  const body = person();
  const token = z.string().parse((await call(signup.handler, { body })).body.token);
  return { ...body, token, id: String(decodeJwt(token).sub) };
}

type Person = Awaited<ReturnType<typeof newAccount>>;

const leave = async ({ token, password }: Person) =>
  expect((await call(deleteAccount.handler, { token, body: { password } })).status).toBe(200);

/** Everything but the counters of rate limits, which belong to no account. */
const items = async () => (await table.items()).filter((item) => !('expires_at' in item));
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

/** Adds an address to the account's claims, as a change of its address does. */
async function claimAnother({ id }: Person): Promise<string> {
  const email = person().email;
  await new Update(accountKey(id)).set(['claims', email], Date.now()).ifExists(['PK']).send();
  await claimEmail(email, id);
  return email;
}

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
      expect(await eraseInProcess(ada, { killAt: randomInt(1, 13), isDone: kills % 2 === 0 })).toBe('killed');
    }
    expect(await itemsOf(ada)).not.toEqual([]);
    expect(await eraseInProcess(ada)).toBe('erased');
    expect(await itemsOf(ada)).toEqual([]);
    expect(await otherItems(ada)).toEqual(others);
  });
});

it('an erasure that is killed at any of its requests can be repeated', { timeout: 180_000 }, async () => {
  let outcome: string | undefined;
  let killAt = 0;
  for (; outcome !== 'erased'; killAt += 1) {
    const person = await newAccount();
    await table.addEvents(person.id, 30);
    const further = await claimAnother(person);
    const others = await otherItems(person);
    await leave(person);
    outcome = await eraseInProcess(person, { killAt: killAt + 1, isDone: killAt % 2 === 1 });
    if (outcome === 'killed') expect(await eraseInProcess(person), `killed at ${killAt + 1}`).toBe('erased');
    expect(await itemsOf(person)).toEqual([]);
    expect(await otherItems(person)).toEqual(others);
    expect(JSON.stringify(others)).not.toContain(further);
  }
  // The account, a page of its items and two batches, two addresses, and the account again.
  expect(killAt).toBe(8);
});

it('invitations are withdrawn after a kill at any request of the erasure', { timeout: 180_000 }, async () => {
  const { inviteMember } = endpoints;
  let outcome: string | undefined;
  let killAt = 0;
  for (; outcome !== 'erased'; killAt += 1) {
    const [owner, guest] = [await newVerified(), await newVerified()];
    for (let n = 0; n < 2; n += 1) {
      const { id } = await newEvent(owner.token);
      const body = { email: guest.email, role: 'viewer' };
      const { status } = await call(inviteMember.handler, {
        token: owner.token,
        path: { event_id: id },
        body,
      });
      expect(status).toBe(201);
    }
    const account = { ...person(), ...guest, id: String(decodeJwt(guest.token).sub) };
    const withAddress = async () =>
      (await table.items()).filter((item) => JSON.stringify(item).includes(guest.email));
    // The account, its address, two events and two invitations.
    expect(await withAddress()).toHaveLength(6);
    await leave(account);
    // At the write to an event, after it: its invitation is left.
    outcome = await eraseInProcess(account, { killAt: killAt + 1, isDone: killAt % 2 === 0 });
    if (outcome === 'killed') expect(await eraseInProcess(account), `killed at ${killAt + 1}`).toBe('erased');
    expect(await withAddress()).toEqual([]);
  }
  // The account, its items, its invitations, two requests for each, its address, and the account again.
  expect(killAt).toBe(10);
});

it('an event whose write was under way is deleted too', async () => {
  const released = Promise.withResolvers<void>();
  const held = new Promise<void>((resolve) => {
    gate.before = async ({ operation, body }) => {
      if (operation !== 'PutItem' || !body.includes(ada.id)) return;
      resolve();
      await released.promise;
    };
  });
  const writing = call(create.handler, { token: ada.token, body: party() });
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
    expect(await items()).toEqual(before);
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
  let batches = 2;
  const hasTime = () => batches-- > 0;
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
  const strike = async (isDone: boolean) => {
    if (!kill || isDone !== kill.isDone || requests !== kill.killAt) return;
    child?.kill('SIGKILL');
    // Long enough for the signal. What comes later belongs to no one.
    await setTimeout(20);
    if (!isDone) await new Promise(() => undefined);
  };
  gate.before = () => {
    requests += 1;
    return strike(false);
  };
  gate.after = () => strike(true);
  child = spawn(process.execPath, ['tests/support/erase-process.ts', id, '20'], {
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
