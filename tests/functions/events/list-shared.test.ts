import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { call } from '../../support/call.ts';
import { eventItem } from '../../support/event-item.ts';
import { putItem } from '../../support/put-items.ts';
import { endpoints, newBudget, newEvent, newToken, person, viewEvent } from '../../support/service.ts';
import { accountIdOf, pointAt, share, takeRole } from '../../support/sharing.ts';

const { list, signup } = endpoints;

const listed = z.array(z.looseObject({ id: z.int(), name: z.string() }));

let owner: string;
let member: string;
beforeEach(async () => {
  const { body } = await call(signup.handler, { body: person({ first_name: 'Grace', last_name: 'Hopper' }) });
  [owner, member] = [String(body.token), await newToken()];
});

async function pageFor(token: string, query: Record<string, string> = {}) {
  const { status, body } = await call(list.handler, { method: 'GET', token, query });
  expect(status).toBe(200);
  return { events: listed.parse(body.data), next: body.next_cursor };
}

async function namesFor(token: string, query: Record<string, string> = {}): Promise<string[]> {
  return (await pageFor(token, query)).events.map(({ name }) => name);
}

/** Four events of the member, in this order: its own, two of the owner, its own. */
async function fourEvents() {
  await newEvent(member, { name: 'First' });
  const viewed = await newEvent(owner, { name: 'Viewed', event_date: '2027-01-01' });
  await newEvent(owner, { name: 'Not shared' });
  const edited = await newEvent(owner, { name: 'Edited', event_date: '2025-01-01' });
  await newEvent(member, { name: 'Last' });
  await share(owner, viewed, member, 'viewer');
  await share(owner, edited, member, 'editor');
  return { viewed, edited };
}

describe('GET /events with shared events', () => {
  it('has own and shared events in one order, with role and owner of the shared ones', async () => {
    const { viewed } = await fourEvents();
    await newBudget(owner, viewed, { amount: 7 });
    const { events } = await pageFor(member);
    expect(events.map(({ name, role, owner: by }) => [name, role, by])).toEqual([
      ['First', undefined, undefined],
      ['Viewed', 'viewer', 'Grace Hopper'],
      ['Edited', 'editor', 'Grace Hopper'],
      ['Last', undefined, undefined],
    ]);
    expect(events[1]).toMatchObject({ total_amount: 7, budgets_count: 1 });
    expect(Object.keys(events[0] ?? {})).toEqual(
      expect.arrayContaining(['id', 'name', 'total_amount', 'budgets_count', 'description', 'event_date']),
    );
    expect(Object.keys(events[0] ?? {})).toHaveLength(6);
  });

  it('shows the owner its events as before', async () => {
    await fourEvents();
    const { events } = await pageFor(owner);
    expect(events.map(({ name }) => name)).toEqual(['Viewed', 'Not shared', 'Edited']);
    for (const event of events) expect(Object.keys(event)).toHaveLength(6);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ sort: '-created' }, ['Last', 'Edited', 'Viewed', 'First']],
    [{ sort: 'event_date' }, ['Edited', 'First', 'Last', 'Viewed']],
    [{ sort: 'name' }, ['Edited', 'First', 'Last', 'Viewed']],
    [{ q: 'ed' }, ['Viewed', 'Edited']],
    [{ from: '2027-01-01' }, ['Viewed']],
    [{ shared: 'true' }, ['Viewed', 'Edited']],
    [{ shared: 'false' }, ['First', 'Last']],
    [{ shared: 'true', sort: '-name' }, ['Viewed', 'Edited']],
    [{ shared: 'false', sort: '-name' }, ['Last', 'First']],
  ])('takes %j', async (query, names) => {
    await fourEvents();
    expect(await namesFor(member, query)).toEqual(names);
  });

  it.each([{}, { shared: 'true' }, { sort: '-created' }, { sort: 'name' }])(
    'has each event once in the pages of %j',
    async (query: Record<string, string>) => {
      await fourEvents();
      const whole = await namesFor(member, query);
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await pageFor(member, { ...query, limit: '1', ...(cursor && { cursor }) });
        found.push(...page.events.map(({ name }) => name));
        cursor = page.next;
      } while (cursor && found.length < 10);
      expect(found).toEqual(whole);
    },
  );

  it('rejects another value of shared, and a cursor of another one', async () => {
    await fourEvents();
    const refused = await call(list.handler, { method: 'GET', token: member, query: { shared: 'yes' } });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ field: 'shared', code: 'invalid' }]);
    const { next = '' } = await pageFor(member, { shared: 'true', limit: '1' });
    const query = { shared: 'false', limit: '1', cursor: next };
    expect((await call(list.handler, { method: 'GET', token: member, query })).status).toBe(422);
  });

  it('leaves out pointers that give no role, or lead to nothing', async () => {
    const { viewed, edited } = await fourEvents();
    await takeRole(owner, viewed, member);
    await call(endpoints.delete.handler, { token: owner, path: edited });
    await pointAt(owner, edited, member);
    await pointAt(owner, { id: '1' }, member);
    expect(await namesFor(member)).toEqual(['First', 'Last']);
    expect(await namesFor(member, { limit: '2' })).toEqual(['First', 'Last']);
  });

  it('shows the own event, as a view does, where a shared one has the same id', async () => {
    const { viewed } = await fourEvents();
    const eventId = Number(viewed.id);
    await putItem(eventKey({ ownerId: accountIdOf(member), eventId }), eventItem(eventId, 1));
    expect(await namesFor(member)).toEqual(['First', 'Summer party', 'Edited', 'Last']);
    expect(await namesFor(member, { shared: 'true' })).toEqual(['Edited']);
    expect(await viewEvent(member, viewed)).toMatchObject({ name: 'Summer party' });
  });

  it('leaves out events of an owner whose account is being deleted', async () => {
    await fourEvents();
    const { handler, body } = endpoints.deleteAccount;
    expect((await call(handler, { token: owner, body: body?.() })).status).toBe(200);
    expect(await namesFor(member)).toEqual(['First', 'Last']);
  });
});
