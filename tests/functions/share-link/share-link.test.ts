import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod/mini';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { accountKey, eventKey, headPath, linkKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { withChecksum } from '../../support/access-tokens.ts';
import { call } from '../../support/call.ts';
import { type Client, clientOf, sharedClients } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { commandsOf, run } from '../../support/documents.ts';
import { bearers } from '../../support/endpoints.ts';
import { erase } from '../../support/erase.ts';
import { eventItem } from '../../support/event-item.ts';
import { codeOf, pendingFactor } from '../../support/factor.ts';
import { historyOf, recorded } from '../../support/history.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { resetTokenOf } from '../../support/mail.ts';
import { sameOwner } from '../../support/owner.ts';
import { PASSWORD } from '../../support/person.ts';
import { UNAUTHORIZED } from '../../support/rejections.ts';
import { dayIn, newAccessToken } from '../../support/service.ts';
import {
  accountIdOf,
  newShareLink,
  newVerified,
  referenceOf,
  setInEvent,
  viewShared,
} from '../../support/sharing.ts';
import { putItem, rejected } from '../../support/table.ts';
import { itemOf } from '../../support/trash.ts';

const [endSessions] = commandsOf('End sessions');

const ENDED = { status: 'error', message: 'This link is invalid or has expired. Ask for a new one.' };

let ada: Client;
let email: string;
let event: { id: string };
beforeEach(async () => {
  const verified = await newVerified();
  [ada, email] = [clientOf(verified.token), verified.email];
  event = await ada.newEvent();
});

const newLink = (fields = {}, of = event) => newShareLink(ada.token, { event_id: of.id }, fields);
const linkId = (token: string): string => token.slice(4, 20);
const itemOfLink = (token: string) => getItem(linkKey(linkId(token)));
const changeAccount = async (change: (account: Update) => Update) =>
  expect(await send(change(new Update(accountKey(accountIdOf(ada.token)))))).toBeUndefined();
const block = () => changeAccount((account) => account.set(['blocked'], true));

/** Every rejection is the same, to the byte. */
async function expectEnded(token: string | undefined, sent?: Record<string, string>): Promise<void> {
  const { status, headers, text } = await viewShared(token, sent);
  expect([status, headers['www-authenticate'], JSON.parse(text)]).toEqual([401, 'Bearer', ENDED]);
}
const expectShown = async (token: string) => expect((await viewShared(token)).status).toBe(200);

const shownLink = z.looseObject({ share_link: z.optional(z.unknown()) });
const itemWithLink = z.object({ head: z.object({ share_link: z.looseObject({}) }) });
async function linkSeenBy(client: Client, of = event): Promise<unknown> {
  const query = { include: 'share_link' };
  const outcomes = [await client.view(of, query), await client.list(query)];
  const [one, other] = outcomes.map(({ body }) => shownLink.parse([body.data].flat()[0]).share_link);
  expect(other).toEqual(one);
  return one;
}

describe('a create', () => {
  it('makes a link that works until the end of its day, and shows its token only here', async () => {
    const { url, token, ...link } = await newLink({ expires_on: dayIn(366) });
    expect(token).toMatch(/^ebs_[0-9a-f]{88}$/);
    expect(withChecksum(token)).toBe(token);
    expect(new URL(url).pathname + new URL(url).hash).toBe(`/shared#token=${token}`);
    expect(link).toEqual({ expires_on: dayIn(366), shows: 'budgets' });
    await expectShown(token);
    const { expires_at, ...item } = (await itemOfLink(token)) ?? {};
    expect(expires_at).toBe(Date.parse(dayIn(367)) / 1_000);
    expect(Object.keys(item).sort()).toEqual(['PK', 'SK', 'event_id', 'hash', 'links_epoch', 'owner_id']);
    expect(JSON.stringify([item, await itemOf(ada.token, event)])).not.toContain(token.slice(20, 84));
    // It names no account.
    expect(token).not.toContain(accountIdOf(ada.token).replaceAll('-', '').slice(0, 8));
    await expectShown((await newLink({ expires_on: dayIn(0) })).token);
  });

  it.each([
    [{ expires_on: dayIn(-1) }, 'expires_on invalid'],
    [{ expires_on: dayIn(367) }, 'expires_on invalid'],
    [{ expires_on: undefined }, 'expires_on blank'],
    [{ expires_on: dayIn(1), shows: 'notes' }, 'shows invalid'],
    [{ expires_on: dayIn(1), show_owner: 'Ada' }, 'show_owner invalid'],
  ])('is rejected with %j', async (fields, error) => {
    expect((await rejected(() => ada.createShareLink(event, fields))).codes).toEqual([422, error]);
  });

  it('ends the link that the event had', async () => {
    const first = await newLink();
    const second = await newLink({ shows: 'categories' });
    await expectEnded(first.token);
    expect(await itemOfLink(first.token)).toBeUndefined();
    await expectShown(second.token);
  });

  it('of several at once makes one link that works, and loses nothing of another write', async () => {
    const all = await Promise.all([...Array.from({ length: 4 }, () => newLink()), ada.newBudget(event)]);
    const tokens = all.flatMap((made) => ('token' in made ? [made.token] : []));
    const seen = await Promise.all(tokens.map((token) => viewShared(token)));
    expect(seen.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(seen.find(({ status }) => status === 200)?.text).toContain('"budgets":[{');
    const items = await Promise.all(tokens.map(itemOfLink));
    expect(items.filter(Boolean)).toHaveLength(1);
  });
});

it('an end ends it at once, and does nothing a second time', async () => {
  const { token } = await newLink();
  const { text } = await ada.endShareLink(event);
  expect(text).toBe('{"status":"success","message":"Share link ended successfully"}');
  expect(await itemOfLink(token)).toBeUndefined();
  const before = await itemOf(ada.token, event);
  takeRequests();
  expect((await ada.endShareLink(event)).status).toBe(200);
  expect(takeRequests().counts.writes).toBe(0);
  expect(await itemOf(ada.token, event)).toEqual(before);
  takeRequests();
  await expectEnded(token);
  await expectEnded(token.replace(/.$/, (last) => (last === '0' ? '1' : '0')));
  expect(takeRequests()).toMatchObject({ names: ['GetItemCommand'], units: { read: 1 } });
});

describe('GET /shared-event', () => {
  const resetPassword = async () => {
    takeInvocations();
    const body = { token: await resetTokenOf(email), password: 'a fair new one' };
    expect((await ada.resetPassword(body)).status).toBe(200);
  };
  const addFactor = async () => {
    const { secret, confirmation } = await pendingFactor(ada.token);
    expect((await ada.confirmFactor({ confirmation, code: codeOf({ secret }) })).status).toBe(200);
  };
  const passwords = { password: PASSWORD, new_password: 'a fair new one' };
  const setInLink = (field: string, value: unknown) =>
    setInEvent(ada.token, event, [...headPath('share_link'), field], value);

  it.each<[what: string, units: number, ending: () => Promise<unknown>]>([
    ['its end', 1, () => ada.endShareLink(event)],
    ['its last day', 4, () => setInLink('end', 1)],
    ['another name in the head', 4, () => setInLink('id', 'x')],
    ['a logout everywhere', 2, () => ada.logout({ everywhere: true })],
    ['a change of the password', 2, () => ada.changePassword(passwords)],
    ['a reset of the password', 2, resetPassword],
    ['a second factor', 2, addFactor],
    ['the end of all sessions by an operator', 2, () => run(endSessions, accountIdOf(ada.token))],
    ['a block', 2, block],
    ['the deletion of the account', 2, () => ada.deleteAccount({ password: PASSWORD })],
    ['the deletion of the event', 1, () => ada.delete(event)],
  ])('rejects the link after %s, for %i units', async (_, units, ending) => {
    const { token } = await newLink();
    const { status, tag } = await viewShared(token);
    expect(status).toBe(200);
    await ending();
    for (const known of [{}, { 'if-none-match': tag }]) {
      takeRequests();
      await expectEnded(token, known);
      expect(takeRequests().units).toEqual({ read: units, write: 0 });
    }
  });

  it('shows the link of version 0.4.0, whose item has no credentialsVersion, until that ends', async () => {
    const { token } = await newLink();
    await send(new Update(linkKey(linkId(token))).remove(['links_epoch']));
    await expectShown(token);
    await ada.logout({ everywhere: true });
    await expectEnded(token);
  });

  it('shows it after a lifted block, and after a logout on one device', async () => {
    const { token } = await newLink();
    await block();
    await expectEnded(token);
    await changeAccount((account) => account.remove(['blocked']));
    await expectShown(token);
    await ada.logout({});
    await expectShown(token);
  });

  it('rejects a link whose creator’s session ended while it was on its way', async () => {
    const { token } = await newLink();
    // As a create that has read the credentialsVersion before a logout everywhere, and writes after it.
    await changeAccount((account) => account.set(['links_epoch'], 1));
    await expectEnded(token);
    await expectShown((await newLink()).token);
    await expectEnded(token);
  });

  it('gives one answer to whatever isn’t the token of a link that works', async () => {
    const { token } = await newLink();
    const { token: script } = await newAccessToken(ada.token);
    const other = await newLink({}, await ada.newEvent());
    for (const wrong of [
      ...[undefined, '', 'x', ada.token, script, token.slice(0, -1), `${token}0`, token.toUpperCase()],
      withChecksum(`ebs_${'0'.repeat(16)}${token.slice(20)}`),
      withChecksum(`${token.slice(0, 20)}${'0'.repeat(64)}${token.slice(84)}`),
      withChecksum(`ebs_${linkId(other.token)}${token.slice(20)}`),
      withChecksum(`ebt_${token.slice(4)}`),
      withChecksum(`ebs_${randomUUID()}`),
    ])
      await expectEnded(wrong);
    await expectShown(token);
  });

  it.each(['budgets', 'categories'])('names the owner only if the link of %s says so', async (shows) => {
    const before = await viewShared((await newLink({ shows })).token);
    expect(before.text).not.toContain('"owner"');
    const { token } = await newLink({ shows, show_owner: true });
    expect(await linkSeenBy(ada)).toEqual({ expires_on: dayIn(30), shows, show_owner: true });
    const named = await viewShared(token);
    expect(named.text.replace('"owner":"Ada Lovelace",', '')).toBe(before.text);
    await ada.updateAccount({ first_name: 'Augusta' });
    expect((await viewShared(token)).text).toContain('"owner":"Augusta Lovelace"');
  });

  it('shows no budget and no income if its link shows categories', async () => {
    await ada.newBudget(event, { name: 'Gift', kind: 'income', amount: 2000 });
    expect((await viewShared((await newLink()).token)).text).toContain('"name":"Gift"');
    const { text } = await viewShared((await newLink({ shows: 'categories' })).token);
    expect(text).not.toMatch(/Gift|2000|"budgets"/);
  });

  it('doesn’t name the owner after version 0.4 has replaced a link that did', async () => {
    const storedLink = async () => itemWithLink.parse(await itemOf(ada.token, event)).head.share_link;
    await newLink({ show_owner: true });
    const replaced = await storedLink();
    const { token } = await newLink();
    // Version 0.4 keeps what it doesn't know of the link that it replaces.
    await setInEvent(ada.token, event, headPath('share_link'), { ...replaced, ...(await storedLink()) });
    expect((await viewShared(token)).text).not.toContain('"owner"');
    expect(await linkSeenBy(ada)).toEqual({ expires_on: dayIn(30), shows: 'budgets' });
  });

  it('shows its link, and until when it works, only with include=share_link', async () => {
    const { token } = await newLink({ expires_on: dayIn(9) });
    const plain = await viewShared(token);
    const included = await viewShared(token, {}, { include: 'share_link' });
    const link = `,"share_link":{"expires_on":"${dayIn(9)}","shows":"budgets"}`;
    expect(included.text.replace(link, '')).toBe(plain.text);
    expect(included.text).toContain(link);
    expect(included.tag).not.toBe(plain.tag);
    expect((await viewShared(token, {}, { include: 'members' })).codes).toEqual([422, 'include invalid']);
  });

  it('shows no total of what isn’t shown', async () => {
    const { token } = await newLink();
    await ada.newBudget(event, { amount: 1000, estimate: 800 });
    await ada.newBudget(event, { amount: 500, kind: 'income' });
    const { text } = await viewShared(token);
    expect(text).not.toMatch(/estimate|variance|version/);
    expect(text).toContain('"balance":-500.00');
  });

  /** Makes the event one of some read units. Returns what makes a call of its link, and tells what that takes. */
  async function linkTo(units: number) {
    const note = 'x'.repeat(4_096 * units - 1_200);
    await putItem(eventKey(referenceOf(ada.token, event)), eventItem(Number(event.id), 1, { note }));
    const { token } = await newLink();
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
    const { tag, units } = await view();
    expect(units).toEqual({ read: 3 + 50, write: 1 });
    const known = { 'if-none-match': tag };
    for (let n = 1; n < 60; n += 1) expect((await view(known)).status).toBe(304);
    for (const sent of [{}, known]) {
      const { status, headers, units } = await view(sent);
      expect([status, headers['retry-after'], units]).toEqual([429, '60', { read: 3, write: 0 }]);
    }
    await expectShown((await newLink({}, await ada.newEvent())).token);
    vi.setSystemTime(Date.now() + 60_000);
    expect((await view()).status).toBe(200);
    await block();
    expect((await view()).units).toEqual({ read: 2, write: 0 });
  });

  it('has a tag of what it shows, and is in no cache', async () => {
    const { token } = await newLink();
    const { tag } = await viewShared(token);
    const known = { 'if-none-match': tag };
    const [first, unchanged] = [await viewShared(token), await viewShared(token, known)];
    expect([unchanged.status, unchanged.text]).toEqual([304, '']);
    for (const { headers } of [first, unchanged]) expect(headers['cache-control']).toBe('no-store');
    const budget = await ada.newBudget(event, { note: 'A secret' });
    const changed = await viewShared(token, known);
    expect(changed.tag).not.toBe(tag);
    // What isn't shown changes no tag.
    await ada.updateBudget(budget, { note: 'Another one' });
    expect((await viewShared(token)).tag).toBe(changed.tag);
  });
});

it.each(bearers)('$name rejects the token of a share link', async (endpoint) => {
  const { link: token, requestOf } = await sameOwner();
  const { status, headers, text } = await call(endpoint.handler, { token, ...requestOf(endpoint) });
  expect([status, headers['www-authenticate'], text]).toEqual([401, 'Bearer', UNAUTHORIZED]);
});

describe('a share link', () => {
  const record = <Result>(work: () => Promise<Result>) => recorded(ada.token, event, work);
  const undo = (version = 0) => ada.undo({ ...event, version: String(version) });

  it('is of the owner’s session alone', async () => {
    const program = clientOf((await newAccessToken(ada.token)).token);
    expect((await program.createShareLink(event, { expires_on: dayIn(1) })).status).toBe(403);
    expect((await program.endShareLink(event)).status).toBe(403);
  });

  it('ends with the event’s deletion, and no restore brings it back', async () => {
    const { token } = await newLink();
    await ada.delete(event);
    expect(await itemOfLink(token)).toBeUndefined();
    await ada.restore(event);
    await expectEnded(token);
    expect(await linkSeenBy(ada)).toBeUndefined();
  });

  it('isn’t copied', async () => {
    await newLink();
    const { id } = await ada.copy(event, { event_date: dayIn(400) });
    expect((await itemOf(ada.token, { id }))?.['head']).not.toHaveProperty('share_link');
  });

  it('stays with every other write', async () => {
    const { token } = await newLink();
    await ada.updateBudget(await ada.newBudget(event), { amount: 3 });
    await ada.update(event, { guests: 5 });
    await ada.clearHistory(event);
    await expectShown(token);
  });

  it('is erased with its account', async () => {
    const { token } = await newLink();
    await ada.deleteAccount({ password: PASSWORD });
    await erase(accountIdOf(ada.token));
    expect(await itemOfLink(token)).toBeUndefined();
    await expectEnded(token);
  });

  it('is seen by its owner and all members who ask, while it works', async () => {
    const { owner, editor, viewer, event: shared } = await sharedClients();
    const at = { event_id: shared.id };
    const { expires_on } = await newShareLink(owner.token, at, { shows: 'categories' });
    for (const client of [owner, editor, viewer])
      expect(await linkSeenBy(client, shared)).toEqual({ expires_on, shows: 'categories' });
    const plain = await owner.view(shared);
    expect(plain.text).not.toContain('share_link');
    const { body, tag } = await owner.view(shared, { include: 'share_link,version' });
    expect(`"${Object(body.data).version}"`).toBe(plain.tag);
    expect(tag).not.toBe(plain.tag);
    await owner.logout({ everywhere: true });
    for (const client of [editor, viewer]) expect(await linkSeenBy(client, shared)).toBeUndefined();
  });

  it('isn’t brought back, nor ended, by an undo', async () => {
    await record(() => newLink());
    await record(() => ada.endShareLink(event));
    const [ended, created] = await historyOf(ada.token, event);
    for (const entry of [ended, created])
      expect((await undo(entry?.version)).codes).toEqual([409, 'version not_undoable']);
    expect(await linkSeenBy(ada)).toBeUndefined();
    const { token } = await newLink();
    await record(() => ada.update(event, { guests: 5 }));
    const [updated] = await historyOf(ada.token, event);
    expect((await undo(updated?.version)).status).toBe(200);
    await expectShown(token);
  });

  it('is in the history without any of its values, and its end if there was one', async () => {
    for (const write of [newLink, newLink, () => ada.endShareLink(event)])
      await record<unknown>(() => write());
    const entry = (change: string) => ({
      ...{ kind: 'share_link', change, id: Number(event.id), name: 'Summer party' },
    });
    expect((await historyOf(ada.token, event)).map(({ changes }) => changes)).toEqual([
      ...[[entry('deleted')], [entry('deleted'), entry('created')], [entry('created')]],
    ]);
  });
});
