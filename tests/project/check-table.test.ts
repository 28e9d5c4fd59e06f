import { beforeAll, describe, expect, it, vi } from 'vitest';
import { halvesIn } from '../../build/check-table.ts';
import { sharedClients } from '../support/client.ts';
import { newShareLink, newVerified } from '../support/sharing.ts';
import { wholeTable } from '../support/whole-table.ts';

describe('the check of a restored table', () => {
  let items: Record<string, unknown>[];
  beforeAll(async () => {
    const { owner, event } = await sharedClients();
    const { email } = await newVerified();
    await owner.inviteMember(event, { email, role: 'viewer' });
    await newShareLink(owner.token, { event_id: event.id });
    items = await wholeTable().items();
  });

  it('finds nothing in a table that the service wrote', () => {
    expect(items.length).toBeGreaterThan(8);
    expect(halvesIn(items)).toEqual([]);
  });

  it('finds nothing without what has expired', () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 400 * 86_400_000 });
    expect(halvesIn(items.filter(({ PK, SK }) => !/LINK#|INVITATION#/.test(`${PK} ${SK}`)))).toEqual([]);
    vi.useRealTimers();
  });

  it.each([
    ['PERSON#', ''],
    ['EMAIL#', 'ACCOUNT'],
    ['ACCOUNT#', 'SHARED#'],
    ['ACCOUNT#', 'EVENT#'],
    ['EMAIL#', 'INVITATION#'],
    ['LINK#', ''],
  ])('finds what is missing without an item %s / %s', (PK, SK) => {
    const missing = items.find(
      (item) => String(item['PK']).startsWith(PK) && String(item['SK']).startsWith(SK),
    );
    const halves = halvesIn(items.filter((item) => item !== missing));
    expect(missing).toBeDefined();
    expect(halves.length).toBeGreaterThan(0);
  });
});
