import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getPointer } from '../../../lib/plan/repository.ts';
import { call } from '../../support/call.ts';
import { endpoints, newEvent, newToken, viewEvent } from '../../support/service.ts';
import { accountIdOf, newVerified, share, sharedEvent, takeRole } from '../../support/sharing.ts';

const { listMembers, updateMember, removeMember, update, view } = endpoints;
const { inviteMember, acceptInvitation } = endpoints;

const members = z.array(
  z.looseObject({
    id: z.optional(z.int()),
    role: z.string(),
    you: z.boolean(),
    email: z.optional(z.string()),
  }),
);

async function membersSeenBy(token: string, { id }: { id: string }) {
  const { status, body } = await call(listMembers.handler, { method: 'GET', token, path: { event_id: id } });
  expect(status).toBe(200);
  return members.parse(body.data);
}

/** The path of a member, by its role. */
async function pathOf(owner: string, event: { id: string }, role: string) {
  const found = (await membersSeenBy(owner, event)).find((member) => member.role === role);
  return { event_id: event.id, id: String(found?.id) };
}

const pointerOf = (token: string, { id }: { id: string }) => getPointer(accountIdOf(token), Number(id));

describe('GET /events/{event_id}/members', () => {
  it('shows the owner and the members, and addresses to the owner only', async () => {
    const { owner, editor, viewer, event } = await sharedEvent();
    const seen = await membersSeenBy(owner, event);
    expect(seen.map(({ role, you }) => [role, you])).toEqual([
      ['owner', true],
      ['editor', false],
      ['viewer', false],
    ]);
    for (const { email } of seen) expect(email).toMatch(/^ada-\d+@example\.com$/);
    for (const [token, own] of [
      [editor, 'editor'],
      [viewer, 'viewer'],
    ] as const) {
      const others = await membersSeenBy(token, event);
      expect(others.map(({ role }) => role)).toEqual(['owner', 'editor', 'viewer']);
      expect(others.filter(({ you }) => you).map(({ role }) => role)).toEqual([own]);
      for (const member of others) expect(member).not.toHaveProperty('email');
    }
  });

  it('shows the owner alone of an event that is not shared', async () => {
    const owner = await newToken();
    expect(await membersSeenBy(owner, await newEvent(owner))).toMatchObject([{ role: 'owner', you: true }]);
  });

  it('leaves out a member whose account is being deleted', async () => {
    const { owner, editor, event } = await sharedEvent();
    const { handler, body } = endpoints.deleteAccount;
    expect((await call(handler, { token: editor, body: body?.() })).status).toBe(200);
    expect((await membersSeenBy(owner, event)).map(({ role }) => role)).toEqual(['owner', 'viewer']);
  });
});

describe('POST /events/{event_id}/members/update/{id}', () => {
  it('changes what the member may do at once', async () => {
    const { owner, editor, event } = await sharedEvent();
    const path = await pathOf(owner, event, 'editor');
    const demote = await call(updateMember.handler, { token: owner, path, body: { role: 'viewer' } });
    expect(demote.body).toEqual({ status: 'success', message: 'Member saved successfully' });
    const rename = { token: editor, path: event, body: { name: 'Ball' } };
    expect((await call(update.handler, rename)).status).toBe(403);
    await call(updateMember.handler, { token: owner, path, body: { role: 'editor' } });
    expect((await call(update.handler, rename)).status).toBe(200);
    expect(await viewEvent(owner, event)).toMatchObject({ name: 'Ball' });
    expect((await membersSeenBy(owner, event)).map(({ role }) => role)).toEqual([
      'owner',
      'editor',
      'viewer',
    ]);
  });

  it.each([undefined, 'owner', 'Viewer', 7, null])('rejects the role %j', async (role) => {
    const { owner, event } = await sharedEvent();
    const path = await pathOf(owner, event, 'editor');
    const { status, body } = await call(updateMember.handler, { token: owner, path, body: { role } });
    expect(status).toBe(422);
    const invalid = { code: 'invalid', message: 'Role must be viewer or editor.' };
    const blank = { code: 'blank', message: "Role can't be blank." };
    expect(body.errors).toEqual([{ field: 'role', ...(role === undefined ? blank : invalid) }]);
    expect(await pathOf(owner, event, 'editor')).toEqual(path);
  });

  it('does not find a member of another event, or one that was removed', async () => {
    const [{ owner, editor, event }, other] = [await sharedEvent(), await sharedEvent()];
    const { id } = await pathOf(other.owner, other.event, 'editor');
    const strange = { token: owner, path: { event_id: event.id, id }, body: { role: 'viewer' } };
    expect((await call(updateMember.handler, strange)).status).toBe(404);
    const path = await pathOf(owner, event, 'editor');
    await takeRole(owner, event, editor);
    expect((await call(updateMember.handler, { ...strange, path })).status).toBe(404);
    expect((await membersSeenBy(owner, event)).map(({ role }) => role)).toEqual(['owner', 'viewer']);
  });
});

describe('POST /events/{event_id}/members/remove/{id}', () => {
  it('takes the role and the pointer of this member alone', async () => {
    const { owner, editor, event } = await sharedEvent();
    await share(owner, event, await newToken(), 'editor');
    const path = await pathOf(owner, event, 'editor');
    const { body } = await call(removeMember.handler, { token: owner, path });
    expect(body).toEqual({ status: 'success', message: 'Member removed successfully' });
    expect((await call(view.handler, { method: 'GET', token: editor, path: event })).status).toBe(404);
    expect(await pointerOf(editor, event)).toBeUndefined();
    const left = (await membersSeenBy(owner, event)).map(({ role }) => role);
    expect(left).toEqual(['owner', 'viewer', 'editor']);
    expect((await call(removeMember.handler, { token: owner, path })).status).toBe(404);
  });

  it('lets a member leave, but not remove another', async () => {
    const { owner, viewer, event } = await sharedEvent();
    const other = await pathOf(owner, event, 'editor');
    expect((await call(removeMember.handler, { token: viewer, path: other })).status).toBe(403);
    const own = await pathOf(owner, event, 'viewer');
    expect((await call(removeMember.handler, { token: viewer, path: own })).status).toBe(200);
    expect(await pointerOf(viewer, event)).toBeUndefined();
    expect((await membersSeenBy(owner, event)).map(({ role }) => role)).toEqual(['owner', 'editor']);
    const unknown = { event_id: event.id, id: '1' };
    expect((await call(removeMember.handler, { token: owner, path: unknown })).status).toBe(404);
  });

  it('by the id of a former membership leaves the present one', async () => {
    const { token: owner } = await newVerified();
    const member = await newVerified();
    const event = await newEvent(owner);
    const join = async (): Promise<string> => {
      const body = { email: member.email, role: 'viewer' };
      const invited = await call(inviteMember.handler, { token: owner, path: { event_id: event.id }, body });
      const { id } = z.object({ id: z.coerce.string() }).parse(invited.body.data);
      expect((await call(acceptInvitation.handler, { token: member.token, path: { id } })).status).toBe(200);
      return id;
    };
    const remove = (id: string) =>
      call(removeMember.handler, { token: owner, path: { event_id: event.id, id } });
    const former = await join();
    expect((await remove(former)).status).toBe(200);
    const present = await join();
    expect((await remove(former)).status).toBe(404);
    expect(await pointerOf(member.token, event)).toMatchObject({ membershipId: Number(present) });
    expect((await call(view.handler, { method: 'GET', token: member.token, path: event })).status).toBe(200);
  });

  it('of one event leaves the member in another', async () => {
    const { owner, editor, event } = await sharedEvent();
    const other = await newEvent(owner);
    await share(owner, other, editor, 'editor');
    await call(removeMember.handler, { token: owner, path: await pathOf(owner, event, 'editor') });
    expect(await viewEvent(editor, other)).toEqual(await viewEvent(owner, other));
  });
});
