import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call, type Outcome } from '../../support/call.ts';
import { erase } from '../../support/erase.ts';
import { isWrite } from '../../support/faults.ts';
import { gateToDatabase } from '../../support/proxied-database.ts';
import { endpoints, newEvent, person } from '../../support/service.ts';
import { accountIdOf, newVerified, sharedEvent, verify } from '../../support/sharing.ts';
import { deleteEvent, deleteForGood, restore } from '../../support/trash.ts';
import { wholeTable } from '../../support/whole-table.ts';

const table = wholeTable();
const gate = await gateToDatabase();

const { inviteMember, updateMember, removeMember, deleteAccount, signup, update } = endpoints;
const { listInvitations, acceptInvitation, declineInvitation } = endpoints;

type Shared = Awaited<ReturnType<typeof sharedEvent>>;
const prepare = table.remaking(sharedEvent);
let shared: Shared;
beforeEach(async () => {
  shared = await prepare();
});

const invite = (email: string) =>
  call(inviteMember.handler, {
    ...{ token: shared.owner, path: { event_id: shared.event.id }, body: { email, role: 'viewer' } },
  });
const idOf = ({ body }: Outcome) => z.object({ id: z.coerce.string() }).parse(body.data).id;
const accept = (token: string, id: string) => call(acceptInvitation.handler, { token, path: { id } });
const decline = (token: string, id: string) => call(declineInvitation.handler, { token, path: { id } });
const remove = (token: string, id: string) =>
  call(removeMember.handler, { token, path: { event_id: shared.event.id, id } });
const deleteShared = () => call(endpoints.delete.handler, { token: shared.owner, path: shared.event });

/** A write of an event, alone or with others. */
const EVENT_WRITE = /^(?!Get|Query).*"EVENT#/;

it.each([
  ['restored', restore],
  ['deleted for good', deleteForGood],
])('an event that is %s after its owner’s account was erased does not come back', async (_, work) => {
  const { owner, event } = shared;
  await deleteEvent(owner, event);
  const goOn = await gate.hold(() => work(owner, event), EVENT_WRITE);
  await call(deleteAccount.handler, { token: owner, body: deleteAccount.body?.() });
  expect(await erase(accountIdOf(owner))).toBe('erased');
  // Its session is gone, or else its event.
  expect([401, 404]).toContain(await goOn());
  expect(JSON.stringify(await table.items())).not.toContain(accountIdOf(owner));
});

it('nobody joins an event that the erasure of its owner’s account has read', async () => {
  const { owner, event } = shared;
  const { email, token } = await newVerified();
  const id = idOf(await invite(email));
  await call(deleteAccount.handler, { token: owner, body: deleteAccount.body?.() });
  const erasing = async () => ({ status: (await erase(accountIdOf(owner))) === 'erased' ? 200 : 500 });
  const goOn = await gate.hold(erasing, EVENT_WRITE);
  expect((await accept(token, id)).status).toBe(404);
  expect(await goOn()).toBe(200);
  expect(JSON.stringify(await table.items())).not.toContain(event.id);
});

it('nobody is invited who signs up and joins meanwhile', async () => {
  const { email } = person();
  const inviteAgain = await gate.hold(() => invite(email), EVENT_WRITE);
  const token = String((await call(signup.handler, { body: person({ email }) })).body.token);
  await verify(token);
  expect((await accept(token, idOf(await invite(email)))).status).toBe(200);
  expect((await remove(shared.owner, shared.ids.viewer)).status).toBe(200);
  expect([await inviteAgain(), (await invite(email)).status]).toEqual([503, 409]);
});

it('an invitation that changes of the event disturb too often responds 503 and leaves nothing', async () => {
  const { owner, event } = shared;
  const { email } = person();
  gate.before = async ({ operation, body }) => {
    if (!EVENT_WRITE.test(operation + body) || !body.includes(email)) return;
    await call(update.handler, { token: owner, path: event, body: { name: 'Ball' } });
  };
  expect((await invite(email)).status).toBe(503);
  const keys = (await table.items()).map(({ PK, SK }) => `${PK} ${SK}`);
  expect(keys.filter((key) => key.includes(email) && key.includes('INVITATION#'))).toEqual([]);
});

describe('what belongs together is written by one request:', () => {
  /** What the sort keys of the items of each write begin with. */
  async function writesOf(work: () => Promise<Outcome>): Promise<string[]> {
    const found: string[] = [];
    gate.before = (request) => {
      const kinds = [...request.body.matchAll(/"SK":\{"S":"([A-Z]+)/g)].map(([, kind]) => kind);
      if (isWrite(request)) found.push(kinds.join(' '));
    };
    expect((await work()).status).toBeLessThan(300);
    gate.open();
    return found;
  }

  it('an invitation, what accepts it, and what ends it', async () => {
    const [guest, other] = [await newVerified(), await newVerified()];
    const invited = await writesOf(() => invite(guest.email));
    // The inviter's own mail is counted once the invitation is there.
    expect(invited).toEqual(['INVITATIONS', 'MAILS', 'EVENT INVITATION ACCOUNT', 'MAILS']);
    const { data } = (await call(listInvitations.handler, { method: 'GET', token: guest.token })).body;
    const [{ id } = { id: '' }] = z.array(z.object({ id: z.coerce.string() })).parse(data);
    expect(await writesOf(() => accept(guest.token, id))).toEqual(['EVENT SHARED INVITATION']);
    expect(await writesOf(() => accept(guest.token, id))).toEqual([]);
    const [declined, withdrawn] = [idOf(await invite(other.email)), idOf(await invite(person().email))];
    expect(await writesOf(() => decline(other.token, declined))).toEqual(['EVENT INVITATION']);
    expect(await writesOf(() => remove(shared.owner, withdrawn))).toEqual(['EVENT INVITATION']);
  });

  it('a membership, and its change', async () => {
    const { owner, viewer, event, ids } = shared;
    const path = { event_id: event.id, id: ids.editor };
    const change = { token: owner, path, body: { role: 'viewer' } };
    expect(await writesOf(() => call(updateMember.handler, change))).toEqual(['EVENT']);
    expect(await writesOf(() => remove(owner, ids.editor))).toEqual(['EVENT SHARED']);
    expect(await writesOf(() => remove(viewer, ids.viewer))).toEqual(['EVENT SHARED']);
  });

  it('an event, and what leads others to it', async () => {
    const { owner } = shared;
    await invite(person().email);
    expect(await writesOf(deleteShared)).toEqual(['EVENT SHARED SHARED INVITATION']);
    const path = await newEvent(owner);
    const removeAlone = () => call(endpoints.delete.handler, { token: owner, path });
    expect(await writesOf(removeAlone)).toEqual(['EVENT']);
    expect((await removeAlone()).status).toBe(404);
    expect(await writesOf(() => restore(owner, path))).toEqual(['EVENT']);
    await removeAlone();
    expect(await writesOf(() => deleteForGood(owner, path))).toEqual(['EVENT']);
  });
});
