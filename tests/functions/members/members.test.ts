import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { invitationKey, memberPath } from '../../../lib/dynamodb/keys.ts';
import { getPointer } from '../../../lib/plan/repository.ts';
import { type Client, newClient, newVerifiedClient, sharedClients } from '../../support/client.ts';
import { PASSWORD } from '../../support/person.ts';
import { person, viewEvent } from '../../support/service.ts';
import { accountIdOf, expire, setInEvent, share } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';
import { itemOf } from '../../support/trash.ts';

type Event = { id: string };

const now = () => Math.floor(Date.now() / 1_000);

const shownMembers = z.array(
  z.looseObject({ id: z.optional(z.int()), role: z.string(), state: z.string(), you: z.boolean() }),
);
const membersSeenBy = async (client: Client, event: Event) =>
  shownMembers.parse((await client.listMembers(event)).body.data);
const rolesOf = async (client: Client, event: Event) =>
  (await membersSeenBy(client, event)).map(({ role }) => role);
const pointerOf = (client: Client, { id }: Event) => getPointer(accountIdOf(client.token), Number(id));

const invited = z.object({ id: z.coerce.string() });

let owner: Client;
let editor: Client;
let viewer: Client;
let event: Event;
let paths: Record<'editor' | 'viewer', { event_id: string; id: string }>;
beforeEach(async () => {
  const { ids, ...shared } = await sharedClients();
  ({ owner, editor, viewer, event } = shared);
  const event_id = event.id;
  paths = { editor: { event_id, id: ids.editor }, viewer: { event_id, id: ids.viewer } };
});

const invite = async (email: string) =>
  invited.parse((await owner.inviteMember(event, { email, role: 'viewer' })).body.data).id;
const withdraw = (id: string) => owner.removeMember({ event_id: event.id, id });

describe('members', () => {
  it('shows the owner and the members, and addresses to the owner only', async () => {
    const seen = await membersSeenBy(owner, event);
    expect(seen.map(({ role, you }) => [role, you])).toEqual([
      ['owner', true],
      ['editor', false],
      ['viewer', false],
    ]);
    for (const { email } of seen) expect(email).toMatch(/^ada-\d+@example\.com$/);
    for (const [client, own] of [
      [editor, 'editor'],
      [viewer, 'viewer'],
    ] as const) {
      const others = await membersSeenBy(client, event);
      expect(others.map(({ role, you }) => [role, you])).toEqual(
        ['owner', 'editor', 'viewer'].map((role) => [role, role === own]),
      );
      for (const member of others) expect(member).not.toHaveProperty('email');
    }
    await invite(person().email);
    expect((await membersSeenBy(owner, event)).map(({ state }) => state)).toEqual([
      ...['active', 'active', 'active', 'invited'],
    ]);
    expect(await membersSeenBy(viewer, event)).toHaveLength(3);
  });

  it('are the owner alone of an event that is not shared', async () => {
    expect(await membersSeenBy(owner, await owner.newEvent())).toMatchObject([{ role: 'owner', you: true }]);
  });

  it('are without one whose account is being deleted', async () => {
    expect((await editor.deleteAccount({ password: PASSWORD })).status).toBe(200);
    expect(await rolesOf(owner, event)).toEqual(['owner', 'viewer']);
  });

  it('and the invited are shown oldest first', async () => {
    event = await owner.newEvent();
    for (const [m, seconds] of [
      [104, 10],
      [103, 20],
      [101, 20],
      [102, 30],
    ] as const) {
      const path = memberPath(accountIdOf((await newClient()).token));
      await setInEvent(owner.token, event, path, { r: 'viewer', m, s: now() - seconds });
    }
    for (const i of [203, 201, 204, 202])
      await setInEvent(owner.token, event, ['invitations', person().email], { i, r: 'editor', s: now() });
    const ids = [undefined, 102, 101, 103, 104, 201, 202, 203, 204];
    expect((await membersSeenBy(owner, event)).map(({ id }) => id)).toEqual(ids);
  });
});

describe('an update', () => {
  it('changes what the member may do at once', async () => {
    const demoted = await owner.updateMember(paths.editor, { role: 'viewer' });
    expect(demoted.body).toEqual({ status: 'success', message: 'Member saved successfully' });
    expect((await rejected(() => editor.update(event, { name: 'Ball' }))).status).toBe(403);
    await owner.updateMember(paths.editor, { role: 'editor' });
    expect((await editor.update(event, { name: 'Ball' })).status).toBe(200);
    expect(await rolesOf(owner, event)).toEqual(['owner', 'editor', 'viewer']);
  });

  it.each([undefined, 'owner', 'Viewer', 7, null])('is rejected with the role %j', async (role) => {
    const { status, body } = await rejected(() => owner.updateMember(paths.editor, { role }));
    const invalid = { code: 'invalid', message: 'Role must be viewer or editor.' };
    const blank = { code: 'blank', message: "Role can't be blank." };
    expect([status, body.errors]).toEqual([
      ...[422, [{ field: 'role', ...(role === undefined ? blank : invalid) }]],
    ]);
  });
});

describe('a removal', () => {
  it('takes the role and the pointer of this member alone, in this event alone', async () => {
    const other = await owner.newEvent();
    await share(owner.token, other, editor.token, 'editor');
    await share(owner.token, event, (await newClient()).token, 'editor');
    const { body } = await owner.removeMember(paths.editor);
    expect(body).toEqual({ status: 'success', message: 'Member removed successfully' });
    expect((await editor.view(event)).status).toBe(404);
    expect(await pointerOf(editor, event)).toBeUndefined();
    expect(await rolesOf(owner, event)).toEqual(['owner', 'viewer', 'editor']);
    expect((await rejected(() => owner.removeMember(paths.editor))).status).toBe(404);
    const update = () => owner.updateMember(paths.editor, { role: 'viewer' });
    expect((await rejected(update)).status).toBe(404);
    expect(await viewEvent(editor.token, other)).toEqual(await viewEvent(owner.token, other));
  });

  it('lets a member leave, but not remove another', async () => {
    expect((await rejected(() => viewer.removeMember(paths.editor))).status).toBe(403);
    expect((await viewer.removeMember(paths.viewer)).status).toBe(200);
    expect(await pointerOf(viewer, event)).toBeUndefined();
    expect(await rolesOf(owner, event)).toEqual(['owner', 'editor']);
  });

  it('by the id of a former membership leaves the present one', async () => {
    const guest = await newVerifiedClient();
    const join = async (): Promise<string> => {
      const id = await invite(guest.email);
      expect((await guest.acceptInvitation({ id })).status).toBe(200);
      return id;
    };
    const former = await join();
    expect((await withdraw(former)).status).toBe(200);
    const present = await join();
    expect((await rejected(() => withdraw(former))).status).toBe(404);
    expect(await pointerOf(guest, event)).toMatchObject({ membershipId: Number(present) });
    expect((await guest.view(event)).status).toBe(200);
  });
});

const stored = z.object({
  head: z.object({ roles: z.record(z.string(), z.object({ m: z.int(), s: z.int() })) }),
  invitations: z.record(z.string(), z.object({ i: z.int(), s: z.int() })),
});

describe('an invitation', () => {
  let guest: Awaited<ReturnType<typeof newVerifiedClient>>;
  beforeEach(async () => {
    guest = await newVerifiedClient();
  });
  const storedEvent = async () => stored.parse(await itemOf(owner.token, event));
  const invitedNow = async () => Object.keys((await storedEvent()).invitations).sort();

  it('is withdrawn by its id and not by editors, without the others and the members', async () => {
    const id = await invite(guest.email);
    const kept = person().email;
    await invite(kept);
    expect((await rejected(() => editor.removeMember({ event_id: event.id, id }))).status).toBe(403);
    expect((await withdraw(id)).status).toBe(200);
    expect((await rejected(() => withdraw(id))).status).toBe(404);
    expect(await invitedNow()).toEqual([kept]);
    const roles = [accountIdOf(editor.token), accountIdOf(viewer.token)].sort();
    expect(Object.keys((await storedEvent()).head.roles).sort()).toEqual(roles);
  });

  it('ends without the others of the event', async () => {
    const [first, last] = [await newVerifiedClient(), await newVerifiedClient()];
    const ids = [await invite(first.email), await invite(guest.email), await invite(last.email)];
    expect((await guest.declineInvitation({ id: String(ids[1]) })).status).toBe(200);
    expect(await invitedNow()).toEqual([first.email, last.email].sort());
    expect((await last.acceptInvitation({ id: String(ids[2]) })).status).toBe(200);
    expect(await invitedNow()).toEqual([first.email]);
  });

  it('that expired ends nothing of a later one, and leaves the event with the next one', async () => {
    const expired = await invite(guest.email);
    await expire(owner.token, event, guest.email);
    const id = await invite(guest.email);
    expect((await rejected(() => guest.acceptInvitation({ id: expired }))).status).toBe(404);
    expect((await rejected(() => guest.declineInvitation({ id: expired }))).status).toBe(404);
    const [open, next] = [person().email, person().email];
    await invite(open);
    expect(await invitedNow()).toEqual([guest.email, open].sort());
    expect((await guest.acceptInvitation({ id })).status).toBe(200);
    await expire(owner.token, event, open);
    await invite(next);
    expect(await invitedNow()).toEqual([next]);
  });

  it('has an item that expires after 14 days, and becomes a role that begins with the acceptance', async () => {
    const start = now();
    const id = await invite(guest.email);
    const { s: sent = 0 } = (await storedEvent()).invitations[guest.email] ?? {};
    const item = await getItem(invitationKey(guest.email, Number(id)));
    expect(item).toMatchObject({ invitation_id: Number(id), expires_at: sent + 14 * 86_400 });
    await setInEvent(owner.token, event, ['invitations', guest.email, 's'], start - 100);
    expect((await guest.acceptInvitation({ id })).status).toBe(200);
    const { s: accepted = 0 } = (await storedEvent()).head.roles[accountIdOf(guest.token)] ?? {};
    for (const time of [sent, accepted]) {
      expect(time).toBeGreaterThanOrEqual(start);
      expect(time).toBeLessThanOrEqual(now());
    }
  });
});
