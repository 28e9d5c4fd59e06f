import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { invitationKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { clientOf, newClient, newVerifiedClient, nobody, sharedClients } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { catering, newAccessToken, party, person } from '../../support/service.ts';
import { takeRole, verify } from '../../support/sharing.ts';
import { putItems } from '../../support/table.ts';
import { exportPage as page } from './export-page.ts';

it('returns the account, its sessions and its events with their budgets, to the byte', async () => {
  const ada = await newClient();
  const event = await ada.newEvent();
  const { id } = await ada.newBudget(event);
  const { data, headers, next, text } = await page(ada.token);
  const budgets = [{ id: Number(id), ...catering() }];
  expect(data).toEqual({
    account: (await ada.viewAccount()).body.data,
    sessions: (await ada.listSessions()).body.data,
    events: [{ id: Number(event.id), ...party(), total_amount: 1250.5, budgets_count: 1, budgets }],
  });
  expect(next).toBeUndefined();
  expect(headers['content-disposition']).toBe('attachment; filename="event-budget-account.json"');
  expect(text).toContain('"amount":1250.50,"spent":300.00}');
  expect(text).toContain('"total_amount":1250.50,');
  expect(text).toMatch(/"account":\{[^}]*"created_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\}/);
  expect(text).not.toMatch(/password|hash|claims|write_mark|head/);
});

it('says on the first page which events others would lose, and not those that others own or nobody shares', async () => {
  const { owner, editor, event } = await sharedClients();
  await owner.newEvent();
  const lost = [{ id: Number(event.id), name: 'Summer party', members_count: 2 }];
  expect((await page(owner.token)).data).toMatchObject({ lost_by_others: lost });
  for (const [token, cursor] of [[editor.token], [owner.token, '1']] as const)
    expect((await page(token, cursor)).data).not.toHaveProperty('lost_by_others');
});

it('returns the access tokens without their secrets, if there are any, on the first page', async () => {
  const { token, ...ada } = await newClient();
  await ada.newEvent();
  const without = await page(token);
  const made = [await newAccessToken(token), await newAccessToken(token, { access: 'read' })];
  const { data, text } = await page(token);
  expect(data.access_tokens).toEqual((await ada.listTokens()).body.data);
  expect(data.access_tokens).toHaveLength(2);
  for (const each of made) expect(text).not.toContain(each.token.slice(48, 112));
  expect(text.replace(/"access_tokens":\[.*?\],/, '')).toBe(without.text);
  expect((await page(token, '1')).data).not.toHaveProperty('access_tokens');
  for (const each of made) await ada.endToken({ id: each.id });
  expect((await page(token)).text).toBe(without.text);
});

it('takes the cursor after the highest id', async () => {
  const { token, ...ada } = await newVerifiedClient();
  await ada.newEvent();
  expect((await page(token, '9007199254740991')).data).toEqual({ events: [] });
});

it('returns deleted events apart, as long as they are there', async () => {
  const { token, ...ada } = await newClient();
  const [kept, deleted] = [await ada.newEvent(), await ada.newEvent()];
  await ada.newBudget(deleted);
  const { data: before } = await page(token);
  expect(before).not.toHaveProperty('trash');
  await ada.delete(deleted);
  const { data } = await page(token);
  expect(data.events).toEqual(before.events.filter(({ id }) => String(id) === kept.id));
  const [inTrash] = Object((await ada.listTrash()).body.data);
  const [shown] = before.events.filter(({ id }) => String(id) === deleted.id);
  expect(data.trash).toEqual([{ ...shown, deleted_at: inTrash.deleted_at }]);
  await ada.deleteForGood(deleted);
  expect((await page(token)).data).not.toHaveProperty('trash');
});

it('never returns anything of another account', async () => {
  const other = person({ first_name: 'Grace' });
  const grace = clientOf(String((await nobody.signup(other)).body.token));
  await grace.newEvent({ name: 'A secret party' });
  const { data, text } = await page((await newClient()).token);
  expect(data.events).toEqual([]);
  for (const secret of ['Grace', other.email, 'secret']) expect(text).not.toContain(secret);
});

type Verified = Awaited<ReturnType<typeof newVerifiedClient>>;

describe('with shared events', () => {
  const invite = async (owner: Verified, { id }: { id: string }, email: string) =>
    expect((await owner.inviteMember({ event_id: id }, { email, role: 'editor' })).status).toBe(201);
  const received = z.array(z.looseObject({ id: z.int(), created_at: z.string() }));

  it('returns roles in the events of others, and none that was taken', async () => {
    const { editor, viewer, owner, event } = await sharedClients();
    for (const [{ token }, role] of [[editor, 'editor'] as const, [viewer, 'viewer'] as const]) {
      const { data, text } = await page(token);
      const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
      expect(data.shared_events).toEqual([{ id: Number(event.id), role, since }]);
      expect(data.events).toEqual([]);
      expect(text).not.toContain('Summer party');
    }
    await takeRole(owner.token, event, viewer.token);
    for (const { token } of [viewer, owner])
      expect((await page(token)).data).not.toHaveProperty('shared_events');
  });

  it('returns the open invitations that it sent and received, and no others', async () => {
    const [owner, guest] = [await newVerifiedClient(), await newVerifiedClient()];
    const [event, other] = [await owner.newEvent(), await owner.newEvent()];
    await invite(owner, event, guest.email);
    const { body } = await guest.listInvitations();
    expect((await page(guest.token)).data.invitations).toEqual(body.data);
    expect(body.return_count).toBe(1);
    const [{ created_at } = {}] = received.parse(body.data);
    const sent = { email: guest.email, role: 'editor', created_at };
    const { data } = await page(owner.token);
    expect(data).not.toHaveProperty('invitations');
    expect(data.events).toMatchObject([
      { id: Number(event.id), invitations: [sent] },
      { id: Number(other.id) },
    ]);
    expect(data.events[1]).not.toHaveProperty('invitations');
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * 86_400_000 });
    for (const { email, password } of [owner, guest]) {
      const login = await nobody.login({ username: email, password });
      expect((await page(String(login.body.token))).text).not.toContain('"invitations"');
    }
    vi.useRealTimers();
  });

  it('returns all invitations of one inviter, oldest first, and reads the inviter once and no event', async () => {
    const [owner, guest] = [await newVerifiedClient(), await newVerifiedClient()];
    for (let n = 0; n < 4; n += 1) await invite(owner, await owner.newEvent(), guest.email);
    takeRequests();
    const { body } = await guest.listInvitations();
    expect(takeRequests().counts).toEqual({ reads: 4, writes: 0 });
    expect(body.return_count).toBe(3);
    const { data } = await page(guest.token);
    expect(data.invitations).toHaveLength(4);
    expect(data.invitations?.slice(1).reverse()).toEqual(body.data);
    expect(takeRequests().counts).toEqual({ reads: 7, writes: 1 });
  });

  it('pages events and invitations by one cursor, each once', async () => {
    const [owner, guest] = [await newVerifiedClient(), await newVerifiedClient()];
    const { id: early } = await guest.newEvent();
    await invite(owner, await owner.newEvent(), guest.email);
    const [{ id: first } = { id: 0 }] = received.parse((await guest.listInvitations()).body.data);
    const item = await getItem(invitationKey(guest.email, first));
    const ids = Array.from({ length: 149 }, () => nextId());
    await putItems(ids.map((id) => ({ ...item, ...invitationKey(guest.email, id), invitation_id: id })));
    const { id: late } = await guest.newEvent();
    const one = await page(guest.token);
    const two = await page(guest.token, one.next);
    const pages = [one.data, two.data];
    expect(pages.map(({ events }) => events.map(({ id }) => String(id)))).toEqual([[early], [late]]);
    const shown = pages.flatMap(({ invitations }) => received.parse(invitations));
    expect(shown.map(({ id }) => id)).toEqual([first, ...ids]);
    expect(two.next).toBeUndefined();
  });

  it('returns no invitations to an address that is not verified', async () => {
    const owner = await newVerifiedClient();
    const { email } = person();
    await invite(owner, await owner.newEvent(), email);
    const token = String((await nobody.signup(person({ email }))).body.token);
    expect((await page(token)).data).not.toHaveProperty('invitations');
    await verify(token);
    expect((await page(token)).data.invitations).toHaveLength(1);
  });
});

it('goes on after the event that the cursor names, and rejects what is no cursor', async () => {
  const ada = await newClient();
  const [first, second] = [await ada.newEvent(), await ada.newEvent()];
  const { data } = await page(ada.token, first.id);
  expect(data.events.map(({ id }) => String(id))).toEqual([second.id]);
  for (const cursor of ['0', 'x', '-1', '1e3', '']) {
    const { status, body } = await ada.exportAccount({ cursor });
    expect([status, body.message]).toEqual([422, 'Account failed to export']);
  }
});
