import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { erase } from '../../support/erase.ts';
import { endpoints, newBudget, newEvent, party, person, viewEvent } from '../../support/service.ts';
import { accountIdOf, newVerified, share, verify } from '../../support/sharing.ts';
import { tableContent } from '../../support/table-content.ts';

const { inviteMember, listMembers, acceptInvitation, deleteAccount, view, updateBudget } = endpoints;
const { listInvitations, delete: remove } = endpoints;

let owner: { email: string; token: string };
let member: { email: string; token: string };
let event: { id: string };
beforeEach(async () => {
  [owner, member] = [await newVerified(), await newVerified()];
  event = await newEvent(owner.token);
});

const invite = (email: string, path = event) =>
  call(inviteMember.handler, {
    ...{ token: owner.token, path: { event_id: path.id }, body: { email, role: 'editor' } },
  });

/** An event that was made under an `Idempotency-Key`. */
async function keyedEvent(): Promise<{ id: string }> {
  const headers = { 'idempotency-key': 'a-key' };
  const { headers: made } = await call(endpoints.create.handler, {
    token: owner.token,
    headers,
    body: party(),
  });
  return { id: String(made['location']).replace('/events/view/', '') };
}

const deleteAndErase = async (token: string): Promise<void> => {
  const { body } = deleteAccount;
  expect((await call(deleteAccount.handler, { token, body: body?.() })).status).toBe(200);
  await erase(accountIdOf(token));
};

/** The keys of items that contain a text. */
const itemsWith = async (text: string): Promise<string[]> =>
  Object.entries(await tableContent())
    .filter(([key, item]) => `${key} ${JSON.stringify(item)}`.includes(text))
    .map(([key]) => key);

/** Signs somebody up with an address that was used before. */
async function signUpAgain(email: string): Promise<string> {
  const { body } = await call(endpoints.signup.handler, { body: person({ email }) });
  const token = z.string().parse(body.token);
  await verify(token);
  return token;
}

const invitationsOf = async (token: string) =>
  (await call(listInvitations.handler, { method: 'GET', token })).body.return_count;

const isGone = async (token: string) =>
  expect((await call(view.handler, { method: 'GET', token, path: event })).status).toBe(404);

describe('the deletion of an event', () => {
  it.each(['without', 'with'])('%s an Idempotency-Key takes its pointers and invitations', async (kind) => {
    if (kind === 'with') event = await keyedEvent();
    await share(owner.token, event, member.token, 'editor');
    const invited = person().email;
    expect((await invite(invited)).status).toBe(201);
    expect((await call(remove.handler, { token: owner.token, path: event })).status).toBe(200);
    const left = await itemsWith(event.id);
    expect(left.filter((key) => /SHARED#|INVITATION#/.test(key))).toEqual([]);
    expect(await itemsWith(invited)).toEqual([]);
    await isGone(member.token);
  });

  it('leaves the other events of its members', async () => {
    const other = await newEvent(owner.token);
    for (const each of [event, other]) await share(owner.token, each, member.token, 'editor');
    await call(remove.handler, { token: owner.token, path: event });
    expect(await viewEvent(member.token, other)).toEqual(await viewEvent(owner.token, other));
  });
});

describe('the deletion of an account', () => {
  it('takes its events, and the pointers and invitations that led to them', async () => {
    await share(owner.token, event, member.token, 'viewer');
    const invited = person().email;
    await invite(invited);
    await deleteAndErase(owner.token);
    expect(await itemsWith(accountIdOf(owner.token))).toEqual([]);
    expect(await itemsWith(invited)).toEqual([]);
    await isGone(member.token);
  });

  it('takes its roles in the events of others, and leaves these events', async () => {
    const budget = await newBudget(owner.token, event);
    await share(owner.token, event, member.token, 'editor');
    await call(updateBudget.handler, { token: member.token, path: budget, body: { amount: 7 } });
    await deleteAndErase(member.token);
    expect(await itemsWith(accountIdOf(member.token))).toEqual([]);
    expect(await viewEvent(owner.token, event)).toMatchObject({ total_amount: 7, budgets_count: 1 });
    const path = { event_id: event.id };
    const { body } = await call(listMembers.handler, { method: 'GET', token: owner.token, path });
    expect(body).toMatchObject({ return_count: 1, data: [{ role: 'owner' }] });
  });

  it('takes the role of a viewer', async () => {
    await share(owner.token, event, member.token, 'viewer');
    await deleteAndErase(member.token);
    expect(await itemsWith(accountIdOf(member.token))).toEqual([]);
    expect(await viewEvent(owner.token, event)).toMatchObject({ name: 'Summer party' });
  });

  it('can be repeated after it stopped anywhere', async () => {
    await share(owner.token, event, member.token, 'editor');
    const { body } = await invite(member.email.replace('@', '+other@'));
    expect(z.object({ id: z.int() }).parse(body.data).id).toBeGreaterThan(0);
    await deleteAndErase(member.token);
    await erase(accountIdOf(member.token));
    await deleteAndErase(owner.token);
    await erase(accountIdOf(owner.token));
    for (const { token } of [owner, member]) expect(await itemsWith(accountIdOf(token))).toEqual([]);
  });

  it('withdraws the invitations to its address, and no others', async () => {
    const other = person().email;
    for (const email of [member.email, other]) expect((await invite(email)).status).toBe(201);
    await deleteAndErase(member.token);
    expect(await itemsWith(member.email)).toEqual([]);
    expect((await itemsWith(other)).map((key) => key.replace(/#\d+$/, '')).sort()).toEqual([
      `ACCOUNT#${accountIdOf(owner.token)} EVENT`,
      `EMAIL#${other} INVITATION`,
    ]);
    expect(await invitationsOf(await signUpAgain(member.email))).toBe(0);
    expect((await invite(member.email)).status).toBe(201);
  });

  it('keeps invitations that were sent after it, which are for the next person with the address', async () => {
    const { body } = deleteAccount;
    await invite(member.email);
    expect((await call(deleteAccount.handler, { token: member.token, body: body?.() })).status).toBe(200);
    const token = await signUpAgain(member.email);
    const second = await newEvent(owner.token);
    expect((await invite(member.email, second)).status).toBe(201);
    expect(await invitationsOf(token)).toBe(2);
    await erase(accountIdOf(member.token));
    expect(await invitationsOf(token)).toBe(1);
    const events = (await itemsWith(member.email)).filter((key) => key.includes(' EVENT#'));
    expect(events).toEqual([expect.stringContaining(second.id)]);
  });

  it('keeps the invitations to an address that it never verified, which may be somebody else’s', async () => {
    const { email, password } = person();
    const { body } = await call(endpoints.signup.handler, { body: person({ email, password }) });
    expect((await invite(email)).status).toBe(201);
    await deleteAndErase(String(body.token));
    expect(await invitationsOf(await signUpAgain(email))).toBe(1);
  });

  it('ends what it accepted', async () => {
    const { body } = await invite(member.email);
    const id = String(z.object({ id: z.int() }).parse(body.data).id);
    await call(acceptInvitation.handler, { token: member.token, path: { id } });
    await deleteAndErase(member.token);
    expect(await itemsWith(accountIdOf(member.token))).toEqual([]);
    expect((await invite(member.email)).status).toBe(201);
  });
});
