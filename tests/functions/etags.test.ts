import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { etagOf } from '../../lib/http/etag.ts';
import { nextId } from '../../lib/id.ts';
import { MAX_BUDGETS } from '../../lib/plan/event.ts';
import { storedToken } from '../support/account.ts';
import { call, type Outcome } from '../support/call.ts';
import { type Client, clientOf, newClient } from '../support/client.ts';
import { bearers, type Endpoint } from '../support/endpoints.ts';
import { eventItem } from '../support/event-item.ts';
import { context, type GatewayRequest, gatewayRequest } from '../support/gateway.ts';
import { sameOwner } from '../support/owner.ts';
import { rejection } from '../support/rejections.ts';
import { catering, endpoints } from '../support/service.ts';
import { share } from '../support/sharing.ts';
import { putItem, rejected } from '../support/table.ts';

const { view, list, listMembers } = endpoints;

let ada: Client;
let event: { id: string };
let budgets: { event_id: string };
let budget: { event_id: string; id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
  budgets = { event_id: event.id };
  budget = await ada.newBudget(event, { due_date: '2027-06-30' });
});

const eventTag = async () => (await ada.view(event)).tag;
const budgetTag = async () => (await ada.viewBudget(budget)).tag;

/**
 * The endpoints that tell whether what they show has changed. The tests of the
 * calendar and of share links have theirs.
 */
const reads = bearers.filter(
  ({ method, contract }) => method === 'GET' && contract.headers && 'etag' in contract.headers,
);

const read = ({ handler, subject }: Endpoint, request: GatewayRequest = {}) => {
  const path = subject === 'events' ? event : budget;
  return handler(gatewayRequest('GET', { token: ada.token, path, ...request }), context());
};
const taggedBy = async (endpoint: Endpoint, request?: GatewayRequest): Promise<string> => {
  const { headers, statusCode } = await read(endpoint, request);
  expect(statusCode).toBe(200);
  return String(headers['etag']);
};
const statusWith = async (endpoint: Endpoint, etag: string, request?: GatewayRequest): Promise<number> =>
  (await read(endpoint, { ...request, headers: { 'if-none-match': etag } })).statusCode;

/** The writes that can be conditional. */
const writes = bearers.filter(({ contract }) => 'if-match' in (contract.input.headers?.shape ?? {}));

describe('If-None-Match', () => {
  it.each(reads)('$name: 304 with the tag and no body as long as it shows the same', async (endpoint) => {
    const etag = await taggedBy(endpoint);
    expect(etag).toMatch(/^"(?:\d+|[\w-]{22})"$/);
    for (const list of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await read(endpoint, { headers: { 'if-none-match': list } });
      expect([answer.statusCode, answer.headers['etag'], answer.body]).toEqual([304, etag, '']);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store' });
      expect(answer.headers).not.toHaveProperty('content-type');
    }
  });

  it.each(reads)('$name: the whole response with another tag', async (endpoint) => {
    for (const list of ['"other"', 'nothing', '']) expect(await statusWith(endpoint, list)).toBe(200);
  });

  it.each(reads.filter(({ subject }) => !['history', 'members', 'trash'].includes(subject)))(
    '$name: the whole response after a write to a budget',
    async (endpoint) => {
      const etag = await taggedBy(endpoint);
      await ada.updateBudget(budget, { amount: 7 });
      expect(await statusWith(endpoint, etag)).toBe(200);
    },
  );

  it('ignores If-Modified-Since', async () => {
    const headers = { 'if-modified-since': new Date(Date.now() + 1_000).toUTCString() };
    expect((await read(view, { headers })).statusCode).toBe(200);
  });

  it('shows nothing of another account', async () => {
    const stranger = await storedToken('6f4f2a2e-5a5f-4ac5-8e0c-6d5b8a3f6b11');
    expect(await statusWith(view, '*', { token: stranger })).toBe(404);
  });
});

describe('ETag', () => {
  it('of an event and its budgets changes with every write to either, that of a budget with its own alone', async () => {
    const ofBudget = await budgetTag();
    const tags = new Set([await eventTag()]);
    const note = async () => tags.add(await eventTag());
    await ada.update(event, { name: 'Ball' });
    await note();
    const second = await ada.newBudget(event);
    await note();
    await ada.deleteBudget(second);
    await note();
    expect(await budgetTag()).toBe(ofBudget);
    await ada.updateBudget(budget, { name: 'Choir' });
    await note();
    expect(tags.size).toBe(5);
    expect(await budgetTag()).not.toBe(ofBudget);
    expect((await ada.listBudgets(budgets)).tag).toBe(await eventTag());
  });

  it('of a write equals that of the next read', async () => {
    const created = await ada.create({ name: 'Ball', event_date: '2027-07-04' });
    expect((await ada.view({ id: created.id })).tag).toBe(created.tag);
    expect((await ada.update(event, { name: 'Ball' })).tag).toBe(await eventTag());
    const added = await ada.createBudget(budgets, catering());
    expect((await ada.viewBudget({ ...budgets, id: added.id })).tag).toBe(added.tag);
    expect((await ada.updateBudget(budget, { amount: 7 })).tag).toBe(await budgetTag());
  });
});

describe('the version in the summary', () => {
  const prefer = { prefer: 'return=representation' };
  const versionIn = ({ body }: Outcome) => z.object({ version: z.int() }).parse(body['summary']).version;

  it('is that of the event, so the next read of its list is 304 after one’s own writes', async () => {
    const list = await ada.listBudgets(budgets);
    const first = versionIn(list);
    expect(list.tag).toBe(etagOf(first));
    const own = await Promise.all([
      ada.updateBudget(budget, { amount: 7 }, prefer),
      ada.createBudget(budgets, catering(), prefer),
      ada.importBudgets(budgets, { budgets: [catering()] }, prefer),
    ]);
    const last = first + own.length;
    expect(Math.max(...own.map(versionIn))).toBe(last);
    expect(await statusWith(endpoints.listBudgets, etagOf(last))).toBe(304);
  });

  it('shows that somebody else wrote in between', async () => {
    const before = versionIn(await ada.listBudgets(budgets));
    await ada.update(event, { name: 'Ball' });
    expect(versionIn(await ada.deleteBudget(budget, undefined, prefer))).toBe(before + 2);
  });
});

const listed = z.array(z.object({ id: z.int() }));

describe('If-Match', () => {
  /** A write of somebody with one thing of each kind, and the tag that it requires. */
  const prepared = async (endpoint: Endpoint) => {
    const owner = await sameOwner();
    const { path, ...request } = owner.requestOf(endpoint);
    const ofBudget = /budgets\/(update|delete)|payments/.test(endpoint.path);
    const by = clientOf(owner.session);
    const on = { ...path, id: ofBudget ? path.budget_id : owner.event.id };
    const read = () => (ofBudget ? by.viewBudget(on) : by.view(on));
    const { tag } = await read();
    const send = (list: string) =>
      call(endpoint.handler, { token: owner.session, path, ...request, headers: { 'if-match': list } });
    const expectRejected = async (list: string, code: string, message: string) => {
      const { tag } = await read();
      const { status, text } = await rejected(() => send(list));
      const facts = { version: Number(tag.replaceAll('"', '')) };
      expect([status, text]).toEqual([412, rejection(endpoint.failure, 'If-Match', code, message, facts)]);
    };
    return { event: owner.event, by, tag, send, expectRejected };
  };

  it.each(writes)('$name: is done with the current tag, also in a list', async (endpoint) => {
    const { send, tag } = await prepared(endpoint);
    expect((await send(`"other", W/${tag}, ${tag}`)).status).toBeLessThan(300);
  });

  it.each(writes)('$name: 412 with any other tag', async (endpoint) => {
    const { expectRejected, tag, by, event } = await prepared(endpoint);
    const on = { event_id: event.id };
    for (const { id } of listed.parse((await by.listBudgets(on)).body.data))
      await by.updateBudget({ ...on, id: String(id) }, { note: 'Later' });
    const message = 'This was changed in the meantime. Load it again and repeat your change.';
    for (const list of [tag, `W/${tag}`, `W/"x", ${tag}`, '"x"', '""'])
      await expectRejected(list, 'changed', message);
  });

  it.each(writes)('$name: 412 with the current tag if it is weak', async (endpoint) => {
    const { expectRejected, tag } = await prepared(endpoint);
    const message = 'A weak tag never matches. Send the tag without the W/ prefix.';
    for (const list of [`W/${tag}`, `"x", W/"y",W/${tag}`]) await expectRejected(list, 'weak', message);
  });

  it.each(writes)('$name: * accepts any version', async (endpoint) => {
    expect((await (await prepared(endpoint)).send('*')).status).toBeLessThan(300);
  });

  it.each(writes)('$name: 400 with a malformed tag', async (endpoint) => {
    const { send } = await prepared(endpoint);
    for (const list of ['3', '"3', '*, *', ' ']) {
      const { status, body } = await rejected(() => send(list));
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'If-Match']);
    }
  });

  it.each(writes)('$name: 404 comes before 412', async (endpoint) => {
    const { send, by, event } = await prepared(endpoint);
    await by.delete(event);
    for (const list of ['"7"', '*']) expect((await rejected(() => send(list))).status).toBe(404);
  });

  it('a wrong token comes before a wrong header', async () => {
    const headers = { 'if-match': '3' };
    expect((await clientOf('x').update(event, {}, headers)).status).toBe(401);
  });

  it('412 comes before 409', async () => {
    const ownerId = 'e2a6d2c8-35a6-4a3d-9a32-1f6f1d0b8b21';
    const by = clientOf(await storedToken(ownerId));
    const eventId = nextId();
    await putItem(eventKey({ ownerId, eventId }), eventItem(eventId, MAX_BUDGETS));
    const add = (list: string) =>
      by.createBudget({ event_id: String(eventId) }, catering(), { 'if-match': list });
    expect((await add('"7"')).status).toBe(412);
    expect((await add('"1"')).status).toBe(409);
  });

  it('two editors of different budgets get no 412, the second one of the same budget does', async () => {
    const second = await ada.newBudget(event);
    const headers = { 'if-match': await budgetTag() };
    await ada.updateBudget(second, { amount: 1 });
    const change = (amount: number) => ada.updateBudget(budget, { amount }, headers);
    const statuses = (await Promise.all([change(1), change(2)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412]);
  });
});

describe('ETag of what no version counts', () => {
  it('of members and of events: another one after a new name of one, which changes no event', async () => {
    const member = await newClient();
    await share(ada.token, event, member.token, 'viewer');
    const [ofMembers, version] = [await taggedBy(listMembers), await eventTag()];
    const ofList = await taggedBy(list, { token: member.token });
    await member.updateAccount({ first_name: 'Grace' });
    expect([await statusWith(listMembers, ofMembers), await eventTag()]).toEqual([200, version]);
    expect(await statusWith(list, ofList, { token: member.token })).toBe(304);
    await ada.updateAccount({ first_name: 'Grace' });
    expect(await statusWith(list, ofList, { token: member.token })).toBe(200);
  });

  it('is that of the page, with its fields and its cursor, and matches no write', async () => {
    await ada.newEvent();
    const queries = [{}, { limit: '1' }, { limit: '1', cursor: event.id }, { include: 'version' }];
    const tags = await Promise.all(queries.map((query) => taggedBy(list, { query })));
    expect(new Set(tags).size).toBe(4);
    expect((await ada.update(event, { name: 'Ball' }, { 'if-match': String(tags[0]) })).status).toBe(412);
  });
});
