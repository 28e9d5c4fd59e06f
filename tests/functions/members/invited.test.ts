import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey, invitationKey, memberPath } from '../../../lib/dynamodb/keys.ts';
import { call } from '../../support/call.ts';
import { endpoints, newEvent, person } from '../../support/service.ts';
import { accountIdOf, expire, newVerified, setInEvent, share } from '../../support/sharing.ts';

const { inviteMember, listMembers, removeMember, acceptInvitation, declineInvitation } = endpoints;

const now = () => Math.floor(Date.now() / 1_000);

const rows = z.array(z.object({ id: z.optional(z.int()), role: z.string(), state: z.string() }));
const stored = z.object({
  head: z.object({ roles: z.record(z.string(), z.object({ m: z.int(), s: z.int() })) }),
  invitations: z.record(z.string(), z.object({ i: z.int(), s: z.int() })),
});

type Person = Awaited<ReturnType<typeof newVerified>>;
let owner: Person;
let guest: Person;
let event: { id: string };
beforeEach(async () => {
  [owner, guest] = [await newVerified(), await newVerified()];
  event = await newEvent(owner.token);
});

async function invite(email: string): Promise<string> {
  const body = { email, role: 'viewer' };
  const outcome = await call(inviteMember.handler, {
    token: owner.token,
    path: { event_id: event.id },
    body,
  });
  return String(z.object({ id: z.int() }).parse(outcome.body.data).id);
}

const statusOf = async ({ handler }: typeof inviteMember, token: string, id: string) =>
  (await call(handler, { token, path: { event_id: event.id, id } })).status;

async function membersSeenBy(token: string) {
  const path = { event_id: event.id };
  return rows.parse((await call(listMembers.handler, { method: 'GET', token, path })).body.data);
}

const storedEvent = async () =>
  stored.parse(await getItem(eventKey({ ownerId: accountIdOf(owner.token), eventId: Number(event.id) })));

describe('GET /events/{event_id}/members', () => {
  it('shows the owner, the members and the invited, oldest first', async () => {
    const accounts = [await newVerified(), await newVerified(), await newVerified(), await newVerified()];
    const since = [
      { m: 104, s: now() - 10 },
      { m: 103, s: now() - 20 },
      { m: 101, s: now() - 20 },
      { m: 102, s: now() - 30 },
    ];
    for (const [n, { token }] of accounts.entries()) {
      await setInEvent(owner.token, event, memberPath(accountIdOf(token)), { r: 'viewer', ...since[n] });
    }
    for (const i of [203, 201, 204, 202]) {
      await setInEvent(owner.token, event, ['invitations', person().email], { i, r: 'editor', s: now() });
    }
    const seen = (await membersSeenBy(owner.token)).map(({ id, state }) => [id, state]);
    expect(seen).toEqual([
      [undefined, 'active'],
      ...[102, 101, 103, 104].map((id) => [id, 'active']),
      ...[201, 202, 203, 204].map((id) => [id, 'invited']),
    ]);
  });

  it('shows the invited to the owner only', async () => {
    await share(owner.token, event, guest.token, 'editor');
    await invite(person().email);
    expect((await membersSeenBy(owner.token)).map(({ state }) => state)).toEqual([
      'active',
      'active',
      'invited',
    ]);
    expect((await membersSeenBy(guest.token)).map(({ state }) => state)).toEqual(['active', 'active']);
  });
});

describe('an invitation', () => {
  it('is not withdrawn by an editor', async () => {
    await share(owner.token, event, guest.token, 'editor');
    const { email, token } = await newVerified();
    const id = await invite(email);
    expect(await statusOf(removeMember, guest.token, id)).toBe(403);
    expect(await statusOf(acceptInvitation, token, id)).toBe(200);
  });

  it('is withdrawn by its id, without the others and the members', async () => {
    await share(owner.token, event, guest.token, 'viewer');
    const [kept, withdrawn] = [person().email, person().email];
    await invite(kept);
    const id = await invite(withdrawn);
    expect(await statusOf(removeMember, owner.token, id)).toBe(200);
    expect(await statusOf(removeMember, owner.token, id)).toBe(404);
    const { head, invitations } = await storedEvent();
    expect(Object.keys(invitations)).toEqual([kept]);
    expect(Object.keys(head.roles)).toEqual([accountIdOf(guest.token)]);
  });

  it('ends without the others of the event', async () => {
    const [first, last] = [await newVerified(), await newVerified()];
    const ids = [await invite(first.email), await invite(guest.email), await invite(last.email)];
    expect(await statusOf(declineInvitation, guest.token, String(ids[1]))).toBe(200);
    expect(Object.keys((await storedEvent()).invitations).sort()).toEqual([first.email, last.email].sort());
    expect(await statusOf(acceptInvitation, last.token, String(ids[2]))).toBe(200);
    expect(Object.keys((await storedEvent()).invitations)).toEqual([first.email]);
  });

  it('that expired ends nothing of a later one', async () => {
    const expired = await invite(guest.email);
    await expire(owner.token, event, guest.email);
    const id = await invite(guest.email);
    expect(await statusOf(acceptInvitation, guest.token, expired)).toBe(404);
    expect(await statusOf(declineInvitation, guest.token, expired)).toBe(404);
    expect(await membersSeenBy(owner.token)).toMatchObject([{ role: 'owner' }, { state: 'invited' }]);
    expect(await statusOf(acceptInvitation, guest.token, id)).toBe(200);
  });

  it('that expired leaves the event with the next one', async () => {
    await invite(guest.email);
    const open = person().email;
    await invite(open);
    await expire(owner.token, event, guest.email);
    const { email } = person();
    await invite(email);
    expect(Object.keys((await storedEvent()).invitations).sort()).toEqual([open, email].sort());
  });

  it('has an item that expires after 14 days', async () => {
    const start = now();
    const id = Number(await invite(guest.email));
    const { s } = (await storedEvent()).invitations[guest.email] ?? {};
    expect(s).toBeGreaterThanOrEqual(start);
    expect(s).toBeLessThanOrEqual(now());
    const item = await getItem(invitationKey(guest.email, id));
    expect(item).toMatchObject({ invitation_id: id, expires_at: Number(s) + 14 * 86_400 });
  });

  it('becomes a role that begins with the acceptance', async () => {
    const id = await invite(guest.email);
    const start = now();
    expect(await statusOf(acceptInvitation, guest.token, id)).toBe(200);
    const { s } = (await storedEvent()).head.roles[accountIdOf(guest.token)] ?? {};
    expect(s).toBeGreaterThanOrEqual(start);
    expect(s).toBeLessThanOrEqual(now());
  });
});
