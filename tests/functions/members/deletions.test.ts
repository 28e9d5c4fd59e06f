import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { type Client, clientOf, newVerifiedClient, nobody } from '../../support/client.ts';
import { bearers, eventOperations } from '../../support/endpoints.ts';
import { erase } from '../../support/erase.ts';
import { PASSWORD } from '../../support/person.ts';
import { party, person, viewEvent } from '../../support/service.ts';
import { accountIdOf, share, verify } from '../../support/sharing.ts';
import { rejected, tableContent } from '../../support/table.ts';

type Person = Awaited<ReturnType<typeof newVerifiedClient>>;

let owner: Person;
let member: Person;
let event: { id: string };
beforeEach(async () => {
  [owner, member] = [await newVerifiedClient(), await newVerifiedClient()];
  event = await owner.newEvent();
});

const invite = (email: string, to = event) => owner.inviteMember(to, { email, role: 'editor' });
const idOf = z.object({ data: z.object({ id: z.coerce.string() }) });

const deleteAccount = async (client: Client): Promise<void> =>
  expect((await client.deleteAccount({ password: PASSWORD })).status).toBe(200);
const deleteAndErase = async (client: Client): Promise<void> => {
  await deleteAccount(client);
  await erase(accountIdOf(client.token));
};

/** The keys of items that contain a text. */
const itemsWith = async (text: string): Promise<string[]> =>
  Object.entries(await tableContent())
    .filter(([key, item]) => `${key} ${JSON.stringify(item)}`.includes(text))
    .map(([key]) => key);
const itemsOf = ({ token }: Client) => itemsWith(accountIdOf(token));

/** Signs somebody up with an address that was used before. */
async function signUpAgain(email: string): Promise<Client> {
  const { body } = await nobody.signup(person({ email }));
  const token = z.string().parse(body.token);
  await verify(token);
  return clientOf(token);
}

const invitationsOf = async (client: Client) => (await client.listInvitations()).body.return_count;

describe('the deletion of an event', () => {
  it.each(['without', 'with'])('%s an Idempotency-Key takes its pointers and invitations', async (kind) => {
    const made = await owner.create(party(), kind === 'with' ? { 'idempotency-key': 'a-key' } : {});
    const [deleted, other] = [{ id: made.id }, event];
    for (const each of [deleted, other]) await share(owner.token, each, member.token, 'editor');
    const { email } = person();
    expect((await invite(email, deleted)).status).toBe(201);
    expect((await owner.delete(deleted)).status).toBe(200);
    const left = await itemsWith(deleted.id);
    expect(left.filter((key) => /SHARED#|INVITATION#/.test(key))).toEqual([]);
    expect(await itemsWith(email)).toEqual([]);
    expect((await member.view(deleted)).status).toBe(404);
    expect(await viewEvent(member.token, other)).toEqual(await viewEvent(owner.token, other));
  });
});

describe('the deletion of an account', () => {
  it('takes its events, and the pointers and invitations that led to them', async () => {
    await share(owner.token, event, member.token, 'viewer');
    const { email } = person();
    await invite(email);
    await deleteAndErase(owner);
    expect([await itemsOf(owner), await itemsWith(email)]).toEqual([[], []]);
    expect((await member.view(event)).status).toBe(404);
  });

  it.each(['viewer', 'editor'] as const)('takes its role of %s, and leaves the event', async (role) => {
    const budget = await owner.newBudget(event, { amount: 5 });
    await share(owner.token, event, member.token, role);
    await member.updateBudget(budget, { amount: 7 });
    await deleteAndErase(member);
    expect(await itemsOf(member)).toEqual([]);
    const total_amount = role === 'editor' ? 7 : 5;
    expect(await viewEvent(owner.token, event)).toMatchObject({ total_amount, budgets_count: 1 });
    const { body } = await owner.listMembers(event);
    expect(body).toMatchObject({ return_count: 1, data: [{ role: 'owner' }] });
  });

  it('can be repeated after it stopped anywhere', async () => {
    await share(owner.token, event, member.token, 'editor');
    await invite(person().email);
    for (const client of [member, owner]) {
      await deleteAndErase(client);
      await erase(accountIdOf(client.token));
    }
    for (const client of [owner, member]) expect(await itemsOf(client)).toEqual([]);
  });

  it('withdraws the invitations to its address, and no others', async () => {
    const other = person().email;
    for (const email of [member.email, other]) expect((await invite(email)).status).toBe(201);
    await deleteAndErase(member);
    expect(await itemsWith(member.email)).toEqual([]);
    expect((await itemsWith(other)).map((key) => key.replace(/#\d+$/, '')).sort()).toEqual([
      `ACCOUNT#${accountIdOf(owner.token)} EVENT`,
      `EMAIL#${other} INVITATION`,
    ]);
    expect(await invitationsOf(await signUpAgain(member.email))).toBe(0);
    expect((await invite(member.email)).status).toBe(201);
  });

  it('keeps invitations that were sent after it, which are for the next person with the address', async () => {
    await invite(member.email);
    await deleteAccount(member);
    const next = await signUpAgain(member.email);
    const second = await owner.newEvent();
    expect((await invite(member.email, second)).status).toBe(201);
    expect(await invitationsOf(next)).toBe(2);
    await erase(accountIdOf(member.token));
    expect(await invitationsOf(next)).toBe(1);
    const events = (await itemsWith(member.email)).filter((key) => key.includes(' EVENT#'));
    expect(events).toEqual([expect.stringContaining(second.id)]);
  });

  it('keeps the invitations to an address that it never verified, which may be somebody else’s', async () => {
    const { email } = person();
    const { body } = await nobody.signup(person({ email }));
    expect((await invite(email)).status).toBe(201);
    await deleteAndErase(clientOf(String(body.token)));
    expect(await invitationsOf(await signUpAgain(email))).toBe(1);
  });

  it('ends what it accepted', async () => {
    const { id } = idOf.parse((await invite(member.email)).body).data;
    await member.acceptInvitation({ id });
    await deleteAndErase(member);
    expect(await itemsOf(member)).toEqual([]);
    expect((await invite(member.email)).status).toBe(201);
  });
});

const lists = bearers.filter(({ method, path }) => method === 'GET' && !path.includes('{'));

/** What a member gets from every operation that isn't on a certain event. */
const shown = () =>
  Promise.all(
    lists.map(async ({ handler }) => (await call(handler, { method: 'GET', token: member.token })).text),
  );

describe('an event whose owner’s account is being deleted', () => {
  it.each(eventOperations)('is not there for a member: $name', async (operation) => {
    const { handler, method, subject, body } = operation;
    const id = await share(owner.token, event, member.token, 'editor');
    const budget = await owner.newBudget(event, { spent: 0 });
    const payment = await owner.newPayment(budget);
    await deleteAccount(owner);
    const ids: Record<string, string> = { events: event.id, budgets: budget.id, payments: payment.id };
    const ask = (params: object) => {
      const path = { ...payment, id: ids[subject] ?? id, ...params };
      return rejected(() => call(handler, { method, token: member.token, path, body: body?.() }));
    };
    const none = await ask({ event_id: '1', budget_id: '1', id: '1' });
    expect(await ask({})).toMatchObject({ status: 404, text: none.text });
  });

  it('is in no list, sum or export of a member', async () => {
    const without = await shown();
    await share(owner.token, event, member.token, 'viewer');
    expect(await shown()).not.toEqual(without);
    await deleteAccount(owner);
    expect(await shown()).toEqual(without);
  });

  it('is nothing that a member has accepted', async () => {
    const { data } = idOf.parse((await invite(member.email)).body);
    for (const status of [200, 200]) expect((await member.acceptInvitation(data)).status).toBe(status);
    await deleteAccount(owner);
    expect((await member.acceptInvitation(data)).status).toBe(404);
  });
});

it('an event stays there for its members if another member’s account is being deleted', async () => {
  const other = await newVerifiedClient();
  for (const { token } of [member, other]) await share(owner.token, event, token, 'editor');
  await deleteAccount(other);
  expect((await member.createBudget(event, { name: 'Band', amount: 1 })).status).toBe(201);
});
