import { describe, expect, it } from 'vitest';
import { storedBytesOf } from '../../../lib/dynamodb/item-size.ts';
import { changesIn, entryIn, type RecordedChange, toEntryItems } from '../../../lib/history/entry.ts';
import { entryOf } from '../../../lib/history/record-write.ts';
import type { Budget, Payment } from '../../../lib/plan/budget.ts';
import { budgetsFor, type Event, newEventOf, withBudgets } from '../../../lib/plan/event.ts';

const fields = { name: 'Party', description: 'In the garden', event_date: '2027-07-04' };
const author = { accountId: 'ada' };

const band: Budget = {
  ...{ id: 11, digits: 2, name: 'Band', category: 'Music', amount_cents: 80_000, spent_cents: 5, version: 3 },
  ...{ note: 'Four people', updated_at: 7, payments: [] },
};
const deposit: Payment = { id: 21, amount_cents: 50_000, due_date: '2027-03-01', note: 'Deposit' };
const grace = { id: 31, accountId: 'grace', role: 'editor' as const, since: 100 };

const empty: Event = { ...newEventOf('ada', fields), id: 1 };
const withBand: Event = withBudgets(empty, [band]);

const written = (event: Event): Event => ({ ...event, version: event.version + 1 });

/** The changes of a write, after they were stored. */
function changesOf(before: Event | undefined, is: Event): RecordedChange[] {
  const entry = entryOf(before, is, author);
  expect(entryIn({ SK: String(is.version), ...toEntryItems(entry).item })).toEqual(entry);
  return entry.changes;
}

const changedBand = (changes: Partial<Budget>): Event =>
  written(withBudgets(empty, [{ ...band, ...changes }]));

describe('the changes of an event', () => {
  const event = { kind: 'event' };

  it('a creation, a deletion and a restore have all that it shows', () => {
    const trashed = written({ ...empty, deleted_at: 5 });
    expect(changesOf(undefined, empty)).toEqual([{ ...event, change: 'created', after: fields }]);
    expect(changesOf(empty, trashed)).toEqual([{ ...event, change: 'deleted', before: fields }]);
    expect(changesOf(trashed, written(empty))).toEqual([{ ...event, change: 'restored', after: fields }]);
    expect(changesOf(trashed, written({ ...trashed, name: 'Ball' }))).toMatchObject([{ change: 'updated' }]);
  });

  it('another currency has the digits on both sides if they differ, and then the limit', () => {
    const yen = { ...empty, currency: 'JPY', digits: 0, limit_cents: 500 } satisfies Event;
    const euro = { ...yen, currency: 'EUR', digits: 2 } satisfies Event;
    expect(changesOf(yen, written(euro))).toEqual([
      {
        ...{ kind: 'event', change: 'updated' },
        before: { currency: 'JPY', digits: 0, limit_cents: 500 },
        after: { currency: 'EUR', digits: 2, limit_cents: 500 },
      },
    ]);
    expect(changesOf(euro, written({ ...euro, currency: 'USD' }))).toEqual([
      { kind: 'event', change: 'updated', before: { currency: 'EUR' }, after: { currency: 'USD' } },
    ]);
  });

  it('a write that changes nothing of these has none', () => {
    const invitation = { id: 41, email: 'alan@example.com', role: 'viewer' as const, since: 100 };
    const invited = written({ ...empty, invitations: [invitation] });
    expect(changesOf(empty, invited)).toEqual([]);
    expect(changesOf(invited, written(empty))).toEqual([]);
  });
});

describe('the changes of members', () => {
  const shared = written({ ...empty, members: [grace] });
  const member = { kind: 'member', id: 31, account_id: 'grace' };

  it('are a role before and after, of each membership', () => {
    const [editor, viewer] = [{ role: 'editor' as const }, { role: 'viewer' as const }];
    const lowered = written({ ...empty, members: [{ ...grace, ...viewer }] });
    const again = written({ ...empty, members: [{ ...grace, id: 32 }] });
    const deleted = { ...member, change: 'deleted', before: editor };
    expect(changesOf(empty, shared)).toEqual([{ ...member, change: 'created', after: editor }]);
    expect(changesOf(shared, written(empty))).toEqual([deleted]);
    expect(changesOf(shared, lowered)).toEqual([
      { ...member, change: 'updated', before: editor, after: viewer },
    ]);
    expect(changesOf(shared, written(shared))).toEqual([]);
    expect(changesOf(shared, again)).toEqual([
      deleted,
      { ...member, id: 32, change: 'created', after: editor },
    ]);
  });
});

describe('the changes of budgets', () => {
  const budget = { kind: 'budget', id: 11, name: 'Band' };
  const { id: _, digits: __, payments: ___, ...shown } = band;

  it('a creation has all of it, and is no change of sums', () => {
    expect(changesOf(empty, written(withBand))).toEqual([
      { ...budget, change: 'created', after: { ...shown } },
    ]);
  });

  it('an update has the fields that differ, but neither versions nor sums', () => {
    const is = changedBand({
      name: 'Choir',
      note: undefined,
      link: 'https://example.com/',
      version: 4,
      updated_at: 8,
    });
    expect(changesOf(withBand, is)).toEqual([
      {
        ...{ ...budget, name: 'Choir', change: 'updated' },
        before: { name: 'Band', note: 'Four people' },
        after: { name: 'Choir', link: 'https://example.com/' },
      },
    ]);
    expect(changesOf(withBand, changedBand({ version: 4 }))).toEqual([]);
  });

  it('amounts that follow from guests are changes', () => {
    const meal = { ...band, unit_cents: 100, per_guest: true, amount_cents: 0 };
    const [before, guests] = [withBudgets(empty, [meal]), 80];
    const is = written({ ...withBudgets(before, budgetsFor(guests, before.budgets)), guests });
    expect(changesOf(before, is)).toEqual([
      { kind: 'event', change: 'updated', before: {}, after: { guests } },
      { ...budget, change: 'updated', before: { amount_cents: 0 }, after: { amount_cents: 8_000 } },
    ]);
  });
});

describe('an entry', () => {
  const lines = (count: number, more: Partial<Budget> = {}) =>
    Array.from({ length: count }, (_, n) => ({ ...band, id: 100 + n, ...more }));

  it('has who wrote it when, and the digits', () => {
    const is = written({ ...withBand, currency: 'KWD', digits: 3, updated_at: 1_700_000_000_123 });
    const entry = entryOf(withBand, is, { accountId: 'ada', tokenId: 'f00' });
    expect(entry).toMatchObject({ version: 2, at: 1_700_000_000_123, digits: 3, more: 0 });
    expect(toEntryItems(entry).item).toMatchObject({
      author: { a: 'ada', t: 'f00' },
      expires_at: 1_700_000_000 + 90 * 86_400,
    });
    const ofErasure = entryOf(withBand, is, undefined);
    expect(entryIn({ SK: '0002', ...toEntryItems(ofErasure).item }).author).toBeUndefined();
  });

  it('has the membership of who wrote it, even if that began or ended with it', () => {
    const [alone, shared] = [withBand, { ...withBand, members: [grace] }];
    const by = (accountId: string, before: Event, is: Event) => {
      const item = { SK: '0002', ...toEntryItems(entryOf(before, written(is), { accountId })).item };
      return entryIn(item).author;
    };
    const membershipId = grace.id;
    for (const [before, is] of [
      [alone, shared],
      [shared, shared],
      [shared, alone],
    ] as const)
      expect(by(grace.accountId, before, is)).toEqual({ accountId: grace.accountId, membershipId });
    expect(by('ada', shared, shared)).toEqual({ accountId: 'ada' });
  });

  it('keeps which write it took back, and is read without that, as older ones are', () => {
    const entry = entryOf(empty, written(withBand), { accountId: 'ada', undoes: 7 });
    const item = { SK: '0002', ...toEntryItems(entry).item };
    expect(entryIn(item).author).toEqual({ accountId: 'ada', undoes: 7 });
    expect(entryIn(item).changes).toMatchObject([{ change: 'created' }]);
    expect(entryIn({ ...item, author: { a: 'ada' } }).author).toEqual({ accountId: 'ada' });
  });

  it('has deletions first, among many others', () => {
    const before = withBudgets(empty, [...lines(150), { ...band, id: 999 }]);
    const is = written({ ...withBudgets(before, lines(150, { name: 'Choir' })), name: 'Ball' });
    const { changes } = entryOf(before, is, author);
    expect(changes).toHaveLength(152);
    expect(changes[0]).toMatchObject({ id: 999, change: 'deleted' });
    expect(changes[1]).toMatchObject({ kind: 'event', change: 'updated' });
  });

  it('of 500 small changes is one item, as those of a few are', () => {
    const entry = entryOf(empty, written(withBudgets(empty, lines(500))), author);
    const { item, parts } = toEntryItems(entry);
    expect(parts).toEqual([]);
    expect(item).not.toHaveProperty('parts');
    expect(entryIn({ SK: '2', ...item })).toEqual(entry);
  });

  it('of 500 changed notes has them all, in items of 100 KB that expire together', () => {
    const before = withBudgets(empty, lines(500, { note: 'ä'.repeat(180) }));
    const is = written(withBudgets(before, lines(500, { note: 'ö'.repeat(180) })));
    const entry = entryOf(before, is, author);
    const { item, parts } = toEntryItems(entry);
    for (const each of [item, ...parts]) {
      expect(storedBytesOf(each)).toBeLessThan(101 * 1_024);
      expect(each.expires_at).toBe(item.expires_at);
    }
    expect(parts.length).toBeGreaterThan(2);
    const { changes, more, ...rest } = entryIn({ SK: '2', ...item });
    expect([rest.parts, changes.length + more]).toEqual([parts.length, 500]);
    expect([...changes, ...parts.flatMap(changesIn)]).toEqual(entry.changes);
  });

  it('of one change that is larger than 100 KB has it', () => {
    const payments = Array.from({ length: 24 }, (_, n) => ({
      ...deposit,
      id: 50 + n,
      note: 'ä'.repeat(3_000),
    }));
    const before = withBudgets(empty, [
      { ...band, payments },
      { ...band, id: 12 },
    ]);
    const { item, parts } = toEntryItems(entryOf(before, written(empty), author));
    expect([item.changes.length, item.more, parts.length]).toEqual([1, 1, 1]);
  });

  it('of a share link is read as the next version may store it', () => {
    const { item } = toEntryItems(entryOf(undefined, withBand, author));
    const changes = [{ kind: 'share_link', change: 'created' }];
    expect(entryIn({ SK: '2', ...item, changes }).changes).toEqual(changes);
  });

  it('of version 0.3 has what was paid as spent', () => {
    const { item } = toEntryItems(entryOf(undefined, withBand, author));
    const sides = { before: { n: 'Band', a: 800, s: 300, p: true }, after: { p: false } };
    const changes = [{ kind: 'budget', change: 'updated', id: 7, name: 'Band', ...sides }];
    expect(entryIn({ SK: '2', ...item, changes }).changes).toMatchObject([
      { before: { amount_cents: 800, spent_cents: 800 }, after: {} },
    ]);
  });

  it('has no address of anybody', () => {
    const invitation = { id: 41, email: 'alan@example.com', role: 'viewer' as const, since: 100 };
    const before = { ...withBand, invitations: [invitation], members: [grace] };
    const is = written({ ...empty, deleted_at: 5 });
    for (const entry of [entryOf(undefined, before, author), entryOf(before, is, author)])
      expect(JSON.stringify(toEntryItems(entry))).not.toContain('@');
  });
});
