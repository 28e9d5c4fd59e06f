import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../support/call.ts';
import { accept, offer, offeredLongAgo } from '../support/hand-over.ts';
import { historyOf, recorded, undo } from '../support/history.ts';
import { endpoints, newBudget, newEvent, newToken } from '../support/service.ts';
import { newShareLink } from '../support/share-link.ts';
import { accountIdOf, newVerified, setInEvent } from '../support/sharing.ts';
import { tableContent } from '../support/table-content.ts';

const quantity = z.optional(z.int());
const role = z.enum(['viewer', 'editor']);
const invitation = z.object({ i: z.int(), s: z.int(), r: role });
const budget = z.object({ a: z.int(), u: z.optional(z.int()), q: quantity });
/** What version 0.3 needs of an event's item. */
const eventItem = z.object({
  head: z.record(z.string(), z.unknown()),
  budgets: z.record(z.string(), budget),
  invitations: z.record(z.string(), invitation),
});
const change = z.object({
  kind: z.enum(['event', 'budget', 'payment', 'member']),
  before: z.optional(z.object({ q: quantity })),
  after: z.optional(z.object({ q: quantity })),
});
const entryItem = z.object({ changes: z.array(change) });

/** The items of the table whose keys match, in their order. */
const itemsWith = async (key: RegExp) =>
  Object.entries(await tableContent())
    .filter(([name]) => key.test(name))
    .sort()
    .map(([, item]) => item);

async function eventIn03(token: string, { id }: { id: string }) {
  const [item] = await itemsWith(new RegExp(`^ACCOUNT#${accountIdOf(token)} EVENT#0*${id}$`));
  return eventItem.parse(item);
}

const newestEntryIn03 = async ({ id }: { id: string }) =>
  entryItem.parse((await itemsWith(new RegExp(`^HISTORY#.*#0*${id} `))).at(-1)).changes;

const get = (name: keyof typeof endpoints, token: string, path = {}) =>
  call(endpoints[name].handler, { method: 'GET', token, path });

const fraction = { unit_amount: 2, quantity: 1.25 };

describe('version 0.3 can read, during a deployment and after a way back,', () => {
  it('heads', async () => {
    const token = await newToken();
    const event = await newEvent(token);
    await newBudget(token, event, { due_date: '2027-01-01' });
    const needed =
      'budgets_count total_cents spent_cents income_cents due_count open_days version frame updated_at roles';
    const { head } = await eventIn03(token, event);
    expect(Object.keys(head)).toEqual(expect.arrayContaining(needed.split(' ')));
  });

  it('ownership offers, as invitations of viewers', async () => {
    const [owner, invited] = [await newVerified(), await newVerified()];
    const event = await newEvent(owner.token);
    const { body } = await offer(owner.token, event, invited.email);
    const { id } = z.object({ id: z.int() }).parse(body.data);
    const { invitations } = await eventIn03(owner.token, event);
    expect(invitations[invited.email]).toMatchObject({ i: id, r: 'viewer' });
    const [received] = await itemsWith(new RegExp(`INVITATION#0*${id}$`));
    expect(z.object({ role }).parse(received)).toEqual({ role: 'viewer' });
    const shown = expect.objectContaining({ id, role: 'owner' });
    expect((await get('listInvitations', invited.token)).body.data).toContainEqual(shown);
    expect((await get('listMembers', owner.token, { event_id: event.id })).body.data).toContainEqual(shown);
  });

  it('share links in histories, as updates of the event', async () => {
    const token = await newToken();
    const event = await newEvent(token);
    await recorded(token, event, () => newShareLink(token, { event_id: event.id }));
    expect(await newestEntryIn03(event)).toEqual([{ kind: 'event' }]);
    const [entry] = await historyOf(token, event);
    expect(entry?.changes).toMatchObject([{ kind: 'share_link', change: 'created' }]);
  });

  it('budgets with fractional quantities, as those without units', async () => {
    const token = await newToken();
    const event = await newEvent(token);
    const path = await newBudget(token, event, { amount: undefined, ...fraction });
    const view = async () => (await get('viewBudget', token, path)).body.data;
    expect(await view()).toMatchObject({ amount: 2.5, ...fraction });
    const { budgets } = await eventIn03(token, event);
    expect(budgets[path.id]).toEqual({ a: 250 });
    await recorded(token, event, () =>
      call(endpoints.updateBudget.handler, { token, path, body: { quantity: 3 } }),
    );
    expect(await newestEntryIn03(event)).toMatchObject([{ kind: 'budget' }]);
    const [entry] = await historyOf(token, event);
    expect(entry?.changes).toMatchObject([{ before: { quantity: 1.25 }, after: { quantity: 3 } }]);
    await undo(token, event, entry?.version ?? 0);
    expect(await view()).toMatchObject({ amount: 2.5, ...fraction });
  });
});

it('an offer is one no more if version 0.3 has stored the invitations of the event', async () => {
  const [owner, invited] = [await newVerified(), await newVerified()];
  const event = await newEvent(owner.token);
  const id = await offeredLongAgo(owner.token, event, invited.email);
  const { invitations } = await eventIn03(owner.token, event);
  await setInEvent(owner.token, event, ['invitations'], invitations);
  expect((await accept(invited.token, id)).status).toBe(404);
  expect((await get('view', owner.token, event)).status).toBe(200);
});

it('a fractional quantity is gone if version 0.3 has changed the amount', async () => {
  const token = await newToken();
  const event = await newEvent(token);
  const path = await newBudget(token, event, { amount: undefined, ...fraction });
  await setInEvent(token, event, ['budgets', path.id, 'a'], 400);
  const { text } = await get('viewBudget', token, path);
  expect(text).toContain('"amount":4.00');
  expect(text).not.toMatch(/quantity|unit_amount/);
});
