import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eraseAccount } from '../../lib/accounts/erase.ts';
import { release } from '../../lib/sharing/release.ts';
import { call, type Outcome } from '../support/call.ts';
import { type DatabaseRequest, gateToDatabase } from '../support/gate.ts';
import { allBudgets, catering, endpoints, type Tested, viewEvent } from '../support/service.ts';
import { accountIdOf, newVerified, sharedEvent, takeRole } from '../support/sharing.ts';
import { wholeTable } from '../support/whole-table.ts';

const emulator = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
const table = wholeTable(emulator);
const gate = await gateToDatabase();

const { update, createBudget, updateBudget, deleteBudget, updateMember, removeMember } = endpoints;
const { inviteMember, listInvitations, acceptInvitation, deleteAccount } = endpoints;
const remove = endpoints.delete;

type Shared = Awaited<ReturnType<typeof sharedEvent>>;
let shared: Shared;
beforeEach(async () => {
  shared = await sharedEvent();
});

/** The writes of an editor, each with its path. */
const writes: [string, Tested, (shared: Shared) => Record<string, string>][] = [
  ['update an event', { ...update, body: () => ({ name: 'Ball' }) }, ({ event }) => event],
  ['create a budget', createBudget, ({ event }) => ({ event_id: event.id })],
  ['update a budget', { ...updateBudget, body: () => ({ name: 'Choir' }) }, ({ budget }) => budget],
  ['delete a budget', deleteBudget, ({ budget }) => budget],
];

const isWriteIn = (token: string, { operation, body }: DatabaseRequest): boolean =>
  /^(Update|Delete)Item$/.test(operation) && body.includes(`"ACCOUNT#${accountIdOf(token)}"`);

/** Does something once, before the next write in an account's partition. */
function beforeWriteIn(token: string, work: () => Promise<unknown>): void {
  gate.before = async (request) => {
    if (!isWriteIn(token, request)) return;
    gate.before = () => undefined;
    await work();
  };
}

/** Loses the response to the next write in an account's partition, and does something before it is sent again. */
function loseWriteIn(token: string, work: () => Promise<unknown> = async () => undefined): void {
  gate.after = async (request) => {
    if (!isWriteIn(token, request)) return undefined;
    gate.after = () => undefined;
    await work();
    return 'lose';
  };
}

const state = async ({ owner, event }: Shared) => [
  await viewEvent(owner, event),
  await allBudgets(owner, event),
];

const removal = ({ owner, event, ids }: Shared) =>
  call(removeMember.handler, { token: owner, path: { event_id: event.id, id: ids.editor } });

describe.each(writes)('an editor who wants to %s', (_, { handler, body }, pathIn) => {
  const write = () => call(handler, { token: shared.editor, path: pathIn(shared), body: body?.() });

  it('and is removed before the write, gets 404', async () => {
    const before = await state(shared);
    beforeWriteIn(shared.owner, () => removal(shared));
    expect((await write()).status).toBe(404);
    expect(await state(shared)).toEqual(before);
  });

  it('and becomes a viewer before the write, gets 403', async () => {
    const { owner, event, ids } = shared;
    const before = await state(shared);
    const path = { event_id: event.id, id: ids.editor };
    beforeWriteIn(owner, () => call(updateMember.handler, { token: owner, path, body: { role: 'viewer' } }));
    expect((await write()).status).toBe(403);
    expect(await state(shared)).toEqual(before);
  });

  it('and is removed after the write, whose response was lost, has done it', async () => {
    const before = await state(shared);
    loseWriteIn(shared.owner, () => removal(shared));
    expect((await write()).status).toBeLessThan(300);
    expect(await state(shared)).not.toEqual(before);
  });

  it('does it in the owner’s event if the response to the search in the own account was lost', async () => {
    const before = await state(shared);
    loseWriteIn(shared.editor);
    expect((await write()).status).toBeLessThan(300);
    expect(await state(shared)).not.toEqual(before);
  });
});

describe('a response is lost', () => {
  it('to a member’s deletion of the event: it stays', async () => {
    const { owner, editor, event } = shared;
    loseWriteIn(editor);
    expect((await call(remove.handler, { token: editor, path: event })).status).toBe(403);
    expect(await viewEvent(owner, event)).toMatchObject({ name: 'Summer party' });
  });

  it('to a deletion by a former member: it is not told that it was done', async () => {
    const { owner, editor, event, budget } = shared;
    await takeRole(owner, event, editor);
    loseWriteIn(owner);
    expect((await call(deleteBudget.handler, { token: editor, path: budget })).status).toBe(404);
    expect(await allBudgets(owner, event)).toEqual([catering({ id: Number(budget.id) })]);
  });

  it('to an owner’s deletion of the event: it is done', async () => {
    const { owner, event } = shared;
    loseWriteIn(owner);
    expect((await call(remove.handler, { token: owner, path: event })).status).toBe(200);
  });

  it('to a removal: role and pointer are gone', async () => {
    loseWriteIn(shared.owner);
    expect((await removal(shared)).status).toBe(200);
    expect((await removal(shared)).status).toBe(404);
  });
});

describe('an owner’s account is erased', () => {
  const invite = ({ owner, event }: Shared, email: string) =>
    call(inviteMember.handler, {
      ...{ token: owner, path: { event_id: event.id }, body: { email, role: 'viewer' } },
    });

  /** Holds a call before a write until the erasure waits for calls that began before. */
  async function eraseDuring(work: () => Promise<Outcome>, held: RegExp) {
    const { owner } = shared;
    const goOn = await gate.hold(work, held);
    const left = await call(deleteAccount.handler, { token: owner, body: deleteAccount.body?.() });
    expect(left.status).toBe(200);
    expect(await eraseAccount(accountIdOf(owner), { settleMs: 1, wait: goOn, release })).toBe('erased');
    return goOn();
  }

  const isLeft = async ({ owner }: Shared) =>
    JSON.stringify(await table.items()).includes(accountIdOf(owner));

  it('while somebody accepts an invitation: no pointer stays', async () => {
    const { email, token } = await newVerified();
    const { body } = await invite(shared, email);
    const path = { id: String(z.object({ id: z.int() }).parse(body.data).id) };
    const accept = () => call(acceptInvitation.handler, { token, path });
    expect(await eraseDuring(accept, /^PutItem.*"SHARED#/)).toBe(200);
    expect(await isLeft(shared)).toBe(false);
  });

  it('while its last call invites somebody: no invitation stays', async () => {
    const { owner, event, ids } = shared;
    for (const id of Object.values(ids))
      await call(removeMember.handler, { token: owner, path: { event_id: event.id, id } });
    const { email } = await newVerified();
    expect(await eraseDuring(() => invite(shared, email), /^UpdateItem.*"EVENT#/)).toBe(201);
    expect(await isLeft(shared)).toBe(false);
  });
});

describe('a call may stop between its writes, so', () => {
  /** The writes of a call, in order, by what their sort keys begin with. */
  async function writesOf(work: () => Promise<{ status: number }>): Promise<string[]> {
    const found: string[] = [];
    gate.before = ({ operation, body }) => {
      const [, kind = ''] = /"SK":\{"S":"([A-Z]+)/.exec(body) ?? [];
      if (/^(Put|Update|Delete)Item$/.test(operation)) found.push(`${operation} ${kind}`);
    };
    expect((await work()).status).toBeLessThan(300);
    gate.open();
    return found;
  }

  it('an invitation can be found before it is made, and a member has a pointer before its role', async () => {
    const { owner, event } = shared;
    const { email, token } = await newVerified();
    const path = { event_id: event.id };
    const body = { email, role: 'viewer' };
    expect(await writesOf(() => call(inviteMember.handler, { token: owner, path, body }))).toEqual([
      'UpdateItem INVITATIONS',
      'PutItem INVITATION',
      'UpdateItem EVENT',
      'UpdateItem MAILS',
    ]);
    const { body: listed } = await call(listInvitations.handler, { method: 'GET', token });
    const [invitation] = z.array(z.object({ id: z.int() })).parse(listed.data);
    const accept = () => call(acceptInvitation.handler, { token, path: { id: String(invitation?.id) } });
    expect(await writesOf(accept)).toEqual(['PutItem SHARED', 'UpdateItem EVENT', 'DeleteItem INVITATION']);
  });

  it('a role is taken before its pointer', async () => {
    expect(await writesOf(() => removal(shared))).toEqual([
      'UpdateItem EVENT',
      'DeleteItem SHARED',
      'UpdateItem EVENT',
    ]);
  });
});
