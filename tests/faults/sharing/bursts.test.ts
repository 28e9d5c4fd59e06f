import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { eventKey, invitationsKey } from '../../../lib/dynamodb/keys.ts';
import { clearAttempts } from '../../../lib/dynamodb/rate-limit.ts';
import { call, type Outcome } from '../../support/call.ts';
import { randomFrom } from '../../support/choices.ts';
import { conflictOf } from '../../support/database-errors.ts';
import { keysIn } from '../../support/database-proxy.ts';
import { proxiedDatabase } from '../../support/proxied-database.ts';
import { historyLength, SEED } from '../../support/scale.ts';
import { endpoints, newEvent } from '../../support/service.ts';
import { accountIdOf, newVerified, referenceOf } from '../../support/sharing.ts';
import { wholeTable } from '../../support/whole-table.ts';
import { expectLinks, type SharedEvent, sharedEventIn } from '../stored.ts';

/** DynamoDB goes on rejecting writes for some time after a transaction was answered. */
const HELD_AFTER_MS = 10;
/** How long a request takes, at most. */
const LATENCY_MS = 10;

/**
 * Puts a proxy in front of the database of a test file, with the write conflicts that DynamoDB has and no emulator makes: a
 * transaction is cancelled that meets another one or a write of one of its items, and a write is rejected that meets a
 * transaction.
 */
async function conflictingDatabase(seed: number): Promise<{ conflicts: number }> {
  const random = randomFrom(seed);
  const underWay = new Set<{ isTransaction: boolean; keys: string[] }>();
  const database = { conflicts: 0 };
  await proxiedDatabase(async (request) => {
    const isOfOne = /^(?:Put|Update|Delete)Item$/.test(request.operation);
    const isTransaction = request.operation === 'TransactWriteItems';
    const named = isOfOne || isTransaction ? keysIn(JSON.parse(request.body)) : [];
    const write = { isTransaction, keys: named.map(({ PK, SK }) => `${PK} ${SK}`) };
    const met = write.keys.map((each) =>
      [...underWay].some(
        ({ isTransaction, keys }) => (isTransaction || write.isTransaction) && keys.includes(each),
      ),
    );
    const isRejected = met.includes(true);
    if (!isRejected) underWay.add(write);
    await setTimeout(random() * LATENCY_MS);
    if (isRejected) {
      database.conflicts += 1;
      return conflictOf(request, (place) => met[place] ?? false);
    }
    const answer = await request.execute();
    const leaving = setTimeout(write.isTransaction ? HELD_AFTER_MS : 0);
    leaving.then(() => underWay.delete(write));
    return answer;
  });
  return database;
}

/** How many accept at once; 49 is the most that an event takes. OPERATIONS overrides it. */
const ACCEPTS = historyLength(20);

const table = wholeTable();
const database = await conflictingDatabase(SEED);

const { inviteMember, acceptInvitation, declineInvitation, removeMember, update, createBudget } = endpoints;

/** An event, its owner, and whom it invites. */
const prepare = table.remaking(async () => {
  const { token: owner } = await newVerified();
  const event = await newEvent(owner);
  const guests = [];
  for (let n = 0; n < ACCEPTS; n += 1) {
    const { token, email } = await newVerified();
    const path = { event_id: event.id };
    const { body } = await call(inviteMember.handler, {
      token: owner,
      path,
      body: { email, role: 'editor' },
    });
    const { id } = z.object({ id: z.coerce.string() }).parse(body.data);
    guests.push({ accountId: accountIdOf(token), token, email, id });
    // An account may send 20 in an hour.
    await clearAttempts({ key: invitationsKey(accountIdOf(owner)) });
  }
  return { owner, event, guests };
});

type Prepared = Awaited<ReturnType<typeof prepare>>;
let owner: Prepared['owner'];
let event: Prepared['event'];
let guests: Prepared['guests'];
beforeEach(async () => {
  vi.spyOn(Math, 'random').mockImplementation(randomFrom(SEED));
  ({ owner, event, guests } = await prepare());
  database.conflicts = 0;
  return () => vi.restoreAllMocks();
});

const accept = ({ token, id }: (typeof guests)[number]) =>
  call(acceptInvitation.handler, { token, path: { id } });
const decline = ({ token, id }: (typeof guests)[number]) =>
  call(declineInvitation.handler, { token, path: { id } });

/** The event, of which each role has its pointer, and each invitation its item. */
async function storedEvent(): Promise<SharedEvent> {
  const items = expectLinks(await table.items());
  const { SK } = eventKey(referenceOf(owner, event));
  return sharedEventIn(items.find((item) => item['SK'] === SK && item['head_id'] === Number(event.id)));
}

/** Expects that a call was done, or is to be sent again. Returns whether it was done. */
function isDone({ status, headers }: Outcome): boolean {
  expect([200, 201, 503]).toContain(status);
  expect(headers['retry-after'] !== undefined).toBe(status === 503);
  return status < 300;
}

describe('with the write conflicts of DynamoDB', { timeout: 600_000 }, () => {
  it(`${ACCEPTS} accepts of one event at once are each done or not, as their answers say`, async () => {
    const done = (await Promise.all(guests.map(accept))).map(isDone);
    const { roles, invitations } = await storedEvent();
    for (const [index, { accountId, email, id }] of guests.entries()) {
      const [role, invitation] = done[index] ? [Number(id), undefined] : [undefined, Number(id)];
      expect([roles[accountId]?.m, invitations[email]?.i]).toEqual([role, invitation]);
    }
    expect(database.conflicts).toBeGreaterThan(ACCEPTS / 2);
    for (const guest of guests) expect((await accept(guest)).status).toBe(200);
    expect(Object.keys((await storedEvent()).roles)).toHaveLength(ACCEPTS);
    if (process.env['OPERATIONS'])
      console.info({
        accepts: ACCEPTS,
        with503: done.filter((is) => !is).length,
        conflicts: database.conflicts,
      });
  });

  it('so are accepts, declines, withdrawals and other writes of one event', async () => {
    const path = { event_id: event.id };
    const withdraw = ({ id }: (typeof guests)[number]) =>
      call(removeMember.handler, { token: owner, path: { ...path, id } });
    const kinds = [accept, accept, decline, withdraw];
    const kindOf = (index: number) => kinds[index % kinds.length] ?? accept;
    const rename = (name: string) => call(update.handler, { token: owner, path: event, body: { name } });
    const addBudget = () => call(createBudget.handler, { token: owner, path, body: createBudget.body?.() });
    const [answered, added, renamed] = await Promise.all([
      Promise.all(guests.map((guest, index) => kindOf(index)(guest))),
      Promise.all(Array.from({ length: 5 }, addBudget)),
      Promise.all(['Ball', 'Dinner', 'Concert'].map(rename)),
    ]);
    const { name, roles, invitations, budgets } = await storedEvent();
    for (const [index, { accountId, email, id }] of guests.entries()) {
      const done = answered.map(isDone)[index];
      const isMember = done && kindOf(index) === accept;
      const expected = [isMember ? Number(id) : undefined, done ? undefined : Number(id)];
      expect([roles[accountId]?.m, invitations[email]?.i]).toEqual(expected);
    }
    expect(Object.keys(budgets)).toHaveLength(added.filter(isDone).length);
    expect(name !== 'Summer party').toBe(renamed.filter(isDone).length > 0);
    expect(database.conflicts).toBeGreaterThan(ACCEPTS / 2);
  });
});
