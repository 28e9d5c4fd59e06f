import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { accountKey, eventKey, headPath, linkKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { bearers } from '../../support/endpoints.ts';
import { erase } from '../../support/erase.ts';
import { eventItem } from '../../support/event-item.ts';
import { codeOf, pendingFactor } from '../../support/factor.ts';
import { withChecksum } from '../../support/forged-token.ts';
import { historyOf, recorded, undo } from '../../support/history.ts';
import { resetTokenOf } from '../../support/mailed-account.ts';
import { sameOwner } from '../../support/owner.ts';
import { putItem } from '../../support/put-items.ts';
import { UNAUTHORIZED } from '../../support/rejections.ts';
import { commandsOf, run } from '../../support/runbook.ts';
import {
  dayIn,
  endpoints,
  newAccessToken,
  newBudget,
  newEvent,
  newToken,
  person,
} from '../../support/service.ts';
import { newShareLink, viewShared } from '../../support/share-link.ts';
import { accountIdOf, referenceOf, setInEvent, sharedEvent } from '../../support/sharing.ts';
import { deleteEvent, deleteForGood, itemOf, restore } from '../../support/trash.ts';

const [endSessions] = commandsOf('End sessions');

const ENDED = { status: 'error', message: 'This link is invalid or has expired. Ask for a new one.' };

let owner: string;
let event: { id: string };
let path: { event_id: string };
beforeEach(async () => {
  owner = await newToken();
  event = await newEvent(owner);
  path = { event_id: event.id };
});

const linkId = (token: string): string => token.slice(4, 20);
const itemOfLink = (token: string) => getItem(linkKey(linkId(token)));
const end = (token: string) => call(endpoints.endShareLink.handler, { token, path: { event_id: event.id } });

/** Every refusal is the same, to the byte. */
async function expectEnded(token: string | undefined, sent?: Record<string, string>): Promise<void> {
  const { status, headers, text } = await viewShared(token, sent);
  expect([status, headers['www-authenticate'], JSON.parse(text)]).toEqual([401, 'Bearer', ENDED]);
}

const shownLink = z.looseObject({ share_link: z.optional(z.unknown()) });
async function linkSeenBy(token: string): Promise<unknown> {
  const query = { include: 'share_link' };
  const viewed = await call(endpoints.view.handler, { method: 'GET', token, path: event, query });
  const listed = await call(endpoints.list.handler, { method: 'GET', token, query });
  const [one, other] = [viewed, listed].map(({ body }) => shownLink.parse([body.data].flat()[0]).share_link);
  expect(other).toEqual(one);
  return one;
}

describe('POST /events/{event_id}/share-link/create', () => {
  it('makes a link that works until the end of its day, and shows its token only here', async () => {
    const { url, token, ...link } = await newShareLink(owner, path, { expires_on: dayIn(366) });
    expect(token).toMatch(/^ebs_[0-9a-f]{88}$/);
    expect(withChecksum(token)).toBe(token);
    expect(new URL(url).pathname + new URL(url).hash).toBe(`/shared#token=${token}`);
    expect(link).toEqual({ expires_on: dayIn(366), shows: 'budgets' });
    expect((await viewShared(token)).status).toBe(200);
    const { expires_at, ...item } = (await itemOfLink(token)) ?? {};
    expect(expires_at).toBe(Date.parse(dayIn(367)) / 1_000);
    expect(Object.keys(item).sort()).toEqual(['PK', 'SK', 'event_id', 'hash', 'links_epoch', 'owner_id']);
    expect(JSON.stringify([item, await itemOf(owner, event)])).not.toContain(token.slice(20, 84));
    // It names no account.
    expect(token).not.toContain(accountIdOf(owner).replaceAll('-', '').slice(0, 8));
  });

  it.each([
    [{ expires_on: dayIn(-1) }, 'expires_on invalid'],
    [{ expires_on: dayIn(367) }, 'expires_on invalid'],
    [{ expires_on: undefined }, 'expires_on blank'],
    [{ expires_on: dayIn(1), shows: 'notes' }, 'shows invalid'],
    [{ expires_on: dayIn(1), show_owner: 'Ada' }, 'show_owner invalid'],
  ])('refuses %j', async (body, error) => {
    const answer = await call(endpoints.createShareLink.handler, { token: owner, path, body });
    expect(answer.codes).toEqual([422, error]);
  });

  it('works on its last day', async () => {
    const { token } = await newShareLink(owner, path, { expires_on: dayIn(0) });
    expect((await viewShared(token)).status).toBe(200);
  });

  it('ends the link that the event had', async () => {
    const first = await newShareLink(owner, path);
    const second = await newShareLink(owner, path, { shows: 'categories' });
    await expectEnded(first.token);
    expect(await itemOfLink(first.token)).toBeUndefined();
    expect((await viewShared(second.token)).status).toBe(200);
  });

  it('lets one of several at once win, whose link alone works', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => newShareLink(owner, path)));
    const statuses = await Promise.all(all.map(async ({ token }) => (await viewShared(token)).status));
    expect(statuses.toSorted()).toEqual([200, 401, 401, 401]);
    const items = await Promise.all(all.map(({ token }) => itemOfLink(token)));
    expect(items.filter(Boolean)).toHaveLength(1);
  });

  it('loses nothing of a write at the same time', async () => {
    const [{ token }, budget] = await Promise.all([newShareLink(owner, path), newBudget(owner, event)]);
    expect((await viewShared(token)).text).toContain('"budgets":[{');
    expect(budget.id).toBeTruthy();
  });

  it('is for the owner’s session alone, and so is the end', async () => {
    const { owner: host, editor, viewer, event: shared } = await sharedEvent();
    const { token: script } = await newAccessToken(host);
    const at = { event_id: shared.id };
    const { token } = await newShareLink(host, at);
    for (const endpoint of [endpoints.createShareLink, endpoints.endShareLink]) {
      const body = endpoint.body?.();
      const statusOf = async (by: string) =>
        (await call(endpoint.handler, { token: by, path: at, body })).status;
      expect([await statusOf(editor), await statusOf(viewer), await statusOf(script)]).toEqual([
        403, 403, 403,
      ]);
      expect([await statusOf(owner), await statusOf(token)]).toEqual([404, 401]);
    }
    expect((await viewShared(token)).status).toBe(200);
  });
});

describe('POST /events/{event_id}/share-link/end', () => {
  it('ends it at once, and does nothing a second time', async () => {
    const { token } = await newShareLink(owner, path);
    expect((await end(owner)).text).toBe('{"status":"success","message":"Share link ended successfully"}');
    await expectEnded(token);
    expect(await itemOfLink(token)).toBeUndefined();
    const before = await itemOf(owner, event);
    takeRequests();
    expect((await end(owner)).status).toBe(200);
    expect(takeRequests().counts.writes).toBe(0);
    expect(await itemOf(owner, event)).toEqual(before);
  });
});

const viewedAccount = z.object({ email: z.string(), first_name: z.string(), last_name: z.string() });

describe('GET /shared-event', () => {
  const change = async (name: string, value: unknown) => {
    const update = new Update(accountKey(accountIdOf(owner))).set([name], value);
    expect(await send(update)).toBeUndefined();
  };
  const post = (name: 'logout' | 'changePassword' | 'confirmFactor' | 'deleteAccount', body: object) =>
    call(endpoints[name].handler, { token: owner, body });
  const { password } = person();
  const resetPassword = async () => {
    const { email } = viewedAccount.parse(
      (await call(endpoints.viewAccount.handler, { method: 'GET', token: owner })).body.data,
    );
    const body = { token: await resetTokenOf(email), password: 'a fair new one' };
    expect((await call(endpoints.resetPassword.handler, { body })).status).toBe(200);
  };
  const addFactor = async () => {
    const { secret, confirmation } = await pendingFactor(owner);
    const answer = await post('confirmFactor', { confirmation, code: codeOf({ secret }) });
    expect(answer.status).toBe(200);
  };

  it.each<[what: string, units: number, ending: () => Promise<unknown>]>([
    ['its end', 1, () => end(owner)],
    ['its last day', 4, () => setInEvent(owner, event, [...headPath('share_link'), 'end'], 1)],
    ['another name in the head', 4, () => setInEvent(owner, event, [...headPath('share_link'), 'id'], 'x')],
    ['a logout everywhere', 2, () => post('logout', { everywhere: true })],
    [
      'a change of the password',
      2,
      () => post('changePassword', { password, new_password: 'a fair new one' }),
    ],
    ['a reset of the password', 2, () => resetPassword()],
    ['a second factor', 2, addFactor],
    ['the end of all sessions by an operator', 2, () => run(endSessions, accountIdOf(owner))],
    ['a block', 2, () => change('blocked', true)],
    ['the deletion of the account', 2, () => post('deleteAccount', { password })],
    ['the deletion of the event', 1, () => deleteEvent(owner, event)],
  ])('refuses the link after %s, for %i units', async (_, units, ending) => {
    const { token } = await newShareLink(owner, path);
    const { status, headers } = await viewShared(token);
    expect(status).toBe(200);
    await ending();
    for (const known of [{}, { 'if-none-match': String(headers['etag']) }]) {
      takeRequests();
      await expectEnded(token, known);
      expect(takeRequests().units).toEqual({ read: units, write: 0 });
    }
  });

  it('shows the link of version 0.4.0, whose item has no credentialsVersion, until that ends', async () => {
    const { token } = await newShareLink(owner, path);
    const key = linkKey(linkId(token));
    await send(new Update(key).remove(['links_epoch']));
    expect((await viewShared(token)).status).toBe(200);
    await post('logout', { everywhere: true });
    await expectEnded(token);
  });

  it('refuses it after a lifted block no longer', async () => {
    const { token } = await newShareLink(owner, path);
    await change('blocked', true);
    await expectEnded(token);
    await send(new Update(accountKey(accountIdOf(owner))).remove(['blocked']));
    expect((await viewShared(token)).status).toBe(200);
  });

  it('shows it after a logout on one device', async () => {
    const { token } = await newShareLink(owner, path);
    await post('logout', {});
    expect((await viewShared(token)).status).toBe(200);
  });

  it('refuses a link whose creator’s session ended while it was on its way', async () => {
    const { token } = await newShareLink(owner, path);
    // As a create that has read the credentialsVersion before a logout everywhere, and writes after it.
    await change('links_epoch', 1);
    await expectEnded(token);
    const renewed = await newShareLink(owner, path);
    expect((await viewShared(renewed.token)).status).toBe(200);
    await expectEnded(token);
  });

  it('gives one answer to whatever isn’t the token of a link that works', async () => {
    const { token } = await newShareLink(owner, path);
    const { token: script } = await newAccessToken(owner);
    const other = await newShareLink(owner, { event_id: (await newEvent(owner)).id });
    for (const wrong of [
      ...[undefined, '', 'x', owner, script, token.slice(0, -1), `${token}0`, token.toUpperCase()],
      // Without a right checksum, nothing is read.
      token.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      withChecksum(`ebs_${'0'.repeat(16)}${token.slice(20)}`),
      withChecksum(`${token.slice(0, 20)}${'0'.repeat(64)}${token.slice(84)}`),
      withChecksum(`${linkId(other.token).replace(/^/, 'ebs_')}${token.slice(20)}`),
      withChecksum(`ebt_${token.slice(4)}`),
      withChecksum(`ebs_${randomUUID()}`),
    ])
      await expectEnded(wrong);
    expect((await viewShared(token)).status).toBe(200);
  });

  it('reads one unit for a link that has ended, and no event', async () => {
    const { token } = await newShareLink(owner, path);
    await end(owner);
    takeRequests();
    await expectEnded(token);
    await expectEnded(token.replace(/.$/, (last) => (last === '0' ? '1' : '0')));
    expect(takeRequests()).toMatchObject({ names: ['GetItemCommand'], units: { read: 1 } });
  });

  it.each(['budgets', 'categories'])('names the owner only if the link of %s says so', async (shows) => {
    const plain = await newShareLink(owner, path, { shows });
    const before = await viewShared(plain.token);
    expect(before.text).not.toContain('"owner"');
    const { token } = await newShareLink(owner, path, { shows, show_owner: true });
    expect(await linkSeenBy(owner)).toEqual({ expires_on: dayIn(30), shows, show_owner: true });
    const { body } = await call(endpoints.viewAccount.handler, { method: 'GET', token: owner });
    const { first_name, last_name } = viewedAccount.parse(body.data);
    const named = await viewShared(token);
    expect(named.text.replace(`"owner":"${first_name} ${last_name}",`, '')).toBe(before.text);
    await change('first_name', 'Augusta');
    expect((await viewShared(token)).text).toContain(`"owner":"Augusta ${last_name}"`);
  });

  it('shows its link, and until when it works, only with include=share_link', async () => {
    const { token } = await newShareLink(owner, path, { expires_on: dayIn(9) });
    const plain = await viewShared(token);
    const included = await viewShared(token, {}, { include: 'share_link' });
    const link = `,"share_link":{"expires_on":"${dayIn(9)}","shows":"budgets"}`;
    expect(included.text.replace(link, '')).toBe(plain.text);
    expect(included.text).toContain(link);
    expect(included.headers['etag']).not.toBe(plain.headers['etag']);
    expect((await viewShared(token, {}, { include: 'members' })).codes).toEqual([422, 'include invalid']);
  });

  it('shows no total of what isn’t shown', async () => {
    const { token } = await newShareLink(owner, path);
    await newBudget(owner, event, { amount: 1000, estimate: 800 });
    await newBudget(owner, event, { amount: 500, kind: 'income' });
    const shown = await viewShared(token);
    expect(shown.text).not.toMatch(/estimate|variance|version/);
    expect(shown.text).toContain('"balance":-500.00');
  });

  /** Makes the event one of some read units. Returns what makes a call of its link, and tells what that takes. */
  async function linkTo(units: number) {
    const note = 'x'.repeat(4_096 * units - 1_200);
    await putItem(eventKey(referenceOf(owner, event)), eventItem(Number(event.id), 1, { note }));
    const { token } = await newShareLink(owner, path);
    return async (headers: Record<string, string> = {}) => {
      takeRequests();
      const answer = await viewShared(token, headers);
      return { ...answer, units: takeRequests().units };
    };
  }

  it('counts no call of a small event', async () => {
    const view = await linkTo(8);
    for (let n = 0; n < 2; n += 1) expect((await view()).units).toEqual({ read: 3 + 8, write: 0 });
  });

  it('counts the units of a larger event, and rejects above 3,000 a minute before it is read', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const view = await linkTo(50);
    const { headers, units } = await view();
    expect(units).toEqual({ read: 3 + 50, write: 1 });
    const known = { 'if-none-match': String(headers['etag']) };
    for (let n = 1; n < 60; n += 1) expect((await view(known)).status).toBe(304);
    for (const sent of [{}, known]) {
      const rejected = await view(sent);
      expect([rejected.status, rejected.headers['retry-after']]).toEqual([429, '60']);
      expect(rejected.units).toEqual({ read: 3, write: 0 });
    }
    const other = await newShareLink(owner, { event_id: (await newEvent(owner)).id });
    expect((await viewShared(other.token)).status).toBe(200);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await view()).status).toBe(200);
    await change('blocked', true);
    expect((await view()).units).toEqual({ read: 2, write: 0 });
  });

  it('has a tag of what it shows, and is in no cache', async () => {
    const { token } = await newShareLink(owner, path);
    const { headers } = await viewShared(token);
    expect(headers['cache-control']).toBe('no-store');
    const known = { 'if-none-match': String(headers['etag']) };
    const unchanged = await viewShared(token, known);
    expect([unchanged.status, unchanged.text, unchanged.headers['cache-control']]).toEqual([
      304,
      '',
      'no-store',
    ]);
    // What isn't shown changes no tag.
    const budget = await newBudget(owner, event, { note: 'A secret' });
    const { headers: changed } = await viewShared(token, known);
    expect(changed['etag']).not.toBe(headers['etag']);
    const body = { note: 'Another one' };
    await call(endpoints.updateBudget.handler, { token: owner, path: budget, body });
    expect((await viewShared(token)).headers['etag']).toBe(changed['etag']);
  });
});

it.each(bearers)('$name refuses the token of a share link', async (endpoint) => {
  const { link: token, requestOf } = await sameOwner();
  const { status, headers, text } = await call(endpoint.handler, { token, ...requestOf(endpoint) });
  expect([status, headers['www-authenticate'], text]).toEqual([401, 'Bearer', UNAUTHORIZED]);
});

describe('a share link', () => {
  it('ends with the event’s deletion, and no restore brings it back', async () => {
    const { token } = await newShareLink(owner, path);
    await deleteEvent(owner, event);
    expect(await itemOfLink(token)).toBeUndefined();
    await restore(owner, event);
    await expectEnded(token);
    expect(await linkSeenBy(owner)).toBeUndefined();
    await deleteEvent(owner, event);
    expect((await deleteForGood(owner, event)).status).toBe(200);
    await expectEnded(token);
  });

  it('isn’t copied', async () => {
    await newShareLink(owner, path);
    const body = { event_date: dayIn(400) };
    const { headers } = await call(endpoints.copy.handler, { token: owner, path: event, body });
    const id = String(headers['location']).replace('/events/view/', '');
    expect((await itemOf(owner, { id }))?.['head']).not.toHaveProperty('share_link');
  });

  it('stays with every other write', async () => {
    const { token } = await newShareLink(owner, path);
    const budget = await newBudget(owner, event);
    await call(endpoints.updateBudget.handler, { token: owner, path: budget, body: { amount: 3 } });
    await call(endpoints.update.handler, { token: owner, path: event, body: { guests: 5 } });
    await call(endpoints.clearHistory.handler, { token: owner, path });
    expect((await viewShared(token)).status).toBe(200);
  });

  it('is erased with its account', async () => {
    const { token } = await newShareLink(owner, path);
    const account = accountIdOf(owner);
    await call(endpoints.deleteAccount.handler, { token: owner, body: { password: person().password } });
    await erase(account);
    expect(await itemOfLink(token)).toBeUndefined();
    await expectEnded(token);
  });

  it('is seen by its owner and all members who ask, while it works', async () => {
    const { owner: host, editor, viewer, event: shared } = await sharedEvent();
    event = shared;
    const link = await newShareLink(host, { event_id: shared.id }, { shows: 'categories' });
    const shown = { expires_on: link.expires_on, shows: 'categories' };
    for (const token of [host, editor, viewer]) expect(await linkSeenBy(token)).toEqual(shown);
    const plain = await call(endpoints.view.handler, { method: 'GET', token: host, path: shared });
    expect(plain.text).not.toContain('share_link');
    const query = { include: 'share_link,version' };
    const viewed = await call(endpoints.view.handler, { method: 'GET', token: host, path: shared, query });
    expect(`"${z.looseObject({ version: z.int() }).parse(viewed.body.data).version}"`).toBe(
      plain.headers['etag'],
    );
    expect(viewed.headers['etag']).not.toBe(plain.headers['etag']);
    await call(endpoints.logout.handler, { token: host, body: { everywhere: true } });
    for (const token of [editor, viewer]) expect(await linkSeenBy(token)).toBeUndefined();
  });

  it('isn’t brought back, nor ended, by an undo', async () => {
    await recorded(owner, event, () => newShareLink(owner, path));
    await recorded(owner, event, () => end(owner));
    const [ended, created] = await historyOf(owner, event);
    for (const entry of [ended, created]) {
      const { status, body } = await undo(owner, event, entry?.version ?? 0);
      expect([status, body.errors?.map(({ code }) => code)]).toEqual([409, ['not_undoable']]);
    }
    expect(await linkSeenBy(owner)).toBeUndefined();
    const { token } = await newShareLink(owner, path);
    const body = { guests: 5 };
    await recorded(owner, event, () => call(endpoints.update.handler, { token: owner, path: event, body }));
    const [updated] = await historyOf(owner, event);
    expect((await undo(owner, event, updated?.version ?? 0)).status).toBe(200);
    expect((await viewShared(token)).status).toBe(200);
  });

  it('is in the history without any of its values, and its end if there was one', async () => {
    await recorded(owner, event, () => newShareLink(owner, path));
    await recorded(owner, event, () => newShareLink(owner, path));
    await recorded(owner, event, () => end(owner));
    const entries = await historyOf(owner, event);
    const changes = entries.slice(0, 3).map((entry) => entry.changes);
    const entry = (change: string) => ({
      kind: 'share_link',
      change,
      id: Number(event.id),
      name: 'Summer party',
    });
    expect(changes).toEqual([[entry('deleted')], [entry('deleted'), entry('created')], [entry('created')]]);
  });
});
