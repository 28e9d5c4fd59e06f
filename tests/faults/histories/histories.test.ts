import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { type Fault, faultKinds, faultsIn, faultyDatabase, type Lane } from '../../support/faults.ts';
import { historyLength } from '../../support/scale.ts';
import { wholeTable } from '../../support/whole-table.ts';
import { actingOnEvents } from '../acting.ts';
import { erased, erasing } from '../erasing.ts';
import { isOpen } from '../operations/accounts.ts';
import { historyOf, isAccountKind, type Operation } from '../operations/history.ts';
import { accountOf, eventFor, isLive, kindFor, newPerson, type Person, tokenFor } from '../people.ts';
import { count, countFaults, figures } from '../players/figures.ts';
import { playHistories } from '../players/histories.ts';
import { expectLinks, storedAt } from '../stored.ts';
import { actingOnAccounts } from './acting-on-accounts.ts';

vi.hoisted(() => {
  // Long enough for a busy machine that runs this many histories at once.
  process.env['DATABASE_TIMEOUT_MS'] = '3000';
  process.env['MAIL_LIMIT'] = '1000000';
  process.env['LOGIN_LIMIT'] = '1000000';
});

/** The number of operations per kind of fault, and with all kinds. OPERATIONS overrides it. */
const OPERATIONS = historyLength(720);
const PER_HISTORY = 40;

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

const stored = storedAt();
const table = wholeTable();
const actOnEvents = actingOnEvents(stored);
const actOnAccount = actingOnAccounts(stored);
const { eraseOne, eraseAll } = erasing(stored);
const database = await faultyDatabase();

describe('two accounts, with a fault in one request in five, have exactly what the responses confirmed', () => {
  const rows = [
    { name: 'none', percent: 0, kinds: faultKinds },
    ...faultKinds.map((kind) => ({ name: kind, percent: 20, kinds: [kind] })),
    { name: 'any', percent: 20, kinds: faultKinds },
  ];

  it.concurrent.each(rows)('$name', { timeout: 3_600_000 }, async ({ percent, kinds }) => {
    const property = fc.asyncProperty(historyOf(PER_HISTORY), faultsIn(percent, kinds), play);
    await playHistories(property, { operations: OPERATIONS, perHistory: PER_HISTORY, atOnce: 3 });
  });

  it('have left each account its e-mail address, and no other address', async () => {
    expectLinks(await table.items());
  });

  it('have left nothing of a deleted account in the table', async () => {
    // Counters of expensive calls expire within a minute.
    const items = (await table.items()).filter(({ SK }) => SK !== 'EXPENSIVE_CALLS');
    const ids = JSON.stringify(items).match(UUID) ?? [];
    expect(erased.size).toBeGreaterThan(0);
    expect(ids.filter((id) => erased.has(id))).toEqual([]);
  });

  it('have seen every kind of fault', () => {
    expect(Object.keys(figures)).toEqual(expect.arrayContaining([...faultKinds]));
  });
});

async function play(history: Operation[], plan: fc.Stream<Fault | undefined>): Promise<void> {
  const lane = database.disturb(() => plan.next().value);
  const people = [newPerson(), newPerson()] as const;
  for (const operation of history) {
    const [who, other] = operation.actor ? people : people.toReversed();
    await act(who, other, operation, lane);
  }
  countFaults(lane);
  database.release(lane);
  for (const who of people) {
    await eraseAll(who, lane);
    expect(await stored.account([who.email], who.account?.account_id)).toEqual(who.account);
    for (const [id, events] of Object.entries(who.events)) expect(await stored.events(id)).toEqual(events);
  }
}

async function act(who: Person, other: Person, operation: Operation, lane: Lane): Promise<void> {
  let kind = kindFor(who, operation);
  if (kind === 'erase') return eraseOne(who, operation, lane);
  const token = tokenFor(who, who.tokens, operation);
  // Without such a token, the operation is to get one.
  if (!token && !['reset', 'changeAddress'].includes(kind)) kind = accountOf(who) ? 'login' : 'signup';
  count('operations');
  count(kind);
  if (isAccountKind(kind) && isOpen(kind))
    return actOnAccount(kind, { who, other, token: undefined }, operation, lane);
  if (isAccountKind(kind)) return actOnAccount(kind, { who, other, token }, operation, lane);
  const byAccessToken = operation.byAccessToken && kind !== 'deleteForGood';
  const used = (byAccessToken && tokenFor(who, who.accessTokens, operation)) || token;
  if (!used) return;
  if (used !== token) count(`by access token, ${operation.session}`);
  const caller = { ...used, isLive: isLive(who, used) };
  const known = who.events[used.accountId] ?? {};
  const aim = { eventId: eventFor(who, other, { ...operation, kind }), events: known, operation };
  const events = await actOnEvents(kind, caller, aim, lane);
  who.events[used.accountId] = events;
  for (const id of Object.keys(events)) who.made.add(id);
}
