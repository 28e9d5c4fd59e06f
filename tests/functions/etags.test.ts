import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { etagOf } from '../../lib/http/etag.ts';
import { nextId } from '../../lib/id.ts';
import { MAX_BUDGETS } from '../../lib/plan/event.ts';
import { storedToken } from '../support/account.ts';
import { call, type Outcome } from '../support/call.ts';
import { bearers, type Endpoint } from '../support/endpoints.ts';
import { eventItem } from '../support/event-item.ts';
import { context, type GatewayRequest, gatewayRequest } from '../support/gateway.ts';
import { sameOwner } from '../support/owner.ts';
import { putItem } from '../support/put-items.ts';
import { rejected } from '../support/rejected.ts';
import { rejection } from '../support/rejections.ts';
import { catering, endpoints, newBudget, newEvent, newToken } from '../support/service.ts';
import { share } from '../support/sharing.ts';

const { view, update, listBudgets, viewBudget, createBudget, updateBudget, deleteBudget, importBudgets } =
  endpoints;
const remove = endpoints.delete;

let token: string;
let event: { id: string };
let budgets: { event_id: string };
let budget: { event_id: string; id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
  budgets = { event_id: event.id };
  budget = await newBudget(token, event, { due_date: '2027-06-30' });
});

const eventTag = async () => (await call(view.handler, { method: 'GET', token, path: event })).tag;
const budgetTag = async () => (await call(viewBudget.handler, { method: 'GET', token, path: budget })).tag;

/**
 * The endpoints that tell whether what they show has changed. The tests of the
 * calendar and of share links have theirs.
 */
const reads = bearers.filter(
  ({ method, contract }) => method === 'GET' && contract.headers && 'etag' in contract.headers,
);

const read = ({ handler, subject }: Endpoint, request: GatewayRequest = {}) => {
  const path = subject === 'events' ? event : budget;
  return handler(gatewayRequest('GET', { token, path, ...request }), context());
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
      await call(updateBudget.handler, { token, path: budget, body: { amount: 7 } });
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
  it('of an event and its budgets changes with every write to either', async () => {
    const tags = new Set([await eventTag()]);
    const note = async () => tags.add(await eventTag());
    await call(update.handler, { token, path: event, body: { name: 'Ball' } });
    await note();
    await call(updateBudget.handler, { token, path: budget, body: { name: 'Choir' } });
    await note();
    const second = await newBudget(token, event);
    await note();
    await call(deleteBudget.handler, { token, path: second });
    await note();
    expect(tags.size).toBe(5);
    const list = await call(listBudgets.handler, { method: 'GET', token, path: budgets });
    expect(list.tag).toBe(await eventTag());
  });

  it('of a budget changes with its own writes alone', async () => {
    const before = await budgetTag();
    await newBudget(token, event);
    await call(update.handler, { token, path: event, body: { name: 'Ball' } });
    expect(await budgetTag()).toBe(before);
    await call(updateBudget.handler, { token, path: budget, body: { amount: 7 } });
    expect(await budgetTag()).not.toBe(before);
  });

  it('of a write equals that of the next read', async () => {
    const created = await call(endpoints.create.handler, {
      token,
      body: { name: 'Ball', event_date: '2027-07-04' },
    });
    const path = { id: String(created.headers['location']).replace('/events/view/', '') };
    expect((await call(view.handler, { method: 'GET', token, path })).tag).toBe(created.tag);
    expect((await call(update.handler, { token, path: event, body: { name: 'Ball' } })).tag).toBe(
      await eventTag(),
    );
    const added = await call(createBudget.handler, { token, path: budgets, body: catering() });
    const addedPath = { ...budgets, id: String(added.headers['location']).replace(/.*\//, '') };
    const shown = await call(viewBudget.handler, { method: 'GET', token, path: addedPath });
    expect(shown.tag).toBe(added.tag);
    const changed = await call(updateBudget.handler, { token, path: budget, body: { amount: 7 } });
    expect(changed.tag).toBe(await budgetTag());
  });
});

describe('the version in the summary', () => {
  const prefer = { prefer: 'return=representation' };
  const shownBy = async (list: Promise<Outcome>) => {
    const { body, headers } = await list;
    return { version: z.object({ version: z.int() }).parse(body['summary']).version, headers };
  };
  const listed = () => shownBy(call(listBudgets.handler, { method: 'GET', token, path: budgets }));

  it('is that of the event, so the next read of its list is 304 after one’s own writes', async () => {
    const { version: first, headers } = await listed();
    expect(headers['etag']).toBe(etagOf(first));
    const own = [
      call(updateBudget.handler, { token, path: budget, headers: prefer, body: { amount: 7 } }),
      call(createBudget.handler, { token, path: budgets, headers: prefer, body: catering() }),
      call(importBudgets.handler, { token, path: budgets, headers: prefer, body: { budgets: [catering()] } }),
    ];
    const versions = await Promise.all(own.map(async (write) => (await shownBy(write)).version));
    const last = first + own.length;
    expect(Math.max(...versions)).toBe(last);
    const request = { token, path: budgets, headers: { 'if-none-match': etagOf(last) } };
    expect((await listBudgets.handler(gatewayRequest('GET', request), context())).statusCode).toBe(304);
  });

  it('shows that somebody else wrote in between', async () => {
    const { version: before } = await listed();
    await call(update.handler, { token, path: event, body: { name: 'Ball' } });
    const removed = call(deleteBudget.handler, { token, path: budget, headers: prefer });
    expect((await shownBy(removed)).version).toBe(before + 2);
  });
});

const listed = z.array(z.object({ id: z.int() }));

describe('If-Match', () => {
  /** A write of somebody with one thing of each kind, and the tag that it requires. */
  const prepared = async (endpoint: Endpoint) => {
    const owner = await sameOwner();
    const { path, ...request } = owner.requestOf(endpoint);
    const ofBudget = /budgets\/(update|delete)|payments/.test(endpoint.path);
    const [read, id] = ofBudget ? [viewBudget, path.budget_id] : [view, owner.event.id];
    const shown = await call(read.handler, { method: 'GET', token: owner.session, path: { ...path, id } });
    const send = (list: string) =>
      call(endpoint.handler, { token: owner.session, path, ...request, headers: { 'if-match': list } });
    return { ...owner, tag: shown.tag, send };
  };
  const expectRejected = async (
    send: () => Promise<Outcome>,
    failure: string,
    code: string,
    message: string,
  ) => {
    const { status, text } = await rejected(send);
    expect([status, text]).toEqual([412, rejection(failure, 'If-Match', code, message)]);
  };

  it.each(writes)('$name: is done with the current tag, also in a list', async (endpoint) => {
    const { send, tag } = await prepared(endpoint);
    expect((await send(`"other", W/${tag}, ${tag}`)).status).toBeLessThan(300);
  });

  it.each(writes)('$name: 412 with any other tag', async (endpoint) => {
    const { send, tag, session, event } = await prepared(endpoint);
    const { body } = await call(listBudgets.handler, {
      method: 'GET',
      token: session,
      path: { event_id: event.id },
    });
    for (const { id } of listed.parse(body.data)) {
      const path = { event_id: event.id, id: String(id) };
      await call(updateBudget.handler, { token: session, path, body: { note: 'Later' } });
    }
    const message = 'This was changed in the meantime. Load it again and repeat your change.';
    for (const list of [tag, `W/${tag}`, `W/"x", ${tag}`, '"x"', '""'])
      await expectRejected(() => send(list), endpoint.failure, 'changed', message);
  });

  it.each(writes)('$name: 412 with the current tag if it is weak', async (endpoint) => {
    const { send, tag } = await prepared(endpoint);
    const message = 'A weak tag never matches. Send the tag without the W/ prefix.';
    for (const list of [`W/${tag}`, `"x", W/"y",W/${tag}`])
      await expectRejected(() => send(list), endpoint.failure, 'weak', message);
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
    const { send, session, event } = await prepared(endpoint);
    await call(remove.handler, { token: session, path: event });
    for (const list of ['"7"', '*']) expect((await rejected(() => send(list))).status).toBe(404);
  });

  it('a wrong token comes before a wrong header', async () => {
    const headers = { 'if-match': '3' };
    expect((await call(update.handler, { token: 'x', path: event, headers, body: {} })).status).toBe(401);
  });

  it('412 comes before 409', async () => {
    const ownerId = 'e2a6d2c8-35a6-4a3d-9a32-1f6f1d0b8b21';
    token = await storedToken(ownerId);
    const eventId = nextId();
    await putItem(eventKey({ ownerId, eventId }), eventItem(eventId, MAX_BUDGETS));
    const path = { event_id: String(eventId) };
    const add = (list: string) =>
      call(createBudget.handler, { token, path, headers: { 'if-match': list }, body: catering() });
    expect((await add('"7"')).status).toBe(412);
    expect((await add('"1"')).status).toBe(409);
  });

  it('two editors of different budgets get no 412', async () => {
    const second = await newBudget(token, event);
    const headers = { 'if-match': await budgetTag() };
    await call(updateBudget.handler, { token, path: second, body: { amount: 1 } });
    expect(
      (await call(updateBudget.handler, { token, path: budget, headers, body: { amount: 2 } })).status,
    ).toBe(200);
  });

  it('the second of two editors of one budget gets 412', async () => {
    const headers = { 'if-match': await budgetTag() };
    const change = (amount: number) =>
      call(updateBudget.handler, { token, path: budget, headers, body: { amount } });
    const statuses = (await Promise.all([change(1), change(2)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412]);
  });
});

describe('ETag of what no version counts', () => {
  const { list, listMembers, updateAccount } = endpoints;

  it('of members: another one after a new name of one, which changes no event', async () => {
    const member = await newToken();
    await share(token, event, member, 'viewer');
    const [etag, version] = [await taggedBy(listMembers), await eventTag()];
    await call(updateAccount.handler, { token: member, body: { first_name: 'Grace' } });
    expect([await statusWith(listMembers, etag), await eventTag()]).toEqual([200, version]);
  });

  it('of events: another one after a new name of the owner', async () => {
    const member = await newToken();
    await share(token, event, member, 'viewer');
    const etag = await taggedBy(list, { token: member });
    expect(await statusWith(list, etag, { token: member })).toBe(304);
    await call(updateAccount.handler, { token, body: { first_name: 'Grace' } });
    expect(await statusWith(list, etag, { token: member })).toBe(200);
  });

  it('is that of the page, with its fields and its cursor', async () => {
    await newEvent(token);
    const queries = [{}, { limit: '1' }, { limit: '1', cursor: event.id }, { include: 'version' }];
    const tags = await Promise.all(queries.map((query) => taggedBy(list, { query })));
    expect(new Set(tags).size).toBe(4);
  });

  it('matches no write', async () => {
    const headers = { 'if-match': await taggedBy(list) };
    expect((await call(update.handler, { token, path: event, headers, body: { name: 'Ball' } })).status).toBe(
      412,
    );
  });
});
