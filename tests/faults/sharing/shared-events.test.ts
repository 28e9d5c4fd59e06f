import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eraseAccount } from '../../../lib/erasure/erase-account.ts';
import { call, type Outcome } from '../../support/call.ts';
import { erase } from '../../support/erase.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { endpoints, newEvent, person } from '../../support/service.ts';
import { accountIdOf, newVerified, sharedEvent } from '../../support/sharing.ts';
import { deleteEvent, deleteForGood, restore } from '../../support/trash.ts';
import { wholeTable } from '../../support/whole-table.ts';
import { sharedEventIn } from '../models/stored-event.ts';

const table = wholeTable();
const gate = await gateToDatabase();

const { inviteMember, updateMember, removeMember, deleteAccount } = endpoints;
const { listInvitations, acceptInvitation, declineInvitation } = endpoints;
const remove = endpoints.delete;

type Shared = Awaited<ReturnType<typeof sharedEvent>>;
const prepare = table.remaking(sharedEvent);
let shared: Shared;
beforeEach(async () => {
  shared = await prepare();
});

const removal = ({ owner, event, ids }: Shared) =>
  call(removeMember.handler, { token: owner, path: { event_id: event.id, id: ids.editor } });

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
    expect(await eraseAccount(accountIdOf(owner), { settleMs: 1, wait: goOn })).toBe('erased');
    return goOn();
  }

  const isLeft = async ({ owner }: Shared) =>
    JSON.stringify(await table.items()).includes(accountIdOf(owner));

  it('while somebody accepts an invitation: no pointer stays', async () => {
    const { email, token } = await newVerified();
    const { body } = await invite(shared, email);
    const path = { id: String(z.object({ id: z.int() }).parse(body.data).id) };
    const accept = () => call(acceptInvitation.handler, { token, path });
    expect(await eraseDuring(accept, /^TransactWriteItems.*"SHARED#/)).toBe(200);
    expect(await isLeft(shared)).toBe(false);
  });

  it.each([
    ['restores an event', /^PutItem.*"EVENT#/, restore],
    ['deletes one in the trash for good', /^DeleteItem.*"EVENT#/, deleteForGood],
  ])('while its last call %s: the event does not stay', async (_, held, work) => {
    const { owner, event } = shared;
    await deleteEvent(owner, event);
    expect(await eraseDuring(() => work(owner, event), held)).toBe(200);
    expect(await isLeft(shared)).toBe(false);
  });

  it.each([
    ['restored', /^PutItem.*"EVENT#/, restore],
    ['deleted for good', /^DeleteItem.*"EVENT#/, deleteForGood],
  ])('and an event is %s as late as after that: nothing comes back', async (_, held, work) => {
    const { owner, event } = shared;
    await deleteEvent(owner, event);
    const goOn = await gate.hold(() => work(owner, event), held);
    await call(deleteAccount.handler, { token: owner, body: deleteAccount.body?.() });
    expect(await erase(accountIdOf(owner))).toBe('erased');
    // Its session is gone, or else its event.
    expect([401, 404]).toContain(await goOn());
    expect(await isLeft(shared)).toBe(false);
  });

  it('after its event was read: nobody joins it', async () => {
    const { email, token } = await newVerified();
    const { body } = await invite(shared, email);
    const path = { id: String(z.object({ id: z.int() }).parse(body.data).id) };
    const { owner } = shared;
    const deletion = { token: owner, body: deleteAccount.body?.() };
    expect((await call(deleteAccount.handler, deletion)).status).toBe(200);
    const erase = gate.hold(async () => {
      await eraseAccount(accountIdOf(owner), { settleMs: 1, wait: async () => undefined });
      return { status: 200 };
    }, /^TransactWriteItems.*"EVENT#/);
    const goOn = await erase;
    expect((await call(acceptInvitation.handler, { token, path })).status).toBe(404);
    expect(await goOn()).toBe(200);
    expect(await isLeft(shared)).toBe(false);
  });

  it('while its last call invites somebody: no invitation stays', async () => {
    const { owner, event, ids } = shared;
    for (const id of Object.values(ids))
      await call(removeMember.handler, { token: owner, path: { event_id: event.id, id } });
    const { email } = await newVerified();
    expect(await eraseDuring(() => invite(shared, email), /^TransactWriteItems.*"EVENT#/)).toBe(201);
    expect(await isLeft(shared)).toBe(false);
  });
});

describe('what belongs together is written by one request:', () => {
  /** The writes of a call, in order, with what the sort keys of their items begin with. */
  async function writesOf(work: () => Promise<Outcome>): Promise<string[]> {
    const found: string[] = [];
    gate.before = ({ operation, body }) => {
      const kinds = [...body.matchAll(/"SK":\{"S":"([A-Z]+)/g)].map(([, kind]) => kind);
      if (/^(?:(?:Put|Update|Delete)Item|TransactWriteItems)$/.test(operation))
        found.push([operation, ...kinds].join(' '));
    };
    expect((await work()).status).toBeLessThan(300);
    gate.open();
    return found;
  }

  const invite = (email: string) => {
    const { owner: token, event } = shared;
    return call(inviteMember.handler, {
      token,
      path: { event_id: event.id },
      body: { email, role: 'viewer' },
    });
  };
  const idOf = ({ body }: Outcome) => z.object({ id: z.coerce.string() }).parse(body.data).id;
  const INVITATION = 'TransactWriteItems EVENT INVITATION';

  it('an invitation, what accepts it, and what ends it', async () => {
    const { email, token } = await newVerified();
    expect(await writesOf(() => invite(email))).toEqual([
      'UpdateItem INVITATIONS',
      'UpdateItem MAILS',
      `${INVITATION} ACCOUNT`,
    ]);
    const { body } = await call(listInvitations.handler, { method: 'GET', token });
    const [first] = z.array(z.object({ id: z.coerce.string() })).parse(body.data);
    const accept = () => call(acceptInvitation.handler, { token, path: { id: String(first?.id) } });
    expect(await writesOf(accept)).toEqual(['TransactWriteItems EVENT SHARED INVITATION']);
    expect(await writesOf(accept)).toEqual([]);
    const others = [await newVerified(), await newVerified()] as const;
    const [declined, withdrawn] = [idOf(await invite(others[0].email)), idOf(await invite(others[1].email))];
    const decline = { token: others[0].token, path: { id: declined } };
    expect(await writesOf(() => call(declineInvitation.handler, decline))).toEqual([INVITATION]);
    const withdrawal = { token: shared.owner, path: { event_id: shared.event.id, id: withdrawn } };
    expect(await writesOf(() => call(removeMember.handler, withdrawal))).toEqual([INVITATION]);
  });

  it('a membership, and its change', async () => {
    const { owner, viewer, event, ids } = shared;
    const path = { event_id: event.id, id: ids.editor };
    const change = { token: owner, path, body: { role: 'viewer' } };
    expect(await writesOf(() => call(updateMember.handler, change))).toEqual(['PutItem EVENT']);
    expect(await writesOf(() => removal(shared))).toEqual(['TransactWriteItems EVENT SHARED']);
    const leaving = { token: viewer, path: { event_id: event.id, id: ids.viewer } };
    const leave = () => call(removeMember.handler, leaving);
    expect(await writesOf(leave)).toEqual(['TransactWriteItems EVENT SHARED']);
  });

  it('an event, and what leads others to it', async () => {
    const { owner, event } = shared;
    await invite(person().email);
    expect(await writesOf(() => call(remove.handler, { token: owner, path: event }))).toEqual([
      'TransactWriteItems EVENT SHARED SHARED INVITATION',
    ]);
    const path = await newEvent(owner);
    const removeAlone = () => call(remove.handler, { token: owner, path });
    expect(await writesOf(removeAlone)).toEqual(['PutItem EVENT']);
    expect((await removeAlone()).status).toBe(404);
    expect(await writesOf(() => restore(owner, path))).toEqual(['PutItem EVENT']);
    await removeAlone();
    expect(await writesOf(() => deleteForGood(owner, path))).toEqual(['DeleteItem EVENT']);
  });
});

describe('an event that is deleted', () => {
  it.each([
    ['shared', /^TransactWriteItems.*"EVENT#/, () => shared.event],
    ['its owner’s alone', /^PutItem.*"EVENT#/, () => newEvent(shared.owner)],
  ])(
    'while it is %s and somebody is invited and somebody joins, takes them along',
    async (_, held, eventOf) => {
      const { owner } = shared;
      const event = await eventOf();
      const goOn = await gate.hold(() => call(remove.handler, { token: owner, path: event }), held);
      const [{ email, token }, other] = [await newVerified(), await newVerified()];
      const invite = (to: string) =>
        call(inviteMember.handler, {
          ...{ token: owner, path: { event_id: event.id }, body: { email: to, role: 'viewer' } },
        });
      const { body } = await invite(email);
      const path = { id: z.object({ id: z.coerce.string() }).parse(body.data).id };
      expect((await call(acceptInvitation.handler, { token, path })).status).toBe(200);
      expect((await invite(other.email)).status).toBe(201);
      expect(await goOn()).toBe(200);
      const items = await table.items();
      const left = items.filter(({ SK }) => /EVENT#|SHARED#|INVITATION#/.test(String(SK)));
      const [deleted, ...others] = left.filter((item) => JSON.stringify(item).includes(event.id));
      expect([sharedEventIn(deleted).isInTrash, others]).toEqual([true, []]);
    },
  );

  it('while its only member leaves is deleted', async () => {
    const { owner, event, ids } = shared;
    await removal(shared);
    const goOn = await gate.hold(
      () => call(remove.handler, { token: owner, path: event }),
      /^TransactWriteItems.*"EVENT#/,
    );
    const path = { event_id: event.id, id: ids.viewer };
    expect((await call(removeMember.handler, { token: shared.viewer, path })).status).toBe(200);
    expect(await goOn()).toBe(200);
    expect((await call(remove.handler, { token: owner, path: event })).status).toBe(404);
  });
});
