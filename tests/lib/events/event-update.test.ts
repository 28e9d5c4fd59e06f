import { describe, expect, it } from 'vitest';
import { versionPath } from '../../../lib/dynamodb/keys.ts';
import { firstWrites, newMark, REMEMBERED_WRITES } from '../../../lib/dynamodb/marks.ts';
import { EventUpdate } from '../../../lib/events/event-update.ts';
import { newHead } from '../../../lib/events/head.ts';
import { withdrawal } from '../../../lib/invitations/repository.ts';
import { removal } from '../../../lib/members/repository.ts';
import { asEditor } from '../../support/event-callers.ts';

const target = { ownerId: 'ada', eventId: 7, mark: 'own mark' };
const editors = asEditor('grace');

/** An event as it is stored. Its member is a viewer. */
const item = (head: object = {}, writes = firstWrites('another mark')) => ({
  head: {
    ...newHead({ name: 'Party', description: '', event_date: '2027-07-04' }),
    roles: { grace: { r: 'viewer', m: 11, s: 100 } },
    ...head,
  },
  invitations: { 'alan@example.com': { i: 12, r: 'viewer', s: 200 } },
  writes,
});

const refusalsOf = (update: EventUpdate, found: unknown) => update.refusalsFor(found).map(({ name }) => name);

/** Decisions need no database. */
describe('an update of an event', () => {
  it('needs the event', () => {
    expect(refusalsOf(new EventUpdate(target), undefined)).toEqual(['NotFoundError']);
    expect(refusalsOf(new EventUpdate(target), item())).toEqual([]);
    expect(new EventUpdate(target).isMetBy(item())).toBe(true);
  });

  it('is done once: its own mark is no refusal, but not met either', () => {
    for (let age = 0; age < REMEMBERED_WRITES; age += 1) {
      const found = item({}, firstWrites('another mark').with(age, target.mark));
      const update = new EventUpdate(target);
      expect([update.isMetBy(found), refusalsOf(update, found)]).toEqual([false, []]);
    }
  });

  it('by a member needs a role that suffices', () => {
    const update = () => new EventUpdate({ ...target, member: editors });
    expect(refusalsOf(update(), item())).toEqual(['ForbiddenError']);
    expect(refusalsOf(update(), item({ roles: { grace: { r: 'editor', m: 11, s: 100 } } }))).toEqual([]);
    expect(refusalsOf(update(), item({ roles: {} }))).toEqual(['ForbiddenError']);
  });

  it('needs a version that its caller names, if one is named', () => {
    const update = (versions?: number[]) => new EventUpdate(target).requireVersion(versionPath, versions);
    expect(refusalsOf(update(), item())).toEqual([]);
    expect(refusalsOf(update([0, 1]), item())).toEqual([]);
    expect(refusalsOf(update([0, 2]), item())).toEqual(['PreconditionError']);
  });

  it.each([
    [2 as const, {}, true],
    [2 as const, { digits: 2 }, true],
    [2 as const, { digits: 0 }, false],
    [0 as const, {}, false],
    [0 as const, { digits: 0 }, true],
    [3 as const, { digits: 0 }, false],
  ])('that assumes %d digits is met by %j: %s, which is no refusal', (digits, head, isMet) => {
    const update = new EventUpdate(target).assumeDigits(digits);
    expect([update.isMetBy(item(head)), refusalsOf(update, item(head))]).toEqual([isMet, []]);
  });

  it.each<[number, object, boolean]>([
    [0, {}, true],
    [0, { guests: 0 }, true],
    [0, { guests: 80 }, false],
    [80, { guests: 80 }, true],
    [80, { guests: 81 }, false],
    [80, {}, false],
  ])('that assumes %d guests is met by %j: %s, which is no refusal', (guests, head, isMet) => {
    const update = new EventUpdate(target).assumeGuests(guests);
    expect([update.isMetBy(item(head)), refusalsOf(update, item(head))]).toEqual([isMet, []]);
  });

  it('changes only the sums that budgets change', () => {
    const band = { name: '', category: '', amount_cents: 7, spent_cents: 5, version: 0, write_mark: '' };
    const before = [band, { ...band, due: 1, open: 1 }];
    const after = [
      { ...band, amount_cents: 9 },
      { ...band, due: 1, open: 0 },
    ];
    const { Update } = new EventUpdate(target).changeSums(before, after).toAction();
    const names = Object.values(Update?.ExpressionAttributeNames ?? {});
    const sums = ['planned_added', 'planned_removed', 'open_added', 'open_removed'];
    expect(names).toEqual(expect.arrayContaining(sums));
    expect(names.filter((name) => /_(added|removed)$/.test(name)).sort()).toEqual(sums.sort());
    expect(Object.values(Update?.ExpressionAttributeValues ?? {})).toEqual(
      expect.arrayContaining([16, 14, 1]),
    );
  });

  it('raises the version, and remembers its mark and three others', () => {
    const { Update } = new EventUpdate(target).toAction();
    expect(Update.UpdateExpression).toMatch(/ (\S+) = \1 \+ :v\d+, /);
    expect(Object.values(Update.ExpressionAttributeValues ?? {})).toContain(target.mark);
    expect(Update.UpdateExpression.match(/\[\d\] = /g)).toHaveLength(REMEMBERED_WRITES);
    expect(Update.UpdateExpression).toMatch(/\[3\] = \S+\[2\]/);
  });
});

describe('the end of a membership', () => {
  it('needs the membership of this id', () => {
    const [update] = removal(target, { accountId: 'grace', id: 11 });
    expect(refusalsOf(update, item())).toEqual([]);
    expect(refusalsOf(update, item({ roles: {} }))).toEqual(['NotFoundError']);
    expect(refusalsOf(update, item({ roles: { grace: { r: 'viewer', m: 13, s: 300 } } }))).toEqual([
      'NotFoundError',
    ]);
  });

  it('deletes the pointer, whatever it is', () => {
    const [, pointer] = removal(target, { accountId: 'grace', id: 11 });
    expect(pointer.key).toEqual({ PK: 'ACCOUNT#grace', SK: 'SHARED#0000000000000007' });
    expect(pointer.isMetBy(undefined)).toBe(true);
  });
});

describe('the end of an invitation', () => {
  it('needs the invitation of this id', () => {
    const [update] = withdrawal(target, { email: 'alan@example.com', id: 12 });
    expect(refusalsOf(update, item())).toEqual([]);
    for (const invitation of [
      { email: 'alan@example.com', id: 13 },
      { email: 'ada@example.com', id: 12 },
    ]) {
      const [other] = withdrawal(target, invitation);
      expect(refusalsOf(other, item())).toEqual(['NotFoundError']);
    }
  });
});

it('marks differ, and are short', () => {
  const marks = Array.from({ length: 1_000 }, newMark);
  expect(new Set(marks).size).toBe(1_000);
  for (const mark of marks) expect(mark).toMatch(/^[\w-]{12}$/);
});
