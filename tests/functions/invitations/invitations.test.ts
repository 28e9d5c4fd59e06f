import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { getPointer } from '../../../lib/plan/repository.ts';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import { endpoints, newEvent, newToken, person, viewEvent } from '../../support/service.ts';
import { accountIdOf, expire, giveRole, newVerified, pointAt, verify } from '../../support/sharing.ts';
import { tableContent } from '../../support/table-content.ts';

const { inviteMember, listMembers, removeMember, listInvitations, acceptInvitation, declineInvitation } =
  endpoints;
const { view, listBudgets } = endpoints;

const received = z.array(
  z.object({
    id: z.int(),
    event_name: z.string(),
    event_date: z.string(),
    role: z.string(),
    invited_by: z.string(),
    created_at: z.iso.datetime(),
  }),
);

let owner: { email: string; token: string };
let guest: { email: string; token: string };
let event: { id: string };
beforeEach(async () => {
  [owner, guest] = [await newVerified(), await newVerified()];
  event = await newEvent(owner.token);
  takeInvocations();
});

const invite = (email: string, role = 'editor', path = event) =>
  call(inviteMember.handler, { token: owner.token, path: { event_id: path.id }, body: { email, role } });

async function invitedId(email: string, role?: string): Promise<string> {
  const { body } = await invite(email, role);
  return String(z.object({ id: z.int() }).parse(body.data).id);
}

const accept = (id: string, token = guest.token) => call(acceptInvitation.handler, { token, path: { id } });
const decline = (id: string, token = guest.token) => call(declineInvitation.handler, { token, path: { id } });

async function receivedBy(token: string) {
  const { status, body } = await call(listInvitations.handler, { method: 'GET', token });
  expect(status).toBe(200);
  return received.parse(body.data);
}

async function members() {
  const path = { event_id: event.id };
  const { body } = await call(listMembers.handler, { method: 'GET', token: owner.token, path });
  return z.array(z.looseObject({ role: z.string(), state: z.string() })).parse(body.data);
}

const statusOfView = async (token: string) =>
  (await call(view.handler, { method: 'GET', token, path: event })).status;

describe('POST /events/{event_id}/members/invite', () => {
  it('answers with the invitation, which the invited sees', async () => {
    const start = Math.floor(Date.now() / 1_000) * 1_000;
    const { status, headers, body } = await invite(guest.email.toUpperCase());
    expect(status).toBe(201);
    expect(headers['location']).toBe(`/events/${event.id}/members`);
    expect(body).toMatchObject({
      message: 'Member invited successfully',
      data: { email: guest.email, role: 'editor', state: 'invited' },
    });
    const [invitation, ...others] = await receivedBy(guest.token);
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
  });

  it('lets the invited read nothing before accepting', async () => {
    await invite(guest.email);
    expect(await statusOfView(guest.token)).toBe(404);
    const path = { event_id: event.id };
    const listed = await call(listBudgets.handler, { method: 'GET', token: guest.token, path });
    expect(listed.status).toBe(404);
  });

  it('has a mail sent to an address with and without an account, which names nothing that a person typed', async () => {
    const stranger = person().email;
    await invite(guest.email);
    await invite(stranger);
    const mails = await newMails();
    expect(mails.map(({ to }) => to)).toEqual([guest.email, stranger]);
    for (const { subject, text } of mails) {
      expect(subject).toBe('Event Budget: You are invited to an event');
      expect(text).toContain('Somebody invited you to plan an event together at Event Budget.');
      expect(text).toContain('The invitation lasts for 14 days.');
      expect(text).not.toMatch(/Summer party|Ada|Lovelace/);
    }
  });

  it('answers alike for an address with and without an account', async () => {
    const outline = ({ status, headers, body }: Awaited<ReturnType<typeof invite>>) => [
      status,
      Object.keys(headers),
      body.message,
      Object.keys(z.looseObject({}).parse(body.data)),
    ];
    expect(outline(await invite(guest.email))).toEqual(outline(await invite(person().email)));
  });

  it('sends no mail beyond the limit of the address, and invites all the same', async () => {
    setVariable('MAIL_LIMIT', '1');
    const second = await newEvent(owner.token);
    expect((await invite(guest.email)).status).toBe(201);
    expect((await invite(guest.email, 'viewer', second)).status).toBe(201);
    expect(await newMails()).toHaveLength(1);
    expect(await receivedBy(guest.token)).toHaveLength(2);
    resetVariables();
  });

  it('answers 409 for a member, the owner, and an address that is invited', async () => {
    await invite(guest.email);
    const message = 'E-mail belongs to someone who is already a member or has been invited.';
    for (const email of [guest.email, owner.email]) {
      const { status, body } = await invite(email);
      expect([status, body.errors]).toEqual([409, [{ field: 'email', code: 'duplicate', message }]]);
    }
    await accept(String((await receivedBy(guest.token))[0]?.id));
    expect((await invite(guest.email)).status).toBe(409);
    expect(await members()).toHaveLength(2);
  });

  it('leaves nothing of a refused invitation', async () => {
    await accept(await invitedId(guest.email));
    expect((await invite(guest.email)).status).toBe(409);
    const keys = Object.keys(await tableContent());
    expect(keys.filter((key) => key.includes(guest.email))).toEqual([`EMAIL#${guest.email} ACCOUNT`]);
  });

  it('answers 201 to one of two that invite an address at once', async () => {
    const statuses = (await Promise.all([invite(guest.email), invite(guest.email)])).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([201, 409]);
    expect(await receivedBy(guest.token)).toHaveLength(1);
    const keys = Object.keys(await tableContent());
    expect(keys.filter((key) => key.startsWith(`EMAIL#${guest.email} INVITATION`))).toHaveLength(1);
  });

  it('answers 403 if the owner’s address is not verified', async () => {
    const token = await newToken();
    const path = { event_id: (await newEvent(token)).id };
    const body = { email: guest.email, role: 'viewer' };
    const { status, body: refused } = await call(inviteMember.handler, { token, path, body });
    expect([status, refused.message]).toEqual([403, 'Failed to invite the member']);
    expect(await receivedBy(guest.token)).toEqual([]);
  });

  it('answers 409 beyond 50 members and invitations', { timeout: 120_000 }, async () => {
    for (let n = 0; n < 30; n += 1) {
      await giveRole(owner.token, event, await newToken(), 'viewer');
    }
    const statuses: number[] = [];
    for (let n = 0; n < 20; n += 1) statuses.push((await invite(person().email)).status);
    expect(statuses).toEqual(Array(20).fill(201));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 });
    const { status, body } = await invite(guest.email);
    const message = 'An event can have at most 50 members, including invitations.';
    expect([status, body.errors]).toEqual([409, [{ field: 'members', code: 'full', message }]]);
    vi.useRealTimers();
  });

  it('answers 429 after 20 in an hour', { timeout: 120_000 }, async () => {
    for (let n = 0; n < 20; n += 1) expect((await invite(person().email)).status).toBe(201);
    const { status, headers } = await invite(guest.email);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(3_500);
  });
});

describe('GET /invitations', () => {
  it('answers 403 if the address is not verified, and so do accept and decline', async () => {
    const token = await newToken();
    const { status, body } = await call(listInvitations.handler, { method: 'GET', token });
    expect([status, body.message]).toEqual([403, 'Invitations failed to load']);
    expect((await accept('1', token)).status).toBe(403);
    expect((await decline('1', token)).status).toBe(403);
  });

  it('leaves out those that expired, were withdrawn, or lead to a deleted event', async () => {
    const events = [event, await newEvent(owner.token), await newEvent(owner.token)];
    const ids: string[] = [];
    for (const path of events) {
      const { body } = await invite(guest.email, 'viewer', path);
      ids.push(String(z.object({ id: z.int() }).parse(body.data).id));
    }
    const [, withdrawn, deleted] = events;
    const path = { event_id: String(withdrawn?.id), id: String(ids[1]) };
    expect((await call(removeMember.handler, { token: owner.token, path })).status).toBe(200);
    await call(endpoints.delete.handler, { token: owner.token, path: { id: String(deleted?.id) } });
    expect((await receivedBy(guest.token)).map(({ id }) => String(id))).toEqual([ids[0]]);
    for (const id of ids.slice(1)) expect((await accept(id)).status).toBe(404);
    await expire(owner.token, event, guest.email);
    expect(await receivedBy(guest.token)).toEqual([]);
    expect((await accept(String(ids[0]))).status).toBe(404);
    expect(await members()).toHaveLength(1);
    expect((await invite(guest.email)).status).toBe(201);
    expect(await receivedBy(guest.token)).toHaveLength(1);
  });
});

describe('POST /invitations/accept/{id}', () => {
  it('makes the invited a member with the role', async () => {
    const id = await invitedId(guest.email, 'viewer');
    const { status, headers, body } = await accept(id);
    expect([status, body.message]).toEqual([200, 'Invitation accepted successfully']);
    expect(headers['location']).toBe(`/events/view/${event.id}`);
    expect(await viewEvent(guest.token, event)).toEqual(await viewEvent(owner.token, event));
    expect(await members()).toMatchObject([
      { role: 'owner' },
      { id: Number(id), role: 'viewer', state: 'active' },
    ]);
    expect(await receivedBy(guest.token)).toEqual([]);
  });

  it('answers the same again while the membership is there, and changes nothing', async () => {
    const id = await invitedId(guest.email, 'viewer');
    const { headers } = await accept(id);
    const before = await tableContent();
    const again = await accept(id);
    expect([again.status, again.headers['location']]).toEqual([200, headers['location']]);
    expect(await tableContent()).toEqual(before);
    const path = { event_id: event.id, id };
    expect((await call(removeMember.handler, { token: owner.token, path })).status).toBe(200);
    expect((await accept(id)).status).toBe(404);
    await invite(guest.email);
    expect((await accept(id)).status).toBe(404);
  });

  it('is not for others, not even the owner', async () => {
    const id = await invitedId(guest.email);
    const other = await newVerified();
    for (const token of [other.token, owner.token]) {
      expect((await accept(id, token)).status).toBe(404);
      expect((await decline(id, token)).status).toBe(404);
    }
    expect(await statusOfView(other.token)).toBe(404);
    expect(await receivedBy(guest.token)).toHaveLength(1);
  });

  it('at once with itself makes one member', async () => {
    const id = await invitedId(guest.email);
    const statuses = (await Promise.all([accept(id), accept(id)])).map(({ status }) => status);
    expect(statuses).toEqual([200, 200]);
    expect(await statusOfView(guest.token)).toBe(200);
    expect(await members()).toHaveLength(2);
  });

  it('works after a signup with the invited address', async () => {
    const { email } = person();
    const id = await invitedId(email);
    const { body } = await call(endpoints.signup.handler, { body: person({ email }) });
    const token = String(body.token);
    expect((await accept(id, token)).status).toBe(403);
    await verify(token);
    expect((await accept(id, token)).status).toBe(200);
    expect(await statusOfView(token)).toBe(200);
  });

  it('answers 409 where the account has a pointer to another owner’s event of that id', async () => {
    const id = await invitedId(guest.email);
    const other = await newVerified();
    await pointAt(other.token, event, guest.token);
    const { status, body } = await accept(id);
    const message = 'Event is already in your list.';
    expect([status, body.errors]).toEqual([409, [{ field: 'event', code: 'duplicate', message }]]);
    expect(await members()).toMatchObject([{ role: 'owner' }, { state: 'invited' }]);
  });

  it('takes the place of the pointer of an earlier membership', async () => {
    await pointAt(owner.token, event, guest.token, 7);
    const id = await invitedId(guest.email);
    expect((await accept(id)).status).toBe(200);
    const pointer = await getPointer(accountIdOf(guest.token), Number(event.id));
    expect(pointer).toMatchObject({ membershipId: Number(id) });
  });

  it('answers 409 beyond 100 shared events', { timeout: 120_000 }, async () => {
    for (let n = 1; n <= 100; n += 1) await pointAt(owner.token, { id: String(n) }, guest.token);
    const { status, body } = await accept(await invitedId(guest.email));
    const message = 'At most 100 events can be shared with you.';
    expect([status, body.errors]).toEqual([409, [{ field: 'events', code: 'full', message }]]);
    expect(await statusOfView(guest.token)).toBe(404);
  });
});

describe('POST /invitations/decline/{id}', () => {
  it('ends the invitation', async () => {
    const id = await invitedId(guest.email);
    const { status, body } = await decline(id);
    expect([status, body.message]).toEqual([200, 'Invitation declined successfully']);
    expect(await receivedBy(guest.token)).toEqual([]);
    expect(await members()).toHaveLength(1);
    expect((await accept(id)).status).toBe(404);
    expect((await decline(id)).status).toBe(404);
    expect((await invite(guest.email)).status).toBe(201);
  });

  it('leaves no trace of the address in the table', async () => {
    await decline(await invitedId(guest.email));
    const keys = Object.keys(await tableContent());
    const own = `EMAIL#${guest.email} ACCOUNT`;
    expect(keys.filter((key) => key.includes(guest.email))).toEqual([own]);
  });
});
