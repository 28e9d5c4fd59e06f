import { expect, it } from 'vitest';
import { nextMail } from '../support/received-mail.ts';
import { callsOnEvent, newAccount } from './account.ts';

const party = { name: 'Lantern night', event_date: '2027-07-04', description: 'By the lake' };

type Account = Awaited<ReturnType<typeof newAccount>>;
let id = 0;
let budgetId = 0;

const ofEvent = () => ({ params: { path: { id } } });
const listOf = async ({ GET }: Account) => (await GET('/events')).data?.data ?? [];
const viewBy = async ({ GET }: Account) => (await GET('/events/view/{id}', ofEvent())).data?.data;

async function newEvent({ POST }: Account): Promise<void> {
  const { response } = await POST('/events/create', { body: party });
  id = Number(response.headers.get('location')?.replace('/events/view/', ''));
}

/** Invites somebody as an editor, who accepts. */
async function join({ POST }: Account, member: Account) {
  const path = { event_id: id };
  const body = { email: member.email, role: 'editor' as const };
  await POST('/events/{event_id}/members/invite', { params: { path }, body });
  const [invitation] = (await member.GET('/invitations')).data?.data ?? [];
  const params = { path: { id: invitation?.id ?? 0 } };
  return member.POST('/invitations/accept/{id}', { params });
}

/** Expects that nothing tells an event from none: no byte of a body, and no header. */
async function expectNothingFor(account: Account) {
  const found = await callsOnEvent(account.token, id, budgetId);
  const others = found.filter(({ status }) => status !== 404);
  expect(others.map(({ name, status }) => `${name}: ${status}`)).toEqual([]);
  expect(found.length).toBeGreaterThan(20);
  expect(found).toEqual(await callsOnEvent(account.token, 1, 1));
  expect((await listOf(account)).map((event) => event.id)).not.toContain(id);
}

it('two people plan one event over HTTP, of which nobody else finds a trace', async () => {
  const ada = await newAccount('Ada', 'ada.sharing@example.com');
  const grace = await newAccount('Grace', 'grace.sharing@example.com');
  await newEvent(ada);
  const params = { path: { event_id: id } };
  const body = { name: 'Band', category: 'Music', amount: 800, spent: 0 };
  const made = await ada.POST('/events/{event_id}/budgets/create', { params, body });
  budgetId = made.data?.data.id ?? 0;
  await expectNothingFor(grace);

  const accepted = await join(ada, grace);
  expect(accepted.response.headers.get('location')).toBe(`/events/view/${id}`);
  const { subject, text } = await nextMail(grace.email);
  expect(subject).toBe('You are invited to an event');
  for (const typed of [party.name, party.description, 'Band', 'Ada', 'Grace', 'Tester', '@'])
    expect(text).not.toContain(typed);
  const shared = { role: 'editor', owner: 'Ada Tester' };
  expect(await viewBy(grace)).toEqual({ ...(await viewBy(ada)), ...shared });
  const spent = { params: { path: { event_id: id, id: budgetId } }, body: { spent: 950.5 } };
  await grace.POST('/events/{event_id}/budgets/update/{id}', spent);
  const { data: seen } = await ada.GET('/events/{event_id}/budgets', { params });
  expect(seen).toMatchObject({ data: [{ spent: 950.5 }], summary: { total_spent: 950.5 } });

  const members = (await ada.GET('/events/{event_id}/members', { params })).data?.data;
  const path = { event_id: id, id: members?.find(({ email }) => email === grace.email)?.id ?? 0 };
  await ada.POST('/events/{event_id}/members/remove/{id}', { params: { path } });
  await expectNothingFor(grace);

  await join(ada, grace);
  await ada.POST('/events/delete/{id}', ofEvent());
  await expectNothingFor(grace);
  await newEvent(ada);
  await join(ada, grace);
  expect(await listOf(grace)).toMatchObject([{ id, ...shared }]);
  await ada.POST('/account/delete', { body: { password: ada.password } });
  // The erasure follows when all calls from before have ended, which takes a minute locally.
  expect(await listOf(grace)).toEqual([]);
});
