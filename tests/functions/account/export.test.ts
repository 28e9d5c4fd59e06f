import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { invitationKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { putItems } from '../../support/put-items.ts';
import {
  catering,
  endpoints,
  newAccessToken,
  newBudget,
  newEvent,
  newToken,
  party,
  person,
} from '../../support/service.ts';
import { newVerified, sharedEvent, takeRole, verify } from '../../support/sharing.ts';
import { deleteEvent, deleteForGood, trashOf } from '../../support/trash.ts';
import { exportPage as page } from './export-page.ts';

const { exportAccount, inviteMember, listInvitations, listSessions, signup, viewAccount } = endpoints;
const { endToken, listTokens } = endpoints;

it('returns the account, its sessions and its events with their budgets', async () => {
  const token = await newToken();
  const path = await newEvent(token);
  const { id } = await newBudget(token, path);
  const { data, headers, next } = await page(token);
  const read = async ({ handler }: typeof viewAccount) =>
    (await call(handler, { method: 'GET', token })).body.data;
  expect(data).toEqual({
    account: await read(viewAccount),
    sessions: await read(listSessions),
    events: [
      {
        id: Number(path.id),
        ...party(),
        total_amount: 1250.5,
        budgets_count: 1,
        budgets: [{ id: Number(id), ...catering() }],
      },
    ],
  });
  expect(next).toBeUndefined();
  expect(headers['content-disposition']).toBe('attachment; filename="event-budget-account.json"');
});

it('writes amounts with two digits and times with milliseconds', async () => {
  const token = await newToken();
  await newBudget(token, await newEvent(token));
  const { text } = await page(token);
  expect(text).toContain('"amount":1250.50,"spent":300.00}');
  expect(text).toContain('"total_amount":1250.50,');
  expect(text).toMatch(/"account":\{[^}]*"created_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\}/);
  expect(text).not.toMatch(/password|hash|claims|write_mark|head/);
});

it('says on the first page which events others would lose, and not those that others own or nobody shares', async () => {
  const { owner, editor, event } = await sharedEvent();
  await newEvent(owner);
  const lost = [{ id: Number(event.id), name: 'Summer party', members_count: 2 }];
  const { data } = await page(owner);
  expect(data).toMatchObject({ lost_by_others: lost });
  expect((await page(editor)).data).not.toHaveProperty('lost_by_others');
  expect((await page(owner, '1')).data).not.toHaveProperty('lost_by_others');
});

it('returns the access tokens without their secrets, if there are any, on the first page', async () => {
  const token = await newToken();
  await newEvent(token);
  const without = await page(token);
  const made = [await newAccessToken(token), await newAccessToken(token, { access: 'read' })];
  const { data, text } = await page(token);
  const { body } = await call(listTokens.handler, { method: 'GET', token });
  expect(data.access_tokens).toEqual(body.data);
  expect(data.access_tokens).toHaveLength(2);
  for (const each of made) expect(text).not.toContain(each.token.slice(48, 112));
  expect(text.replace(/"access_tokens":\[.*?\],/, '')).toBe(without.text);
  expect((await page(token, '1')).data).not.toHaveProperty('access_tokens');
  for (const { id } of made) await call(endToken.handler, { token, path: { id } });
  expect((await page(token)).text).toBe(without.text);
});

it('returns deleted events apart, as long as they are there', async () => {
  const token = await newToken();
  const [kept, deleted] = [await newEvent(token), await newEvent(token)];
  await newBudget(token, deleted);
  const { data: before } = await page(token);
  expect(before).not.toHaveProperty('trash');
  await deleteEvent(token, deleted);
  const { data } = await page(token);
  expect(data.events).toEqual(before.events.filter(({ id }) => String(id) === kept.id));
  const [inTrash] = await trashOf(token);
  const [shown] = before.events.filter(({ id }) => String(id) === deleted.id);
  expect(data.trash).toEqual([{ ...shown, deleted_at: inTrash?.deleted_at }]);
  await deleteForGood(token, deleted);
  expect((await page(token)).data).not.toHaveProperty('trash');
});

it('never returns anything of another account', async () => {
  const other = person({ first_name: 'Grace' });
  const { body } = await call(signup.handler, { body: other });
  await newEvent(String(body.token), { name: 'A secret party' });
  const { data, text } = await page(await newToken());
  expect(data.events).toEqual([]);
  for (const secret of ['Grace', other.email, 'secret']) expect(text).not.toContain(secret);
});

describe('with shared events', () => {
  const invite = async (token: string, { id }: { id: string }, email: string) => {
    const body = { email, role: 'editor' };
    const { status } = await call(inviteMember.handler, { token, path: { event_id: id }, body });
    expect(status).toBe(201);
  };

  it('returns roles in the events of others, and none that was taken', async () => {
    const { editor, viewer, owner, event } = await sharedEvent();
    for (const [token, role] of [[editor, 'editor'] as const, [viewer, 'viewer'] as const]) {
      const { data, text } = await page(token);
      const since = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
      expect(data.shared_events).toEqual([{ id: Number(event.id), role, since }]);
      expect(data.events).toEqual([]);
      expect(text).not.toContain('Summer party');
    }
    await takeRole(owner, event, viewer);
    for (const token of [viewer, owner]) expect((await page(token)).data).not.toHaveProperty('shared_events');
  });

  it('returns the open invitations that it sent and received, and no others', async () => {
    const [owner, guest] = [await newVerified(), await newVerified()];
    const [event, other] = [await newEvent(owner.token), await newEvent(owner.token)];
    await invite(owner.token, event, guest.email);
    const { body } = await call(listInvitations.handler, { method: 'GET', token: guest.token });
    const received = (await page(guest.token)).data;
    expect(received.invitations).toEqual(body.data);
    expect(body.return_count).toBe(1);
    const [{ created_at } = {}] = z.array(z.looseObject({ created_at: z.string() })).parse(body.data);
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
      const login = await call(endpoints.login.handler, { body: { username: email, password } });
      const { text } = await page(String(login.body.token));
      expect(text).not.toContain('"invitations"');
    }
    vi.useRealTimers();
  });

  it('returns all invitations of one inviter, oldest first, and reads the inviter once and no event', async () => {
    const [owner, guest] = [await newVerified(), await newVerified()];
    for (let n = 0; n < 4; n += 1) await invite(owner.token, await newEvent(owner.token), guest.email);
    takeRequests();
    const { body } = await call(listInvitations.handler, { method: 'GET', token: guest.token });
    expect(takeRequests().counts).toEqual({ reads: 4, writes: 0 });
    expect(body.return_count).toBe(3);
    const { data } = await page(guest.token);
    expect(data.invitations).toHaveLength(4);
    expect(data.invitations?.slice(1).reverse()).toEqual(body.data);
    expect(takeRequests().counts).toEqual({ reads: 7, writes: 1 });
  });

  it('pages events and invitations by one cursor, each once', async () => {
    const [owner, guest] = [await newVerified(), await newVerified()];
    const { id: early } = await newEvent(guest.token);
    await invite(owner.token, await newEvent(owner.token), guest.email);
    const { body } = await call(listInvitations.handler, { method: 'GET', token: guest.token });
    const [{ id: first }] = z.tuple([z.looseObject({ id: z.int() })]).parse(body.data);
    const item = await getItem(invitationKey(guest.email, first));
    const ids = Array.from({ length: 149 }, () => nextId());
    await putItems(ids.map((id) => ({ ...item, ...invitationKey(guest.email, id), invitation_id: id })));
    const { id: late } = await newEvent(guest.token);
    const one = await page(guest.token);
    const two = await page(guest.token, one.next);
    expect([one.data.events, two.data.events].map((events) => events.map(({ id }) => String(id)))).toEqual([
      [early],
      [late],
    ]);
    const shown = [one, two].flatMap(({ data }) =>
      z.array(z.looseObject({ id: z.int() })).parse(data.invitations),
    );
    expect(shown.map(({ id }) => id)).toEqual([first, ...ids]);
    expect(two.next).toBeUndefined();
  });

  it('returns no invitations to an address that is not verified', async () => {
    const owner = await newVerified();
    const { email } = person();
    await invite(owner.token, await newEvent(owner.token), email);
    const { body } = await call(signup.handler, { body: person({ email }) });
    const token = String(body.token);
    expect((await page(token)).data).not.toHaveProperty('invitations');
    await verify(token);
    expect((await page(token)).data.invitations).toHaveLength(1);
  });
});

it('goes on after the event that the cursor names', async () => {
  const token = await newToken();
  const [first, second] = [await newEvent(token), await newEvent(token)];
  const { data } = await page(token, first.id);
  expect(data.events.map(({ id }) => String(id))).toEqual([second.id]);
});

it.each(['0', 'x', '-1', '1e3', ''])('answers 422 for the cursor %j', async (cursor) => {
  const token = await newToken();
  const { status, body } = await call(exportAccount.handler, { method: 'GET', token, query: { cursor } });
  expect([status, body.message]).toEqual([422, 'Account failed to export']);
});
