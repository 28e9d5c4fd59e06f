import { describe, expect, it } from 'vitest';
import { eventIn, itemOf, newEventOf } from '../../../lib/plan/event.ts';

const stored = { n: 'Band', c: '', a: 1, s: 0, r: 0 };
const band = { name: 'Band', category: '', amount_cents: 1, spent_cents: 0, version: 0, payments: [] };
const fields = { name: 'Party', description: '', event_date: '2027-07-04' };
const whole = (more = {}) =>
  itemOf({ ...newEventOf('ada', { ...fields, ...more }), id: 7 }, 'a mark', { accountId: 'ada' });
const item = (more: object) => ({
  ...{ PK: 'ACCOUNT#ada', SK: 'EVENT#0000000000000007' },
  ...whole(),
  ...more,
});

describe('eventIn', () => {
  it('returns the budgets oldest first, since DynamoDB maps are unordered', () => {
    const ids = [114640874103215, 114640874099904, 114640874103214];
    const { budgets } = eventIn(item({ budgets: Object.fromEntries(ids.map((id) => [id, stored])) }));
    expect(budgets).toEqual(ids.toSorted().map((id) => ({ id, digits: 2, ...band })));
  });

  it('returns the members and the invited, and who has which role since when', () => {
    const head = { ...whole().head, roles: { grace: { r: 'editor', m: 11, s: 100 } } };
    const invitations = { 'alan@example.com': { i: 12, r: 'viewer', s: 200 } };
    expect(eventIn(item({ head, invitations }))).toMatchObject({
      ...{ id: 7, ownerId: 'ada' },
      members: [{ id: 11, accountId: 'grace', role: 'editor', since: 100 }],
      invitations: [{ id: 12, email: 'alan@example.com', role: 'viewer', since: 200 }],
    });
  });

  it('gives the amounts in the event’s digits, and the sums as they are', () => {
    const { head } = whole({ currency: 'JPY', digits: 0, limit_cents: 500 });
    const sums = { budgets_count: 1, total_cents: 7, spent_cents: 9 };
    expect(eventIn(item({ head: { ...head, ...sums }, budgets: { 8: stored } }))).toMatchObject({
      ...{ id: 7, currency: 'JPY', digits: 0, limit_cents: 500, income_cents: 0 },
      ...sums,
      budgets: [{ id: 8, digits: 0 }],
    });
  });

  it.each([{ SK: undefined }, { head: {} }, { budgets: undefined }, { invitations: { x: {} } }])(
    'throws for an item that is none, with %j',
    (more) => {
      expect(() => eventIn(item(more))).toThrow();
    },
  );
});
