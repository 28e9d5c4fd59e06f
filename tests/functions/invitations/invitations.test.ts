import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { getPointer } from '../../../lib/plan/repository.ts';
import { type Client, clientOf, newClient, newVerifiedClient, nobody } from '../../support/client.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { faultyDatabase, isWrite } from '../../support/faults.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import { newToken, person, viewEvent } from '../../support/service.ts';
import { accountIdOf, expire, giveRole, pointAt, verify } from '../../support/sharing.ts';
import { rejected, tableContent } from '../../support/table.ts';

type Person = Awaited<ReturnType<typeof newVerifiedClient>>;

const database = await faultyDatabase();

let owner: Person;
let guest: Person;
let event: { id: string };
beforeEach(async () => {
  [owner, guest] = [await newVerifiedClient(), await newVerifiedClient()];
  event = await owner.newEvent();
  takeInvocations();
});

const withId = z.looseObject({ id: z.coerce.string() });
const invite = (email = guest.email, role = 'editor', to = event) => owner.inviteMember(to, { email, role });
/** Invites somebody. Returns the path of the invitation. */
const invited = async (email?: string, to?: typeof event) => {
  const { id } = withId.parse((await invite(email, 'viewer', to)).body.data);
  return { id };
};
const received = async (client: Client = guest) =>
  z
    .array(z.looseObject({ id: z.int(), created_at: z.iso.datetime() }))
    .parse((await client.listInvitations()).body.data);
const members = async () => (await owner.listMembers(event)).body.data;
/** The keys of items that have an address. */
const keysWith = async (email: string) =>
  Object.keys(await tableContent()).filter((key) => key.includes(email));

describe('an invite', () => {
  it('responds with the invitation, which the invited sees, who may read nothing yet', async () => {
    const start = Math.floor(Date.now() / 1_000) * 1_000;
    const { status, headers, body } = await invite(guest.email.toUpperCase());
    expect([status, body.message]).toEqual([201, 'Member invited successfully']);
    expect(headers['location']).toBe(`/events/${event.id}/members`);
    expect(body.data).toMatchObject({ email: guest.email, role: 'editor', state: 'invited' });
    const [invitation, ...others] = await received();
    expect(others).toEqual([]);
    expect(invitation).toMatchObject({
      ...{ event_name: 'Summer party', event_date: '2026-07-04', role: 'editor', invited_by: 'Ada Lovelace' },
    });
    const created = Date.parse(String(invitation?.created_at));
    expect(created).toBeGreaterThanOrEqual(start);
    expect(created).toBeLessThanOrEqual(Date.now());
    expect(await members()).toMatchObject([
      { role: 'owner', state: 'active', you: true },
      { id: invitation?.id, email: guest.email, role: 'editor', state: 'invited', you: false },
    ]);
    expect([(await guest.view(event)).status, (await guest.listBudgets(event)).status]).toEqual([404, 404]);
  });

  it('has a mail sent to an address with and without an account, which names nothing that a person typed', async () => {
    const stranger = person().email;
    const outlines = [await invite(), await invite(stranger)].map(({ status, headers, body }) => [
      ...[status, body.message, Object.keys(headers), Object.keys(Object(body.data))],
    ]);
    expect(outlines[0]).toEqual(outlines[1]);
    const mails = await newMails();
    expect(mails.map(({ to }) => to)).toEqual([guest.email, stranger]);
    for (const { subject, text } of mails) {
      expect(subject).toBe('Event Budget: You are invited to an event');
      expect(text).toContain('Somebody invited you to plan an event together at Event Budget.');
      expect(text).toContain('The invitation lasts for 14 days.');
      expect(text).not.toMatch(/Summer party|Ada|Lovelace/);
    }
  });

  it('sends no mail beyond the limit of the address, and invites all the same', async () => {
    setVariable('MAIL_LIMIT', '1');
    for (const to of [event, await owner.newEvent()]) await invited(guest.email, to);
    resetVariables();
    expect([(await newMails()).length, (await received()).length]).toEqual([1, 2]);
  });

  it('is rejected for a member, the owner, and an address that is invited', async () => {
    const { id } = await invited();
    const duplicate = async (email: string) => {
      const { codes, body } = await invite(email);
      const message = 'E-mail belongs to someone who is already a member or has been invited.';
      expect([codes, body.errors?.[0]?.message]).toEqual([[409, 'email duplicate'], message]);
    };
    for (const email of [guest.email, owner.email]) await duplicate(email);
    await guest.acceptInvitation({ id });
    await duplicate(guest.email);
    expect(await keysWith(guest.email)).toEqual([`EMAIL#${guest.email} ACCOUNT`]);
  });

  it('of two to an address at once, one is done', async () => {
    const outcomes = await Promise.all([invite(), invite()]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await received()).toHaveLength(1);
    expect(await keysWith(guest.email)).toHaveLength(2);
  });

  it('is rejected beyond 50 members and invitations, and beyond 20 in an hour', async () => {
    for (let n = 0; n < 30; n += 1) await giveRole(owner.token, event, await newToken(), 'viewer');
    for (let n = 0; n < 20; n += 1) expect((await invite(person().email)).status).toBe(201);
    const { status, headers } = await invite(person().email, 'viewer', await owner.newEvent());
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { codes, body } = await invite();
    const message = 'An event can have at most 50 members, including invitations.';
    expect([codes, body.errors?.[0]?.message]).toEqual([[409, 'members full'], message]);
  });
});

it('expired, withdrawn and invitations to deleted events are not listed, and can’t be accepted', async () => {
  const [withdrawn, deleted] = [await owner.newEvent(), await owner.newEvent()];
  const open = await invited();
  const gone = [await invited(guest.email, withdrawn), await invited(guest.email, deleted)];
  await owner.removeMember({ event_id: withdrawn.id, id: String(gone[0]?.id) });
  await owner.delete(deleted);
  expect(await received()).toMatchObject([{ id: Number(open.id) }]);
  await expire(owner.token, event, guest.email);
  expect(await received()).toEqual([]);
  for (const path of [open, ...gone])
    expect((await rejected(() => guest.acceptInvitation(path))).status).toBe(404);
  expect(await members()).toHaveLength(1);
  expect((await invite()).status).toBe(201);
  expect(await received()).toHaveLength(1);
});

describe('an accept', () => {
  it('makes the invited a member with the role, and responds the same again while that is there', async () => {
    const path = await invited();
    const { status, headers, body } = await guest.acceptInvitation(path);
    expect([status, body.message]).toEqual([200, 'Invitation accepted successfully']);
    expect(headers['location']).toBe(`/events/view/${event.id}`);
    expect(await viewEvent(guest.token, event)).toEqual(await viewEvent(owner.token, event));
    const member = { id: Number(path.id), role: 'viewer', state: 'active' };
    expect(await members()).toMatchObject([{ role: 'owner' }, member]);
    expect(await received()).toEqual([]);
    const again = await rejected(() => guest.acceptInvitation(path));
    expect([again.status, again.headers['location']]).toEqual([200, headers['location']]);
    expect((await owner.removeMember({ event_id: event.id, id: path.id })).status).toBe(200);
    expect((await guest.acceptInvitation(path)).status).toBe(404);
    await invite();
    expect((await guest.acceptInvitation(path)).status).toBe(404);
  });

  it('is not for others, not even the owner', async () => {
    const path = await invited();
    for (const client of [await newVerifiedClient(), owner]) {
      expect((await rejected(() => client.acceptInvitation(path))).status).toBe(404);
      expect((await rejected(() => client.declineInvitation(path))).status).toBe(404);
    }
  });

  it('at once with itself makes one member', async () => {
    const path = await invited();
    const outcomes = await Promise.all([guest.acceptInvitation(path), guest.acceptInvitation(path)]);
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200]);
    expect(await members()).toMatchObject([{ role: 'owner' }, { role: 'viewer', state: 'active' }]);
  });

  it('works after a signup with the invited address', async () => {
    const { email } = person();
    const path = await invited(email);
    const client = clientOf(String((await nobody.signup(person({ email }))).body.token));
    for (const end of [client.acceptInvitation, client.declineInvitation])
      expect((await rejected(() => end(path))).codes).toEqual([403, 'account unverified']);
    await verify(client.token);
    expect((await client.acceptInvitation(path)).status).toBe(200);
    expect((await client.view(event)).status).toBe(200);
  });

  it('is rejected where the account has a pointer to another owner’s event of that id', async () => {
    const path = await invited();
    await pointAt((await newClient()).token, event, guest.token);
    const { codes, body } = await rejected(() => guest.acceptInvitation(path));
    const message = 'Event is already in your list.';
    expect([codes, body.errors?.[0]?.message]).toEqual([[409, 'event duplicate'], message]);
  });

  it('takes the place of the pointer of an earlier membership', async () => {
    await pointAt(owner.token, event, guest.token, 7);
    const path = await invited();
    expect((await guest.acceptInvitation(path)).status).toBe(200);
    const pointer = await getPointer(accountIdOf(guest.token), Number(event.id));
    expect(pointer).toMatchObject({ membershipId: Number(path.id) });
  });

  it('is rejected beyond 100 shared events', async () => {
    for (let n = 2; n <= 100; n += 1) await pointAt(owner.token, { id: String(n) }, guest.token);
    const [last, more] = [await invited(), await invited(guest.email, await owner.newEvent())];
    expect((await guest.acceptInvitation(last)).status).toBe(200);
    const { codes, body } = await rejected(() => guest.acceptInvitation(more));
    const message = 'At most 100 events can be shared with you.';
    expect([codes, body.errors?.[0]?.message]).toEqual([[409, 'events full'], message]);
  });
});

it('a decline of what is withdrawn meanwhile is 404', async () => {
  const path = await invited();
  const lane = database.disturb(() => undefined);
  lane.before = async (request) => {
    if (!isWrite(request)) return;
    lane.before = async () => undefined;
    await owner.removeMember({ event_id: event.id, id: path.id });
  };
  expect((await lane.complete(() => guest.declineInvitation(path))).status).toBe(404);
  database.release(lane);
});

it('a decline ends the invitation, and leaves no trace of the address in the table', async () => {
  const path = await invited();
  const { status, body } = await guest.declineInvitation(path);
  expect([status, body.message]).toEqual([200, 'Invitation declined successfully']);
  expect(await keysWith(guest.email)).toEqual([`EMAIL#${guest.email} ACCOUNT`]);
  expect(await members()).toHaveLength(1);
  expect((await guest.acceptInvitation(path)).status).toBe(404);
  expect((await guest.declineInvitation(path)).status).toBe(404);
  expect((await invite()).status).toBe(201);
});
