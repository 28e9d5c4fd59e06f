import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { handler } from '../../../functions/system/mcp.ts';
import { functions } from '../../../resources/functions.js';
import { asFunction } from '../../support/as-function.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { recorded } from '../../support/history.ts';
import {
  allBudgets,
  allEvents,
  newAccessToken,
  newBudget,
  newEvent,
  newToken,
} from '../../support/service.ts';

const [VERSION, EARLIER, EARLIEST] = ['2026-07-28', '2025-11-25', '2025-06-18'];
const VERSION_HEADER = 'mcp-protocol-version';
const _meta = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': {},
};
const ofEarliest = { [VERSION_HEADER]: EARLIEST };
const content = z._default(z.array(z.object({ text: z.string() })), []);
const tools = z._default(z.array(z.object({ name: z.string() })), []);
const reply = z.object({
  id: z.optional(z.unknown()),
  error: z.optional(z.looseObject({ code: z.int() })),
  result: z.optional(z.looseObject({ isError: z.optional(z.boolean()), content, tools })),
});

let session = '';
let token = '';
let reader = '';
let event = { id: '' };
let event_id = 0;

beforeAll(async () => {
  session = await newToken();
  ({ token } = await newAccessToken(session));
  ({ token: reader } = await newAccessToken(session, { access: 'read' }));
});
beforeEach(async () => {
  event = await newEvent(session, { limit_amount: 900 });
  event_id = Number(event.id);
});

/** Sends a body as it is. */
async function post(body: unknown, headers = {}, by = token, method = 'POST') {
  const request = gatewayRequest(method, { token: by, headers, body });
  const { statusCode: status, ...answer } = await asFunction('systemMcp', () => handler(request, context()));
  const isReply = answer.body.startsWith('{"jsonrpc"');
  return { status, ...answer, ...(isReply ? reply.parse(JSON.parse(answer.body)) : {}) };
}

/** Sends a request of the current revision. */
function ask(method: string, params: Record<string, unknown> = {}, headers = {}, by = token) {
  const usual = { [VERSION_HEADER]: VERSION, 'mcp-method': method, 'mcp-name': params['name'] };
  return post({ jsonrpc: '2.0', id: 1, method, params: { _meta, ...params } }, { ...usual, ...headers }, by);
}

/** Calls a tool. */
async function use(name: string, args: object = {}) {
  const { status, result } = await ask('tools/call', { name, arguments: args });
  const [text = '', note] = (result?.content ?? []).map((each) => each.text);
  return { status, isError: result?.isError ?? false, text, note };
}

describe('a message', () => {
  it('gets what its method asks for', async () => {
    const found = await ask('server/discover');
    expect([found.status, found.id, found.headers['content-type']]).toEqual([200, 1, 'application/json']);
    expect(found.result).toMatchObject({
      ...{ supportedVersions: [VERSION, EARLIER, EARLIEST], capabilities: { tools: {} } },
      ...{ resultType: 'complete', cacheScope: 'private', ttlMs: expect.any(Number) },
      _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'event-budget' } },
    });
    const list = await ask('tools/list');
    expect(list.result).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    expect(list.body.length).toBeLessThan(10_240);
  });

  it('lists only what its token may do', async () => {
    const { result } = await ask('tools/list', {}, {}, reader);
    const names = 'list_events get_event list_budgets list_payments get_summary list_history';
    expect(result?.tools.map(({ name }) => name)).toEqual(names.split(' '));
  });

  const named = (header: string, value?: string) => ({ [header]: value });
  it.each<[string, number, number, string, Record<string, unknown>, object]>([
    ['no version in a header', 400, -32020, 'tools/list', {}, named(VERSION_HEADER)],
    ['another version in a header', 400, -32020, 'tools/list', {}, named(VERSION_HEADER, EARLIER)],
    ['another method in a header', 400, -32020, 'tools/list', {}, named('mcp-method', 'tools/call')],
    ['another tool in a header', 400, -32020, 'tools/call', { name: 'undo' }, named('mcp-name', 'x')],
    ['no _meta', 400, -32602, 'tools/list', { _meta: undefined }, {}],
    ['a _meta that is text', 400, -32602, 'tools/list', { _meta: 'x' }, {}],
    ['an old version', 400, -32022, 'tools/list', { _meta: undefined }, named(VERSION_HEADER, '2024-11-05')],
    ['an unknown method', 404, -32601, 'prompts/list', {}, {}],
    ['a ping', 404, -32601, 'ping', {}, {}],
    ['an unknown tool', 400, -32602, 'tools/call', { name: 'delete_event' }, {}],
    ['a tool that every object has', 400, -32602, 'tools/call', { name: 'constructor' }, {}],
    ['arguments in a list', 400, -32602, 'tools/call', { name: 'list_events', arguments: [] }, {}],
  ])('with %s gets %i and %i', async (_, status, code, method, params, headers) => {
    const answer = await ask(method, params, headers);
    expect([answer.status, answer.error?.code, answer.id]).toEqual([status, code, 1]);
    const data = { supported: [VERSION, EARLIER, EARLIEST], requested: '2024-11-05' };
    if (code === -32022) expect(answer.error).toMatchObject({ data });
  });

  const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
  const text = JSON.stringify(ping);
  it.each<[string, unknown, number, number?]>([
    ['no JSON', '{', -32700],
    ['nothing', undefined, -32700],
    ['in UTF-16', Buffer.from(text, 'utf16le').toString('latin1'), -32700],
    ['too large', text.padEnd(65_537), -32700, 413],
    ['a batch', [ping], -32600],
    ['too deep', text.replace('1', '['.repeat(100) + ']'.repeat(100)), -32600],
    ['a prototype', text.replace('{', '{"__proto__":{},'), -32600],
    ['a response', { ...ping, method: undefined, result: {} }, -32600],
    ['of another JSON-RPC', { ...ping, jsonrpc: '1.0' }, -32600],
    ...[null, true, 1.5, [], {}, ['1'], 2 ** 53].map((id): [string, unknown, number] => [
      `of the id ${JSON.stringify(id)}`,
      { ...ping, id },
      -32600,
    ]),
  ])('that is %s is rejected', async (_, body, code, status = 400) => {
    const answer = await post(body, ofEarliest);
    expect([answer.status, answer.error?.code, answer.id]).toEqual([status, code, null]);
    const isTooLarge = answer.body.includes('too large (maximum is 65536 bytes)');
    expect(isTooLarge).toBe(status === 413);
  });

  it('without an id is a notification, which gets nothing', async () => {
    const { status, body } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' });
    expect([status, body]).toEqual([202, '']);
  });

  it('of an earlier revision needs no _meta', async () => {
    const send = (method: string, params = {}) => post({ ...ping, method, params }, ofEarliest);
    const begin = async (protocolVersion?: string) => (await send('initialize', { protocolVersion })).result;
    const begun = { protocolVersion: EARLIEST, capabilities: { tools: {} } };
    expect(await begin(EARLIEST)).toMatchObject(begun);
    expect(await begin('2024-11-05')).toMatchObject({ protocolVersion: EARLIER });
    expect((await send('ping')).status).toBe(200);
    expect((await send('tools/list')).result?.tools).toHaveLength(13);
    expect((await send('tools/call', { name: 'list_events' })).result).not.toHaveProperty('isError');
  });

  it('may encode the name of its tool', async () => {
    const encoded = named('mcp-name', `=?base64?${btoa('list_events')}?=`);
    expect((await ask('tools/call', { name: 'list_events' }, encoded)).status).toBe(200);
  });

  it.each(['GET', 'DELETE', 'PUT'])('of %s gets 405', async (method) => {
    const { status, headers } = await post(undefined, {}, '', method);
    expect([status, headers['allow']]).toEqual([405, 'POST']);
  });
});

describe('a token', () => {
  const SCOPE = 'Bearer error="insufficient_scope"';
  const INVALID = 'This requires a valid token. Log in again.';
  it.each<[string, () => string, number, string, string]>([
    ['a session', () => session, 403, SCOPE, 'Create an access token for a program.'],
    ['missing', () => '', 401, 'Bearer', INVALID],
    ['unknown', () => `ebt_${'0'.repeat(116)}`, 401, 'Bearer', INVALID],
  ])('that is %s is rejected before its message is judged', async (_, by, status, challenge, message) => {
    const bodies = ['{', { jsonrpc: '2.0', method: 'x' }, { jsonrpc: '2.0', id: 1, method: 'initialize' }];
    const answers = await Promise.all(bodies.map((body) => post(body, {}, by())));
    answers.push(await ask('tools/call', { name: 'list_events' }, {}, by()));
    for (const { status: given, headers, body } of answers) {
      expect([given, headers['www-authenticate']]).toEqual([status, challenge]);
      expect(JSON.parse(body).errors[0].message).toBe(message);
    }
  });

  it('that only reads gets 403 for a write', async () => {
    const write = { name: 'update_event', arguments: { event_id, name: 'Mine' } };
    const { status, headers } = await ask('tools/call', write, {}, reader);
    expect([status, headers['www-authenticate']]).toEqual([403, SCOPE]);
    expect((await allEvents(session))[0]?.name).toBe('Summer party');
  });
});

it('a web page must be of the service, of the app or of a listed origin if some are listed', async () => {
  const from = async (origin: string) =>
    (await ask('tools/call', { name: 'list_events' }, { origin, 'content-type': 'application/json' })).status;
  const [listed, other] = ['https://two.example.com', 'https://other.example.com'];
  expect(await from(other)).toBe(200);
  setVariable('CORS_ORIGINS', `https://one.example.com, ${listed}`);
  setVariable('SERVICE_URL', 'http://localhost:3000');
  for (const own of ['http://localhost:3000', 'http://127.0.0.1:3000', 'https://app.example.com', listed])
    expect(await from(own)).toBe(200);
  for (const rejected of ['null', 'http://localhost:3001', other]) expect(await from(rejected)).toBe(403);
  expect((await use('list_events')).status).toBe(200);
  resetVariables();
});

describe('a tool', () => {
  it('shows amounts as the service does, and no link', async () => {
    await newBudget(session, event, { name: 'Band', amount: 800, link: 'https://example.com/contract.pdf' });
    const { text, note } = await use('list_budgets', { event_id });
    expect(text).toContain('"amount":800.00,');
    expect([text.includes('example.com'), note]).toEqual([false, undefined]);
  });

  it('reports an error of the service as such', async () => {
    const text = expect.stringContaining('"message":"Event not found"');
    for (const id of [1, undefined, null, '1 ', '1e3', [event_id], { id: event_id }, true, 1.5, '__proto__'])
      expect(await use('get_event', { event_id: id })).toMatchObject({ status: 200, isError: true, text });
  });

  it('names the version of a write only if it is known', async () => {
    await newBudget(session, event, { name: 'Band' });
    const [budget] = await allBudgets(session, event);
    const same = { event_id, budget_id: budget?.id, name: budget?.name };
    expect((await use('update_budget', same)).note).toBe('Nothing was changed.');
    const changed = await use('update_budget', { ...same, name: 'Choir' });
    expect(changed.note).toMatch(/^To undo this, if it changed anything, call undo with version \d+\.$/);
    expect(await allBudgets(session, event)).toContainEqual({ ...budget, name: 'Choir' });
    expect((await use('create_payment', { ...same, amount: 1 })).note).toBe(
      '`list_history` shows its version.',
    );
  });

  it('adds a budget even if it names one that is there, and twice without a key', async () => {
    await newBudget(session, event, { name: 'Band' });
    const [budget] = await allBudgets(session, event);
    const add = { event_id, budgets: [{ ...budget, name: 'Tent' }] };
    for (const _ of 'twice') expect((await use('add_budgets', add)).text).toContain('"return_count":1');
    const names = (await allBudgets(session, event)).map(({ name }) => name);
    expect(names.sort()).toEqual(['Band', ...Array(5).fill('Tent')]);
  });

  it('updates no budget, and adds none, without the id of one', async () => {
    for (const budget_id of [undefined, null]) {
      const { isError, text } = await use('update_budget', { event_id, budget_id, name: 'Tent', amount: 5 });
      expect([isError, text]).toEqual([true, expect.stringContaining('"field":"budget_id"')]);
    }
    const keyed = await use('add_budgets', { event_id, budgets: [], repeat_key: '' });
    expect(keyed.text).toContain('"field":"repeat_key"');
    expect(await allBudgets(session, event)).toEqual([]);
  });

  it.each(['1.0000000000000000001', '1e400', '1e-400'])(
    'rejects %s, never clears a field',
    async (amount) => {
      const params = { name: 'update_event', arguments: { event_id, limit_amount: 0.5 } };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }).replace(
        '0.5',
        amount,
      );
      const { result } = await post(body, ofEarliest);
      expect(result).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('limit_amount') }],
      });
      expect((await use('get_event', { event_id })).text).toContain('"limit_amount":900.00');
    },
  );

  it('undoes a write as soon as it is recorded', async () => {
    let undoing: ReturnType<typeof use> | undefined;
    await recorded(session, event, async () => {
      const { note = '' } = await use('update_event', { event_id, name: 'Winter party' });
      undoing = use('undo', { event_id, version: Number(/\d+/.exec(note)?.[0]) });
    });
    expect((await undoing)?.text).toContain('"undone_count":1');
    expect((await allEvents(session))[0]?.name).toBe('Summer party');
  });

  it('gives nothing of the account, and no token', async () => {
    for (const name of ['list_events', 'get_summary', 'list_payments', 'list_history']) {
      const { text, isError } = await use(name, { event_id, include: 'share_link' });
      expect([isError, /eb[tcs]_|share_link|email/.test(text)], text).toEqual([false, false]);
    }
  });
});

it('its role is that of its tools, and no more', () => {
  const names =
    'eventsList eventsView eventsUpdate budgetsList budgetsImport budgetsDelete paymentsList paymentsCreate paymentsUpdate summaryView historyList historyUndo';
  const roleOf = (name: string) =>
    (functions[name]?.iamRoleStatements ?? []).map((each) => JSON.stringify(each));
  const role = roleOf('systemMcp');
  expect(role.sort()).toEqual([...new Set(names.split(' ').flatMap(roleOf))].sort());
  expect(role.join()).not.toMatch(/password_hash|factor|Invoke|LINK#|Delete|EMAIL#|ses:/);
});
