import { describe, expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import {
  allBudgets,
  allEvents,
  catering,
  endpoints,
  newBudget,
  newEvent,
  newToken,
  party,
  type Tested,
  viewEvent,
} from '../support/service.ts';
import { giveRole, pointAt, share, sharedEvent, takeRole } from '../support/sharing.ts';

const { view, update, listBudgets, viewBudget, createBudget, updateBudget, deleteBudget } = endpoints;
const remove = endpoints.delete;

type Paths = { event: { id: string }; budget: { event_id: string; id: string } };

/** Every operation on an event and its budgets, with its path. */
const operations = ({ event, budget }: Paths): [Tested, Record<string, string>][] => [
  [view, event],
  [listBudgets, { event_id: event.id }],
  [viewBudget, budget],
  [update, event],
  [createBudget, { event_id: event.id }],
  [updateBudget, budget],
  [deleteBudget, budget],
  [remove, event],
];

async function statuses(token: string, paths: Paths): Promise<number[]> {
  const found: number[] = [];
  for (const [{ handler, method, body }, path] of operations(paths)) {
    found.push((await call(handler, { method, token, path, body: body?.() })).status);
  }
  return found;
}

describe('an editor', () => {
  it('sees and changes what the owner sees', async () => {
    const { owner, editor, event, budget } = await sharedEvent();
    await call(update.handler, { token: editor, path: event, body: { name: 'Ball' } });
    const added = await newBudget(editor, event, { name: 'Band' });
    await call(updateBudget.handler, { token: editor, path: added, body: { amount: 7 } });
    await call(deleteBudget.handler, { token: editor, path: budget });
    expect(await allBudgets(owner, event)).toEqual([
      catering({ id: Number(added.id), name: 'Band', amount: 7 }),
    ]);
    expect(await viewEvent(owner, event)).toMatchObject({ name: 'Ball', total_amount: 7, budgets_count: 1 });
    expect(await viewEvent(editor, event)).toEqual(await viewEvent(owner, event));
    expect(await allBudgets(editor, event)).toEqual(await allBudgets(owner, event));
  });

  it('gets the owner’s ETags, and 412 for an old one', async () => {
    const { owner, editor, event, budget } = await sharedEvent();
    const { headers } = await call(view.handler, { method: 'GET', token: editor, path: event });
    const ifMatch = { 'if-match': String(headers['etag']) };
    await call(updateBudget.handler, { token: owner, path: budget, body: { amount: 7 } });
    for (const [{ handler, body }, path] of [
      [update, event],
      [createBudget, { event_id: event.id }],
    ] as const) {
      const { status } = await call(handler, { token: editor, path, headers: ifMatch, body: body?.() });
      expect(status).toBe(412);
    }
    expect(await viewEvent(owner, event)).toMatchObject({ name: 'Summer party', budgets_count: 1 });
  });

  it('makes a budget once for each Idempotency-Key', async () => {
    const { owner, editor, event } = await sharedEvent();
    const request = {
      token: editor,
      path: { event_id: event.id },
      headers: { 'idempotency-key': 'a-key' },
      body: catering(),
    };
    const first = await call(createBudget.handler, request);
    const second = await call(createBudget.handler, request);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await allBudgets(owner, event)).toHaveLength(2);
  });

  it('has its own list and its own events as before', async () => {
    const { editor, event } = await sharedEvent();
    const own = await newEvent(editor, { name: 'Own' });
    expect((await allEvents(editor)).map(({ name }) => name)).toContain('Own');
    expect(await viewEvent(editor, own)).toMatchObject({ name: 'Own' });
    expect((await call(remove.handler, { token: editor, path: own })).status).toBe(200);
    expect((await call(view.handler, { method: 'GET', token: editor, path: event })).status).toBe(200);
  });
});

describe('a viewer', () => {
  it('changes nothing', async () => {
    const { owner, viewer, event, budget } = await sharedEvent();
    const before = [await viewEvent(owner, event), await allBudgets(owner, event)];
    expect(await statuses(viewer, { event, budget })).toEqual([200, 200, 200, 403, 403, 403, 403, 403]);
    expect([await viewEvent(owner, event), await allBudgets(owner, event)]).toEqual(before);
  });

  it('gets 422 before 403, and 403 before 404 for a budget and before 412', async () => {
    const { viewer, event, budget } = await sharedEvent();
    const { handler } = updateBudget;
    const statusOf = async (request: object) => (await call(handler, { token: viewer, ...request })).status;
    expect(await statusOf({ path: budget, body: { name: '' } })).toBe(422);
    expect(await statusOf({ path: { ...budget, id: '1' }, body: { name: 'Choir' } })).toBe(403);
    const old = { 'if-match': '"999"' };
    expect(await statusOf({ path: budget, headers: old, body: { name: 'Choir' } })).toBe(403);
    expect(
      (await call(update.handler, { token: viewer, path: event, headers: old, body: party() })).status,
    ).toBe(403);
  });

  it('gets 403 for a create under a key, and creates with it when it is an editor', async () => {
    const { owner, viewer, event } = await sharedEvent();
    const request = {
      token: viewer,
      path: { event_id: event.id },
      headers: { 'idempotency-key': 'a-key' },
      body: catering(),
    };
    expect((await call(createBudget.handler, request)).status).toBe(403);
    await giveRole(owner, event, viewer, 'editor');
    expect((await call(createBudget.handler, request)).status).toBe(201);
  });
});

describe('everyone else gets 404', () => {
  const NOTHING = Array(8).fill(404);

  it('a stranger', async () => {
    expect(await statuses(await newToken(), await sharedEvent())).toEqual(NOTHING);
  });

  it('a removed member, whose pointer may be left', async () => {
    const { owner, editor, ...paths } = await sharedEvent();
    await takeRole(owner, paths.event, editor);
    expect(await statuses(editor, paths)).toEqual(NOTHING);
  });

  it('a pointer without a role', async () => {
    const { owner, ...paths } = await sharedEvent();
    const token = await newToken();
    await pointAt(owner, paths.event, token);
    expect(await statuses(token, paths)).toEqual(NOTHING);
  });

  it('a role without a pointer', async () => {
    const { owner, ...paths } = await sharedEvent();
    const token = await newToken();
    await giveRole(owner, paths.event, token, 'editor');
    expect(await statuses(token, paths)).toEqual(NOTHING);
  });

  it('a member after the event is deleted, also one that was made under a key', async () => {
    const { owner, editor, ...paths } = await sharedEvent();
    await call(remove.handler, { token: owner, path: paths.event });
    expect(await statuses(editor, paths)).toEqual(NOTHING);
    const headers = { 'idempotency-key': 'a-key' };
    const { headers: made } = await call(endpoints.create.handler, { token: owner, headers, body: party() });
    const event = { id: String(made['location']).replace('/events/view/', '') };
    await share(owner, event, editor, 'editor');
    await call(remove.handler, { token: owner, path: event });
    expect(await statuses(editor, { ...paths, event })).toEqual(NOTHING);
  });

  it('somebody whose pointer leads to a pointer', async () => {
    const { editor, ...paths } = await sharedEvent();
    const token = await newToken();
    await pointAt(editor, paths.event, token);
    expect(await statuses(token, paths)).toEqual(NOTHING);
  });
});

describe('costs: the requests of a call', () => {
  const requestsOf = async (
    { handler, method, body }: Tested,
    token: string,
    path: Record<string, string>,
  ) => {
    takeRequests();
    await call(handler, { method, token, path, body: body?.() });
    return takeRequests().counts;
  };

  it('by a member are up to three more than the owner’s', async () => {
    const { editor, event, budget } = await sharedEvent();
    expect(await requestsOf(view, editor, event)).toEqual({ reads: 4, writes: 0 });
    const write = { reads: 5, writes: 1 };
    expect(await requestsOf(viewBudget, editor, budget)).toEqual({ reads: 5, writes: 0 });
    expect(await requestsOf(update, editor, event)).toEqual(write);
    expect(await requestsOf(updateBudget, editor, budget)).toEqual(write);
    expect(await requestsOf(deleteBudget, editor, budget)).toEqual(write);
    expect(await requestsOf(remove, editor, event)).toEqual({ reads: 5, writes: 0 });
  });

  it('by a stranger are the same for a shared event as for none', async () => {
    const { event, budget } = await sharedEvent();
    const token = await newToken();
    const unknown = { event: { id: '1' }, budget: { event_id: '1', id: '1' } };
    const others = operations(unknown);
    for (const [n, [operation, path]] of operations({ event, budget }).entries()) {
      const sent = await requestsOf(operation, token, path);
      expect(sent).toEqual(await requestsOf(operation, token, others[n]?.[1] ?? {}));
      expect(sent.reads).toBeLessThanOrEqual(3);
      expect(sent.writes).toBe(0);
    }
  });
});
