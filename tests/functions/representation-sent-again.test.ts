import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../support/call.ts';
import { gateToDatabase } from '../support/gate.ts';
import type { GatewayRequest } from '../support/gateway.ts';
import { catering, endpoints } from '../support/service.ts';
import { accountIdOf, sharedEvent, takeRole } from '../support/sharing.ts';

const gate = await gateToDatabase();
beforeEach(() => {
  // No pauses between rounds.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const PREFERRED = { prefer: 'return=representation' };
const KEYED = { 'idempotency-key': 'a-key' };

type Name = keyof typeof endpoints;
const ask = (name: Name, request: GatewayRequest) => {
  const { handler, method } = endpoints[name];
  return call(handler, { method, ...request });
};

/** A shared event, and what its owner and editor can do with it. */
async function arranged() {
  const { owner, editor, event, budget } = await sharedEvent();
  const on = { event_id: event.id };
  return {
    ...{ owner, editor, event, budget },
    rename: (name: string) => ask('update', { token: owner, path: event, body: { name } }),
    spend: (spent: number) => ask('updateBudget', { token: owner, path: budget, body: { spent } }),
    dropBudget: () => ask('deleteBudget', { token: owner, path: budget }),
    update: (headers = {}) =>
      ask('update', {
        ...{ token: editor, path: event, headers: { ...PREFERRED, ...headers } },
        body: { description: 'At noon' },
      }),
    updateBudget: () =>
      ask('updateBudget', { token: editor, path: budget, headers: PREFERRED, body: { amount: 7 } }),
    createBudget: (headers = {}) =>
      ask('createBudget', {
        token: editor,
        path: on,
        headers: { ...PREFERRED, ...headers },
        body: catering(),
      }),
    importBudgets: (headers = {}) =>
      ask('importBudgets', {
        ...{ token: editor, path: on, headers: { ...PREFERRED, ...headers } },
        body: { budgets: [catering(), catering()] },
      }),
    view: () => ask('view', { token: editor, path: event }),
    viewBudget: () => ask('viewBudget', { token: editor, path: budget }),
    list: () => ask('listBudgets', { token: owner, path: on }),
  };
}

/** Does something after the next write of an event in its owner's partition. */
function afterWriteOf({ owner }: { owner: string }, does: () => unknown): void {
  gate.after = async ({ operation, body }) => {
    const isOfEvent = body.includes(`ACCOUNT#${accountIdOf(owner)}`) && body.includes('EVENT#');
    if (!/^(?:Put|Update|TransactWrite)/.test(operation) || !isOfEvent) return undefined;
    gate.open();
    return does();
  };
}

/** The same, and the write's answer is lost. */
const loseAnswerOf = (world: { owner: string }, then: () => unknown): void =>
  afterWriteOf(world, async () => {
    await then();
    return 'lose';
  });

/** Lets no read of an item of this kind be answered. */
const failReads = (kind: string): void => {
  gate.before = ({ operation, body }) =>
    operation === 'GetItem' && body.includes(kind) ? 'lose' : undefined;
};

describe('a write whose answer was lost', () => {
  it('has the representation of what it made, not of later writes: of an event', async () => {
    const world = await arranged();
    const { name } = z.object({ name: z.string() }).parse((await world.view()).body.data);
    loseAnswerOf(world, () => world.rename('Ball'));
    const updated = await world.update();
    expect(updated.body.data).toMatchObject({ name, description: 'At noon' });
    expect((await world.view()).body.data).toMatchObject({ name: 'Ball', description: 'At noon' });
    expect([updated.headers['etag'], (await world.view()).headers['etag']]).toEqual(['"3"', '"4"']);
  });

  it('of a budget', async () => {
    const world = await arranged();
    const { spent } = catering();
    loseAnswerOf(world, () => world.spend(5));
    const updated = await world.updateBudget();
    expect(updated.body.data).toMatchObject({ amount: 7, spent });
    expect(updated.body['summary']).toMatchObject({ total_spent: spent });
    expect((await world.viewBudget()).body.data).toMatchObject({ amount: 7, spent: 5 });
    expect([updated.headers['etag'], (await world.viewBudget()).headers['etag']]).toEqual(['"1"', '"2"']);
  });

  it('also if the budget is gone by then', async () => {
    const world = await arranged();
    loseAnswerOf(world, () => world.dropBudget());
    const { status, body, headers } = await world.updateBudget();
    expect([status, body.data]).toMatchObject([200, { amount: 7 }]);
    expect([headers['preference-applied'], headers['etag']]).toEqual(['return=representation', '"1"']);
    expect((await world.viewBudget()).status).toBe(404);
  });

  it('also if the caller is no member anymore', async () => {
    for (const name of ['updateBudget', 'importBudgets', 'createBudget'] as const) {
      const world = await arranged();
      loseAnswerOf(world, () => takeRole(world.owner, world.event, world.editor));
      const { status, body } = await world[name]();
      expect(status, name).toBeLessThan(300);
      expect(body).toHaveProperty('summary');
      expect((await world[name]()).status).toBe(404);
    }
  });
});

describe('a write under a key', () => {
  it('reads nothing for its representation', async () => {
    const world = await arranged();
    afterWriteOf(world, () => failReads('EVENT#'));
    const { status, body, headers } = await world.importBudgets(KEYED);
    gate.open();
    expect([status, body.data ?? body['budgets']]).toMatchObject([201, [catering(), catering()]]);
    expect([headers['preference-applied'], headers['etag']]).toEqual(['return=representation', '"3"']);
  });
});

describe('an update by a member', () => {
  it('has no representation if the owner’s name can’t be read', async () => {
    const world = await arranged();
    afterWriteOf(world, () => failReads('PERSON#'));
    const { status, text, headers } = await world.update();
    gate.open();
    expect([status, text]).toEqual([200, '{"status":"success","message":"Event saved successfully"}']);
    expect(headers).not.toHaveProperty('preference-applied');
    expect(headers['etag']).toBe((await world.view()).headers['etag']);
  });

  it('is 404 while the owner’s account is being deleted, as its view', async () => {
    const world = await arranged();
    const { handler, body } = endpoints.deleteAccount;
    expect((await call(handler, { token: world.owner, body: body?.() })).status).toBe(200);
    expect([(await world.update()).status, (await world.view()).status]).toEqual([404, 404]);
  });
});
