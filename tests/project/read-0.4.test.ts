import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { upgradeTable } from '../../build/upgrade.ts';
import { call } from '../support/call.ts';
import { clientOf } from '../support/client.ts';
import { endpointNamed } from '../support/endpoints.ts';
import { erase } from '../support/erase.ts';
import { historyOf, undo } from '../support/history.ts';
import { deliver } from '../support/mail.ts';
import { PASSWORD } from '../support/person.ts';
import { endpoints } from '../support/service.ts';
import { accept } from '../support/sharing.ts';
import { heldOf04, itemsOf04, readsOf04 } from '../support/table-of-0.4.ts';
import { restore } from '../support/trash.ts';
import { wholeTable } from '../support/whole-table.ts';

const { sessions, tokens, events, budgets, offers, mailed, keyed } = heldOf04;
const tokenOf = (who: string): string => z.string().parse({ ...sessions, ...tokens }[who]);
const [ada, grace, alan, mary] = ['ada', 'grace', 'alan', 'mary'].map(tokenOf);
const eventOf = (name: string) => ({ id: z.string().parse(events[name]) });
const table = wholeTable();

const owner = clientOf(String(ada));

const shownBudgets = z.array(z.looseObject({ id: z.int(), name: z.string() }));
const budgetsOf = async (event: { id: string }) =>
  shownBudgets.parse((await owner.listBudgets(event)).body.data);

/** A response without what differs now. */
function comparable(name: string, text: string): string {
  // Ownership offers have it.
  const before = text.replaceAll(/,"acceptable_from":"[^"]+"/g, '');
  if (name !== 'historyList') return before;
  // Histories show `paid` beside `paid_on`, and no entries without changes. Their readers change nothing.
  return before
    .replace('can change this event', 'can do this')
    .replaceAll('"paid":true,"paid_on"', '"paid_on"')
    .replaceAll(/,?\{"version":\d+,"at":"[^"]*","by":(?:null|\{[^}]*\}),"changes":\[\],"more":0\}/g, '')
    .replace('[,', '[')
    .replace(/"return_count":\d+/, '');
}

describe.each(['as version 0.4 left it', 'upgraded'])('a table %s', (state) => {
  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: heldOf04.now });
    await table.empty();
    await table.add(itemsOf04());
    if (state === 'upgraded') await upgradeTable({ wait: async () => undefined });
    return () => vi.useRealTimers();
  });

  it('responds to each read as 0.4 did', async () => {
    for (const { who, name, path, query, ...expected } of readsOf04) {
      const { handler } = endpointNamed(name);
      const { status, text } = await call(handler, { method: 'GET', token: tokenOf(who), path, query });
      expect({ who, name, path, query, status, text: comparable(name, text) }).toEqual({
        ...{ who, name, path, query, ...expected },
        text: comparable(name, expected.text),
      });
    }
  });

  it('keeps tokens, sessions, second factors and idempotency keys', async () => {
    expect((await owner.refresh()).status).toBe(200);
    const body = { name: 'Cups', amount: 1 };
    const create = async (who: string) =>
      (await clientOf(tokenOf(who)).createBudget(eventOf('plain'), body)).status;
    expect([await create('write'), await create('read')]).toEqual([201, 403]);
    const login = { username: 'joan@example.com', password: PASSWORD };
    const code = heldOf04.factor.recovery_code;
    expect((await owner.login(login)).status).toBe(403);
    expect((await owner.login({ ...login, code })).status).toBe(200);
    const { text, ...request } = keyed;
    const repeat = await call(endpoints.createBudget.handler, { token: ada, ...request });
    expect([repeat.isReplay, repeat.text]).toEqual([true, text]);
  });

  it('has mails sent that were on their way, and their links work', async () => {
    for (const mail of heldOf04.mails)
      expect([mail.kind, (await deliver(mail)).length]).toEqual([mail.kind, 1]);
    const verify = async (by: string | undefined, token: string) =>
      (await clientOf(String(by)).verifyEmail({ token })).status;
    expect([await verify(mary, mailed.verify), await verify(grace, mailed.change)]).toEqual([200, 200]);
    const body = { token: mailed.reset, password: 'a fair new passphrase' };
    expect((await call(endpoints.resetPassword.handler, { body })).status).toBe(200);
  });

  it('lets offers be accepted, but not too early', async () => {
    const early = await accept(String(alan), String(offers['fresh']));
    expect(early.codes).toEqual([409, 'invitation too_early']);
    expect((await accept(String(grace), String(offers['ready']))).status).toBe(200);
    const { body } = await clientOf(String(grace)).view(eventOf('ready'));
    expect(body.data).not.toHaveProperty('role');
  });

  it('lets a write be undone whose entry has several items', async () => {
    const large = eventOf('large');
    const [entry] = await historyOf(String(ada), large, { limit: '1' });
    expect(entry?.more).toBeGreaterThan(0);
    expect((await budgetsOf(large)).every(({ note }) => note === undefined)).toBe(true);
    expect((await undo(String(ada), large, entry?.version ?? 0)).body).toMatchObject({ undone_count: 72 });
    expect((await budgetsOf(large)).every(({ note }) => note === '中'.repeat(500))).toBe(true);
  });

  it('lets fractional quantities be changed, cleared and restored', async () => {
    const path = { event_id: eventOf('wedding').id, id: String(budgets['ribbon']) };
    const change = (body: object) => owner.updateBudget(path, body);
    const view = async () => (await owner.viewBudget(path)).body.data;
    await change({ note: 'Silk' });
    expect(await view()).toMatchObject({ amount: 40.5, unit_amount: 2, quantity: 20.25, note: 'Silk' });
    await change({ quantity: 2.25, note: null });
    expect(await view()).toMatchObject({ amount: 4.5, quantity: 2.25 });
    await change({ unit_amount: null, amount: 7 });
    expect(await view()).not.toHaveProperty('quantity');
    expect((await restore(String(ada), eventOf('off'))).status).toBe(200);
    expect(await budgetsOf(eventOf('off'))).toMatchObject([
      { amount: 25.25, unit_amount: 2.5, quantity: 10.1 },
    ]);
  });

  it('lets an account be erased that is being deleted', async () => {
    const { account_id } = heldOf04.erasure;
    expect(await erase(account_id)).toBe('erased');
    const keys = (await table.items()).map(({ PK }) => PK);
    expect(keys).not.toContain(`ACCOUNT#${account_id}`);
    expect(keys).not.toContain(`PERSON#${account_id}`);
  });
});
