import { beforeAll, describe, expect, it } from 'vitest';
import { halvesIn } from '../../build/check-table.ts';
import { sharedClients } from '../support/client.ts';
import { newVerified } from '../support/sharing.ts';
import { wholeTable } from '../support/whole-table.ts';

describe('the check of a restored table', () => {
  let items: Record<string, unknown>[];
  beforeAll(async () => {
    const { owner, event } = await sharedClients();
    const { email } = await newVerified();
    await owner.inviteMember(event, { email, role: 'viewer' });
    items = await wholeTable().items();
  });

  it('finds nothing in a table that the service wrote', () => {
    expect(items.length).toBeGreaterThan(8);
    expect(halvesIn(items)).toEqual([]);
  });

  it.each([
    ['PERSON#', ''],
    ['EMAIL#', 'ACCOUNT'],
    ['ACCOUNT#', 'SHARED#'],
    ['ACCOUNT#', 'EVENT#'],
    ['EMAIL#', 'INVITATION#'],
  ])('finds what is missing without an item %s / %s', (PK, SK) => {
    const missing = items.find(
      (item) => String(item['PK']).startsWith(PK) && String(item['SK']).startsWith(SK),
    );
    const halves = halvesIn(items.filter((item) => item !== missing));
    expect(missing).toBeDefined();
    expect(halves.length).toBeGreaterThan(0);
  });
});
