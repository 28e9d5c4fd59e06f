import { beforeAll, describe, expect, it } from 'vitest';
import { halvesIn } from '../../build/check-table.ts';
import { call } from '../support/call.ts';
import { endpoints } from '../support/service.ts';
import { newVerified, sharedEvent } from '../support/sharing.ts';
import { wholeTable } from '../support/whole-table.ts';

describe('the check of a restored table', () => {
  let items: Record<string, unknown>[];
  beforeAll(async () => {
    const { owner, event } = await sharedEvent();
    const invited = await newVerified();
    const body = { email: invited.email, role: 'viewer' };
    await call(endpoints.inviteMember.handler, { token: owner, path: { event_id: event.id }, body });
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
