import { describe, expect, it } from 'vitest';
import { eventIn, sharingIn } from '../../../lib/events/event.ts';
import { newHead } from '../../../lib/events/head.ts';

const stored = {
  name: 'Band',
  category: '',
  amount_cents: 1,
  spent_cents: 0,
  version: 0,
  write_mark: 'a mark',
};
const fields = { name: 'Party', description: '', event_date: '2027-07-04' };
const item = (more: object = {}) => ({
  head_id: 7,
  head: newHead(fields),
  budgets: {},
  invitations: {},
  ...more,
});

describe('eventIn', () => {
  it('returns the budgets oldest first, since DynamoDB maps are unordered', () => {
    const ids = [114640874103215, 114640874099904, 114640874103214];
    const { budgets } = eventIn(item({ budgets: Object.fromEntries(ids.map((id) => [id, stored])) }));
    expect(budgets).toEqual(ids.toSorted().map((id) => ({ id, digits: 2, payments: [], ...stored })));
  });

  it('returns the members and the invited, and who has which role since when', () => {
    const head = { ...newHead(fields), sharing: 3, roles: { grace: { r: 'editor', m: 11, s: 100 } } };
    const invitations = { 'alan@example.com': { i: 12, r: 'viewer', s: 200 } };
    expect(eventIn(item({ head, invitations }))).toMatchObject({
      sharing: 3,
      members: [{ id: 11, accountId: 'grace', role: 'editor', since: 100 }],
      invitations: [{ id: 12, email: 'alan@example.com', role: 'viewer', since: 200 }],
    });
  });

  it('gives the amounts in the event’s digits, and what sums are added up minus what was removed', () => {
    const head = {
      ...newHead({ ...fields, currency: 'JPY', digits: 0, limit_cents: 500 }),
      ...{ budgets_count: 1, planned_added: 2n ** 60n + 7n, planned_removed: 2n ** 60n, spent_added: 9 },
    };
    expect(eventIn(item({ head, budgets: { 8: stored } }))).toMatchObject({
      ...{ id: 7, currency: 'JPY', digits: 0, limit_cents: 500 },
      ...{
        total_cents: 7,
        spent_cents: 9,
        income_cents: 0,
        due_count: 0,
        open_count: 0,
        updated_at: expect.any(Number),
      },
      budgets: [{ id: 8, digits: 0 }],
    });
  });

  it.each([{ head_id: 'x' }, { head: {} }, { budgets: undefined }, { invitations: { x: {} } }])(
    'throws for an item that is none, with %j',
    (more) => {
      expect(() => eventIn(item(more))).toThrow();
    },
  );
});

describe('sharingIn', () => {
  it('needs only what tells with whom an event is shared', () => {
    const head = { version: 4, sharing: 1, roles: { grace: { r: 'viewer', m: 11, s: 100 } } };
    expect(sharingIn({ head, invitations: {} })).toEqual({
      version: 4,
      sharing: 1,
      members: [{ id: 11, accountId: 'grace', role: 'viewer', since: 100 }],
      invitations: [],
    });
  });
});
