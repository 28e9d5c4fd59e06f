import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sharedClients } from '../support/client.ts';
import { gateToDatabase } from '../support/proxied-database.ts';
import { catering, endpoints } from '../support/service.ts';
import { accountIdOf, takeRole } from '../support/sharing.ts';

const gate = await gateToDatabase();
beforeEach(() => {
  // No pauses between rounds.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const PREFERRED = { prefer: 'return=representation' };

/** A shared event, and what its editor can do with it. */
async function arranged() {
  const { event, budget, ...shared } = await sharedClients();
  const { editor, owner } = shared;
  const on = { event_id: event.id };
  return {
    ...{ owner, editor, event, budget },
    update: () => editor.update(event, { description: 'At noon' }, PREFERRED),
    updateBudget: () => editor.updateBudget(budget, { amount: 7 }, PREFERRED),
    createBudget: () => editor.createBudget(on, catering(), PREFERRED),
    importBudgets: (headers = {}) =>
      editor.importBudgets(on, { budgets: [catering(), catering()] }, { ...PREFERRED, ...headers }),
    view: () => editor.view(event),
    viewBudget: () => editor.viewBudget(budget),
  };
}
type World = Awaited<ReturnType<typeof arranged>>;

/** Does something after the next write of an event in its owner's partition. */
function afterWriteOf({ owner }: World, does: () => unknown): void {
  gate.after = async ({ operation, body }) => {
    const isOfEvent = body.includes(`ACCOUNT#${accountIdOf(owner.token)}`) && body.includes('EVENT#');
    if (!/^(?:Put|Update|TransactWrite)/.test(operation) || !isOfEvent) return undefined;
    gate.open();
    return does();
  };
}

/** The same, and the write's answer is lost. */
const loseAnswerOf = (world: World, then: () => unknown): void =>
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
    const { name } = Object((await world.view()).body.data);
    loseAnswerOf(world, () => world.owner.update(world.event, { name: 'Ball' }));
    const updated = await world.update();
    expect(updated.body.data).toMatchObject({ name, description: 'At noon' });
    expect((await world.view()).body.data).toMatchObject({ name: 'Ball', description: 'At noon' });
    expect([updated.tag, (await world.view()).tag]).toEqual(['"3"', '"4"']);
  });

  it('of a budget', async () => {
    const world = await arranged();
    const { spent } = catering();
    loseAnswerOf(world, () => world.owner.updateBudget(world.budget, { spent: 5 }));
    const updated = await world.updateBudget();
    expect(updated.body.data).toMatchObject({ amount: 7, spent });
    expect(updated.body['summary']).toMatchObject({ total_spent: spent });
    expect((await world.viewBudget()).body.data).toMatchObject({ amount: 7, spent: 5 });
    expect([updated.tag, (await world.viewBudget()).tag]).toEqual(['"1"', '"2"']);
  });

  it('also if the budget is gone by then', async () => {
    const world = await arranged();
    loseAnswerOf(world, () => world.owner.deleteBudget(world.budget));
    const { status, body, headers } = await world.updateBudget();
    expect([status, body.data]).toMatchObject([200, { amount: 7 }]);
    expect([headers['preference-applied'], headers['etag']]).toEqual(['return=representation', '"1"']);
    expect((await world.viewBudget()).status).toBe(404);
  });

  it('also if the caller is no member anymore', async () => {
    for (const name of ['updateBudget', 'importBudgets', 'createBudget'] as const) {
      const world = await arranged();
      loseAnswerOf(world, () => takeRole(world.owner.token, world.event, world.editor.token));
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
    const { status, body, headers } = await world.importBudgets({ 'idempotency-key': 'a-key' });
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
    expect(headers['etag']).toBe((await world.view()).tag);
  });

  it('is 404 while the owner’s account is being deleted, as its view', async () => {
    const world = await arranged();
    const { status } = await world.owner.deleteAccount(endpoints.deleteAccount.body?.());
    expect(status).toBe(200);
    expect([(await world.update()).status, (await world.view()).status]).toEqual([404, 404]);
  });
});
