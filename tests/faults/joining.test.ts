import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call, type Outcome } from '../support/call.ts';
import { gateToDatabase } from '../support/gate.ts';
import { endpoints, person } from '../support/service.ts';
import { newVerified, sharedEvent, verify } from '../support/sharing.ts';
import { tableContent } from '../support/table.ts';

const gate = await gateToDatabase();

const { inviteMember, acceptInvitation, removeMember, updateMember, listMembers, signup, view, update } =
  endpoints;

let shared: Awaited<ReturnType<typeof sharedEvent>>;
let guest: Awaited<ReturnType<typeof newVerified>>;
beforeEach(async () => {
  shared = await sharedEvent();
  guest = await newVerified();
});

const path = () => ({ event_id: shared.event.id });
const invite = () =>
  call(inviteMember.handler, {
    ...{ token: shared.owner, path: path(), body: { email: guest.email, role: 'viewer' } },
  });
const idOf = ({ body }: Outcome) => String(z.object({ id: z.int() }).parse(body.data).id);
const accept = (id: string) => call(acceptInvitation.handler, { token: guest.token, path: { id } });
const remove = (id: string) => call(removeMember.handler, { token: shared.owner, path: { ...path(), id } });
const statusOfView = async () =>
  (await call(view.handler, { method: 'GET', token: guest.token, path: shared.event })).status;

const EVENT_UPDATE = /^UpdateItem.*"EVENT#/;

it('an invitation that is accepted while it is withdrawn ends with neither', async () => {
  const id = idOf(await invite());
  const withdraw = await gate.hold(() => remove(id), EVENT_UPDATE);
  expect((await accept(id)).status).toBe(200);
  expect(await withdraw()).toBe(200);
  expect(await statusOfView()).toBe(404);
});

it('an acceptance that fails leaves its repeat the pointer', async () => {
  const id = idOf(await invite());
  const fail = await gate.hold(() => accept(id), /^Query.*"SHARED#/);
  expect((await accept(id)).status).toBe(200);
  gate.after = ({ operation }) => (operation === 'Query' ? 'lose' : undefined);
  expect(await fail()).toBe(503);
  gate.open();
  expect(await statusOfView()).toBe(200);
});

it('a late acceptance of an earlier invitation leaves the later membership its pointer', async () => {
  const earlier = idOf(await invite());
  const acceptLate = await gate.hold(() => accept(earlier), /^PutItem.*"SHARED#/);
  expect((await remove(earlier)).status).toBe(200);
  const later = idOf(await invite());
  const acceptLater = await gate.hold(() => accept(later), EVENT_UPDATE);
  gate.before = async ({ operation, body }) => {
    if (/^DeleteItem.*"SHARED#/.test(operation + body)) await acceptLater();
  };
  expect(await acceptLate()).toBe(404);
  expect(await acceptLater()).toBe(200);
  expect(await statusOfView()).toBe(200);
});

it('nobody is invited who joins meanwhile, even if another member leaves', async () => {
  const inviteAgain = await gate.hold(invite, EVENT_UPDATE);
  expect((await accept(idOf(await invite()))).status).toBe(200);
  expect((await remove(shared.ids.viewer)).status).toBe(200);
  expect(await inviteAgain()).toBe(409);
  const request = { method: 'GET', token: shared.owner, path: path() };
  const { body } = await call(listMembers.handler, request);
  expect(z.array(z.object({ state: z.string() })).parse(body.data)).not.toContainEqual({ state: 'invited' });
});

it('nobody is invited who signs up and joins meanwhile', async () => {
  const email = `late-${guest.email}`;
  const inviteLate = () =>
    call(inviteMember.handler, { token: shared.owner, path: path(), body: { email, role: 'viewer' } });
  const inviteAgain = await gate.hold(inviteLate, EVENT_UPDATE);
  const { body } = await call(signup.handler, { body: person({ email }) });
  const token = String(body.token);
  await verify(token);
  const id = idOf(await inviteLate());
  expect((await call(acceptInvitation.handler, { token, path: { id } })).status).toBe(200);
  expect((await remove(shared.ids.viewer)).status).toBe(200);
  expect(await inviteAgain()).toBe(409);
});

it('an invitation that other writes disturb too often responds 503 and leaves nothing', async () => {
  gate.before = async ({ operation, body }) => {
    if (!EVENT_UPDATE.test(operation + body) || !body.includes(guest.email)) return;
    await call(update.handler, { token: shared.owner, path: shared.event, body: { name: 'Ball' } });
  };
  expect((await invite()).status).toBe(503);
  const keys = Object.keys(await tableContent());
  expect(keys.filter((key) => key.includes(guest.email) && key.includes('INVITATION#'))).toEqual([]);
});

it.each(['remove', 'setRole'] as const)('%s of a former membership leaves the present one', async (kind) => {
  const former = idOf(await invite());
  await accept(former);
  const setRole = (id: string) =>
    call(updateMember.handler, {
      ...{ token: shared.owner, path: { ...path(), id }, body: { role: 'editor' } },
    });
  const late = await gate.hold(() => (kind === 'remove' ? remove(former) : setRole(former)), EVENT_UPDATE);
  expect((await remove(former)).status).toBe(200);
  expect((await accept(idOf(await invite()))).status).toBe(200);
  expect(await late()).toBe(404);
  expect(await statusOfView()).toBe(200);
  const body = { name: 'Ball' };
  expect((await call(update.handler, { token: guest.token, path: shared.event, body })).status).toBe(403);
});
