import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, newClient, sharedClients } from '../support/client.ts';
import { takeRequests } from '../support/database-requests.ts';
import { allBudgets, allEvents, catering, party, viewEvent } from '../support/service.ts';
import { giveRole, pointAt, takeRole } from '../support/sharing.ts';

// What each role may do is tested in roles.test.ts.

type World = Awaited<ReturnType<typeof sharedClients>>;
let world: World;
beforeEach(async () => {
  world = await sharedClients();
});

/** The calls of somebody on the event and its budget, or on other ones. */
const operations = (by: Client, { event, budget }: Pick<World, 'event' | 'budget'> = world) => [
  () => by.view(event),
  () => by.listBudgets({ event_id: event.id }),
  () => by.viewBudget(budget),
  () => by.update(event, party()),
  () => by.createBudget({ event_id: event.id }, catering()),
  () => by.updateBudget(budget, catering()),
  () => by.deleteBudget(budget),
  () => by.delete(event),
];

it('an editor sees and changes what the owner sees, and has its own events as before', async () => {
  const { owner, editor, event, budget } = world;
  const { tag } = await editor.view(event);
  expect(tag).toBe((await owner.view(event)).tag);
  await editor.update(event, { name: 'Ball' });
  expect((await editor.createBudget({ event_id: event.id }, catering(), { 'if-match': tag })).status).toBe(
    412,
  );
  const added = await editor.newBudget(event, { name: 'Band' });
  await editor.updateBudget(added, { amount: 7 });
  await editor.deleteBudget(budget);
  const band = catering({ id: Number(added.id), name: 'Band', amount: 7 });
  const ball = { name: 'Ball', total_amount: 7, budgets_count: 1 };
  for (const { token } of [owner, editor]) {
    expect(await allBudgets(token, event)).toEqual([band]);
    expect(await viewEvent(token, event)).toMatchObject(ball);
  }
  const own = await editor.newEvent({ name: 'Own' });
  expect((await allEvents(editor.token)).map(({ name }) => name)).toContain('Own');
  expect((await editor.delete(own)).status).toBe(200);
  expect((await editor.view(event)).status).toBe(200);
});

it('a viewer gets 422 before 403, and 403 before 404 for a budget and before 412', async () => {
  const { viewer, event, budget } = world;
  const old = { 'if-match': '"999"' };
  expect((await viewer.updateBudget(budget, { name: '' })).status).toBe(422);
  expect((await viewer.updateBudget({ ...budget, id: '1' }, { name: 'Choir' })).status).toBe(403);
  expect((await viewer.updateBudget(budget, { name: 'Choir' }, old)).status).toBe(403);
  expect((await viewer.update(event, party(), old)).status).toBe(403);
});

it('a key makes a budget once for an editor, also one who was a viewer before', async () => {
  const { owner, viewer, event } = world;
  const create = () =>
    viewer.createBudget({ event_id: event.id }, catering(), { 'idempotency-key': 'a-key' });
  expect((await create()).status).toBe(403);
  await giveRole(owner.token, event, viewer.token, 'editor');
  const [first, second] = [await create(), await create()];
  expect([first.status, second.status, second.isReplay]).toEqual([201, 201, true]);
  expect(await allBudgets(owner.token, event)).toHaveLength(2);
});

describe('everyone else gets 404', () => {
  it.each<[who: string, make: () => Promise<Client>]>([
    ['a stranger', () => newClient()],
    [
      'a removed member, whose pointer may be left',
      async () => {
        await takeRole(world.owner.token, world.event, world.editor.token);
        return world.editor;
      },
    ],
    [
      'a pointer without a role',
      async () => {
        const other = await newClient();
        await pointAt(world.owner.token, world.event, other.token);
        return other;
      },
    ],
    [
      'a role without a pointer',
      async () => {
        const other = await newClient();
        await giveRole(world.owner.token, world.event, other.token, 'editor');
        return other;
      },
    ],
    [
      'somebody whose pointer leads to a pointer',
      async () => {
        const other = await newClient();
        await pointAt(world.editor.token, world.event, other.token);
        return other;
      },
    ],
    [
      'a member after the event is deleted',
      async () => {
        await world.owner.delete(world.event);
        return world.editor;
      },
    ],
  ])('%s', async (_, make) => {
    const by = await make();
    for (const call of operations(by)) expect((await call()).status).toBe(404);
  });
});

describe('costs: the requests of a call', () => {
  const requestsOf = async (work: () => Promise<unknown>) => {
    takeRequests();
    await work();
    return takeRequests().counts;
  };

  it('by a member are up to three more than the owner’s', async () => {
    const counts = [];
    for (const call of operations(world.editor)) counts.push(await requestsOf(call));
    const read = { reads: 5, writes: 0 };
    const write = { reads: 5, writes: 1 };
    expect(counts).toEqual([{ reads: 4, writes: 0 }, read, read, write, write, write, write, read]);
  });

  it('by a stranger are the same for a shared event as for none', async () => {
    const stranger = await newClient();
    const none = operations(stranger, { event: { id: '1' }, budget: { event_id: '1', id: '1' } });
    for (const [n, call] of operations(stranger).entries()) {
      const sent = await requestsOf(call);
      expect(sent).toEqual(await requestsOf(async () => none[n]?.()));
      expect(sent.reads).toBeLessThanOrEqual(3);
      expect(sent.writes).toBe(0);
    }
  });
});
