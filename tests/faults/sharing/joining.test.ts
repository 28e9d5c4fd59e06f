import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call, type Outcome } from '../../support/call.ts';
import type { DatabaseRequest } from '../../support/database-proxy.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { endpoints, person } from '../../support/service.ts';
import { newVerified, sharedEvent, verify } from '../../support/sharing.ts';
import { tableContent } from '../../support/table-content.ts';
import { wholeTable } from '../../support/whole-table.ts';

const gate = await gateToDatabase();

const { inviteMember, acceptInvitation, removeMember, updateMember, listMembers } = endpoints;
const { signup, view, update } = endpoints;

const prepare = wholeTable().remaking(async () => ({
  shared: await sharedEvent(),
  guest: await newVerified(),
}));
let shared: Awaited<ReturnType<typeof sharedEvent>>;
let guest: Awaited<ReturnType<typeof newVerified>>;
beforeEach(async () => {
  ({ shared, guest } = await prepare());
});

const path = () => ({ event_id: shared.event.id });
const invite = (email = guest.email) =>
  call(inviteMember.handler, { token: shared.owner, path: path(), body: { email, role: 'viewer' } });
const idOf = ({ body }: Outcome) => z.object({ id: z.coerce.string() }).parse(body.data).id;
const accept = (id: string) => call(acceptInvitation.handler, { token: guest.token, path: { id } });
const remove = (id: string) => call(removeMember.handler, { token: shared.owner, path: { ...path(), id } });
const setRole = (id: string, role: string) =>
  call(updateMember.handler, { token: shared.owner, path: { ...path(), id }, body: { role } });
const rename = (token: string) => call(update.handler, { token, path: shared.event, body: { name: 'Ball' } });
const statusOfView = async () =>
  (await call(view.handler, { method: 'GET', token: guest.token, path: shared.event })).status;

/** A write of an event, alone or with others. */
const EVENT_WRITE = /^(?:PutItem|UpdateItem|TransactWriteItems).*"EVENT#/;
const isEventWrite = ({ operation, body }: DatabaseRequest) => EVENT_WRITE.test(operation + body);

describe('beside another call,', () => {
  it('an invitation that is accepted while it is withdrawn ends with neither', async () => {
    const id = idOf(await invite());
    const withdraw = await gate.hold(() => remove(id), EVENT_WRITE);
    expect((await accept(id)).status).toBe(200);
    expect(await withdraw()).toBe(200);
    expect(await statusOfView()).toBe(404);
  });

  it('an acceptance of what another call has accepted meanwhile responds the same', async () => {
    for (const held of [/^GetItem.*"INVITATION#/, /^Query.*"SHARED#/, EVENT_WRITE]) {
      const id = idOf(await invite());
      const acceptLate = await gate.hold(() => accept(id), held);
      expect((await accept(id)).status).toBe(200);
      expect(await acceptLate()).toBe(200);
      expect((await remove(id)).status).toBe(200);
    }
  });

  it('a late acceptance of an earlier invitation leaves the later membership', async () => {
    const earlier = idOf(await invite());
    const acceptLate = await gate.hold(() => accept(earlier), EVENT_WRITE);
    expect((await remove(earlier)).status).toBe(200);
    expect((await accept(idOf(await invite()))).status).toBe(200);
    expect(await acceptLate()).toBe(404);
    expect(await statusOfView()).toBe(200);
  });

  it('nobody is invited who joins meanwhile, even if another member leaves', async () => {
    const inviteAgain = await gate.hold(invite, EVENT_WRITE);
    expect((await accept(idOf(await invite()))).status).toBe(200);
    expect((await remove(shared.ids.viewer)).status).toBe(200);
    expect(await inviteAgain()).toBe(409);
    const request = { method: 'GET', token: shared.owner, path: path() };
    const { body } = await call(listMembers.handler, request);
    expect(z.array(z.object({ state: z.string() })).parse(body.data)).not.toContainEqual({
      state: 'invited',
    });
  });

  it('nobody is invited who signs up and joins meanwhile', async () => {
    const email = `late-${guest.email}`;
    const inviteAgain = await gate.hold(() => invite(email), EVENT_WRITE);
    const { body } = await call(signup.handler, { body: person({ email }) });
    const token = String(body.token);
    await verify(token);
    const id = idOf(await invite(email));
    expect((await call(acceptInvitation.handler, { token, path: { id } })).status).toBe(200);
    expect((await remove(shared.ids.viewer)).status).toBe(200);
    expect([await inviteAgain(), (await invite(email)).status]).toEqual([503, 409]);
  });

  it('somebody who signs up meanwhile is invited by a repeat', async () => {
    const email = `late-${guest.email}`;
    const inviteLate = await gate.hold(() => invite(email), EVENT_WRITE);
    expect((await call(signup.handler, { body: person({ email }) })).status).toBe(201);
    expect([await inviteLate(), (await invite(email)).status]).toEqual([503, 201]);
  });

  it('an invitation that changes of the event disturb too often responds 503 and leaves nothing', async () => {
    gate.before = async (request) => {
      if (!isEventWrite(request) || !request.body.includes(guest.email)) return;
      await rename(shared.owner);
    };
    expect((await invite()).status).toBe(503);
    const keys = Object.keys(await tableContent());
    expect(keys.filter((key) => key.includes(guest.email) && key.includes('INVITATION#'))).toEqual([]);
  });

  it.each(['remove', 'setRole'] as const)(
    '%s of a former membership leaves the present one',
    async (kind) => {
      const former = idOf(await invite());
      await accept(former);
      const late = await gate.hold(
        () => (kind === 'remove' ? remove(former) : setRole(former, 'editor')),
        EVENT_WRITE,
      );
      expect((await remove(former)).status).toBe(200);
      expect((await accept(idOf(await invite()))).status).toBe(200);
      expect(await late()).toBe(404);
      expect(await statusOfView()).toBe(200);
      expect((await rename(guest.token)).status).toBe(403);
    },
  );
});
