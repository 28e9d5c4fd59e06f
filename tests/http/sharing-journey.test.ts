import { beforeAll, describe, expect, it } from 'vitest';
import { nextMail } from '../support/received-mail.ts';
import { callsOnEvent, clientOf, newAccount } from './account.ts';

const party = { name: 'Lantern night', event_date: '2027-07-04', description: 'By the lake' };
const band = { name: 'Band', category: 'Music', amount: 800, spent: 0 };

type Account = Awaited<ReturnType<typeof newAccount>>;
let ada: Account;
let grace: Account;
let stranger: Account;
let id = 0;
let bandId = 0;

const ofEvent = () => ({ params: { path: { id } } });
const ofBudgets = () => ({ params: { path: { event_id: id } } });
const ofMember = (member: number) => ({ params: { path: { event_id: id, id: member } } });

const viewBy = ({ GET }: Account) => GET('/events/view/{id}', ofEvent());
const budgetsBy = ({ GET }: Account) => GET('/events/{event_id}/budgets', ofBudgets());
const listOf = async ({ GET }: Account) => (await GET('/events')).data?.data ?? [];
const invitationsOf = async ({ GET }: Account) => (await GET('/invitations')).data?.data ?? [];
const membersOf = async ({ GET }: Account) =>
  (await GET('/events/{event_id}/members', ofBudgets())).data?.data ?? [];

const invite = (role: 'viewer' | 'editor') =>
  ada.POST('/events/{event_id}/members/invite', { ...ofBudgets(), body: { email: grace.email, role } });

/** The id of Grace's membership or invitation. */
const graceId = async () => (await membersOf(ada)).find(({ email }) => email === grace.email)?.id ?? 0;

async function expectNothingFor(account: Account) {
  const found = await callsOnEvent(account.token, id, bandId);
  const others = found.filter(({ status }) => status !== 404);
  expect(others.map(({ name, status }) => `${name}: ${status}`)).toEqual([]);
  expect(found.length).toBeGreaterThan(20);
  expect(found).toEqual(await callsOnEvent(account.token, 1, 1));
  expect((await listOf(account)).map((event) => event.id)).not.toContain(id);
}

describe('two people plan one party over HTTP', () => {
  beforeAll(async () => {
    ada = await newAccount('Ada', 'ada.sharing@example.com');
    grace = await newAccount('Grace', 'grace.sharing@example.com');
    stranger = await newAccount('Eve', 'eve.sharing@example.com');
  });

  it('the owner creates an event with budgets, which is not shared', async () => {
    const { response } = await ada.POST('/events/create', { body: party });
    id = Number(response.headers.get('location')?.replace('/events/view/', ''));
    const made = await ada.POST('/events/{event_id}/budgets/create', { ...ofBudgets(), body: band });
    bandId = made.data?.data.id ?? 0;
    const fields = ['id', 'name', 'total_amount', 'budgets_count', 'description', 'event_date'];
    expect(Object.keys((await listOf(ada))[0] ?? {})).toEqual(fields);
    expect(await membersOf(ada)).toMatchObject([{ role: 'owner', email: ada.email, you: true }]);
    await expectNothingFor(grace);
    await expectNothingFor(stranger);
  });

  it('the owner invites an editor by a mail that names nothing that a person typed', async () => {
    const { response, data } = await invite('editor');
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/events/${id}/members`);
    expect(data?.data).toMatchObject({ email: grace.email, role: 'editor', state: 'invited' });
    const { subject, text } = await nextMail(grace.email);
    expect(subject).toBe('You are invited to an event');
    expect(text).toContain('at Event Budget.');
    for (const typed of [party.name, party.description, band.name, 'Ada', 'Grace', 'Tester', '@']) {
      expect(text).not.toContain(typed);
    }
    expect(await membersOf(ada)).toMatchObject([{}, { email: grace.email, state: 'invited', you: false }]);
    expect((await invite('viewer')).response.status).toBe(409);
  });

  it('the invited sees the invitation, and nothing of the event before accepting', async () => {
    expect(await invitationsOf(grace)).toMatchObject([
      { event_name: party.name, event_date: party.event_date, role: 'editor', invited_by: 'Ada Tester' },
    ]);
    await expectNothingFor(grace);
    expect(await invitationsOf(stranger)).toEqual([]);
  });

  it('the invited accepts, follows the Location, and has the event in the list', async () => {
    const [invitation] = await invitationsOf(grace);
    const path = { id: invitation?.id ?? 0 };
    const taken = await stranger.POST('/invitations/accept/{id}', { params: { path } });
    expect(taken.response.status).toBe(404);
    const { response } = await grace.POST('/invitations/accept/{id}', { params: { path } });
    expect(response.headers.get('location')).toBe(`/events/view/${id}`);
    const shared = { role: 'editor', owner: 'Ada Tester' };
    expect((await viewBy(grace)).data?.data).toEqual({ ...(await viewBy(ada)).data?.data, ...shared });
    expect(await listOf(grace)).toMatchObject([{ id, name: party.name, ...shared }]);
    expect((await listOf(ada))[0]).not.toHaveProperty('role');
    expect(await invitationsOf(grace)).toEqual([]);
    await expectNothingFor(stranger);
  });

  it('both see who takes part, and only the owner their addresses', async () => {
    expect(await membersOf(ada)).toMatchObject([
      { first_name: 'Ada', role: 'owner', email: ada.email, you: true },
      { first_name: 'Grace', role: 'editor', email: grace.email, state: 'active', you: false },
    ]);
    const seen = await membersOf(grace);
    expect(seen).toMatchObject([
      { first_name: 'Ada', role: 'owner', you: false },
      { first_name: 'Grace', role: 'editor', you: true },
    ]);
    expect(JSON.stringify(seen)).not.toContain('@');
  });

  it('the editor adds and changes budgets, and the owner sees them', async () => {
    const food = { name: 'Food', category: 'Food', amount: 300.5, spent: 0 };
    const made = await grace.POST('/events/{event_id}/budgets/create', { ...ofBudgets(), body: food });
    expect(made.response.status).toBe(201);
    const changed = await grace.POST('/events/{event_id}/budgets/update/{id}', {
      ...ofMember(bandId),
      body: { spent: 950.5 },
    });
    expect(changed.response.status).toBe(200);
    expect((await budgetsBy(ada)).data).toMatchObject({
      data: [{ ...band, spent: 950.5 }, food],
      summary: { total_amount: 1100.5, total_spent: 950.5, over_budget: false },
    });
    expect((await budgetsBy(grace)).data).toEqual((await budgetsBy(ada)).data);
  });

  it('of two who edit the same version, the second gets 412', async () => {
    const tag = (await viewBy(ada)).response.headers.get('etag') ?? '';
    expect((await viewBy(grace)).response.headers.get('etag')).toBe(tag);
    const rename = (account: Account, name: string, ifMatch: string) =>
      account.POST('/events/update/{id}', {
        params: { path: { id }, header: { 'If-Match': ifMatch } },
        body: { name },
      });
    const first = await rename(grace, 'Lantern party', tag);
    expect(first.response.status).toBe(200);
    expect((await rename(ada, 'Lamp night', tag)).response.status).toBe(412);
    expect((await viewBy(ada)).data?.data.name).toBe('Lantern party');
    const again = await rename(ada, 'Lamp night', first.response.headers.get('etag') ?? '');
    expect(again.response.status).toBe(200);
    expect((await viewBy(grace)).data?.data.name).toBe('Lamp night');
  });

  it('a viewer reads on and gets 403 for a write', async () => {
    const role = { role: 'viewer' as const };
    const update = '/events/{event_id}/members/update/{id}';
    const refused = await grace.POST(update, { ...ofMember(await graceId()), body: { role: 'editor' } });
    expect(refused.response.status).toBe(403);
    await ada.POST(update, { ...ofMember(await graceId()), body: role });
    const body = { spent: 1 };
    const path = ofMember(bandId);
    const denied = await grace.POST('/events/{event_id}/budgets/update/{id}', { ...path, body });
    expect([denied.response.status, denied.error]).toEqual([
      403,
      {
        ...{ status: 'error', message: 'Budget failed to save' },
        errors: [
          {
            ...{ field: 'event', code: 'forbidden' },
            message: 'Only the owner and editors can change this event.',
          },
        ],
      },
    ]);
    expect((await grace.POST('/events/delete/{id}', ofEvent())).response.status).toBe(403);
    expect((await budgetsBy(grace)).data).toEqual((await budgetsBy(ada)).data);
    expect(await listOf(grace)).toMatchObject([{ id, role: 'viewer' }]);
    await expectNothingFor(stranger);
  });

  it('a removed member finds nothing', async () => {
    await ada.POST('/events/{event_id}/members/remove/{id}', ofMember(await graceId()));
    await expectNothingFor(grace);
    expect(await listOf(grace)).toEqual([]);
    expect(await membersOf(ada)).toMatchObject([{ role: 'owner' }]);
  });

  it('the removed is invited again, and declines', async () => {
    expect((await invite('viewer')).response.status).toBe(201);
    // Without another mail in the same hour.
    const [invitation] = await invitationsOf(grace);
    const params = { path: { id: invitation?.id ?? 0 } };
    const declined = await grace.POST('/invitations/decline/{id}', { params });
    expect(declined.data?.message).toBe('Invitation declined successfully');
    expect(await invitationsOf(grace)).toEqual([]);
    expect(await membersOf(ada)).toHaveLength(1);
    expect((await grace.POST('/invitations/accept/{id}', { params })).response.status).toBe(404);
    await expectNothingFor(grace);
  });

  it('the owner offers the event, which a stranger can’t take over for a day, and withdraws the offer', async () => {
    const body = { email: grace.email, password: ada.password };
    const { response, data } = await ada.POST('/events/hand-over/{id}', { ...ofEvent(), body });
    expect([response.status, data?.data.role]).toEqual([201, 'owner']);
    expect((await nextMail(ada.email)).subject).toBe('One of your events was offered to somebody');
    const [offer] = await invitationsOf(grace);
    expect(offer).toMatchObject({ id: data?.data.id, role: 'owner' });
    const params = { path: { id: offer?.id ?? 0 } };
    const early = await grace.POST('/invitations/accept/{id}', { params });
    expect([early.response.status, early.error?.errors?.map(({ code }) => code)]).toEqual([
      409,
      ['too_early'],
    ]);
    await ada.POST('/events/{event_id}/members/remove/{id}', ofMember(offer?.id ?? 0));
    expect((await grace.POST('/invitations/accept/{id}', { params })).response.status).toBe(404);
    await expectNothingFor(grace);
    expect((await viewBy(ada)).response.status).toBe(200);
  });

  it('the deletion of the event ends it for its member, and that of the account for all others', async () => {
    const join = async () => {
      await invite('editor');
      const [invitation] = await invitationsOf(grace);
      await grace.POST('/invitations/accept/{id}', { params: { path: { id: invitation?.id ?? 0 } } });
      expect(await listOf(grace)).toMatchObject([{ id, role: 'editor' }]);
    };
    await join();
    expect((await ada.POST('/events/delete/{id}', ofEvent())).response.status).toBe(200);
    await expectNothingFor(grace);
    expect(await listOf(grace)).toEqual([]);
    const { response } = await ada.POST('/events/create', { body: party });
    id = Number(response.headers.get('location')?.replace('/events/view/', ''));
    await join();
    await ada.POST('/account/delete', { body: { password: ada.password } });
    // The erasure follows when all calls from before have ended, which takes a minute locally.
    expect(await listOf(grace)).toEqual([]);
    await expectNothingFor(stranger);
    expect((await clientOf(ada.token).GET('/events')).response.status).toBe(401);
  });
});
