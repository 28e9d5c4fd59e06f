import { readFileSync } from 'node:fs';
import {
  Client as NewestClient,
  StreamableHTTPClientTransport as NewestTransport,
} from '@modelcontextprotocol/client';
import { Client as EarlierClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as EarlierTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import * as z from 'zod/mini';
import { outputFile } from '../support/offline.ts';
import { dayIn, party } from '../support/service.ts';
import { newAccount } from './account.ts';

const MCP = new URL('/mcp', inject('origin'));
const INFO = { name: 'test', version: '1.0.0' };
const bearing = (token: string) => ({ requestInit: { headers: { authorization: `Bearer ${token}` } } });
const newest = (mode: 'legacy' | 'auto' | { pin: string }) => async (token: string) => {
  const client = new NewestClient(INFO, { versionNegotiation: { mode } });
  await client.connect(new NewestTransport(MCP, bearing(token)));
  return client;
};
const clients = {
  'the newest client': newest({ pin: '2026-07-28' }),
  'the newest client, which asks first': newest('auto'),
  'the newest client in its earlier mode': newest('legacy'),
  'the earlier client': async (token: string) => {
    const client = new EarlierClient(INFO);
    await client.connect(new EarlierTransport(MCP, bearing(token)));
    return client;
  },
};

const result = z.object({
  content: z.array(z.object({ text: z.string() })),
  isError: z.optional(z.boolean()),
});
const written = z.looseObject({ budgets: z.array(z.object({ id: z.int() })) });
const totals = z.object({ summary: z.object({ total_amount: z.number(), total_spent: z.number() }) });
const history = z.object({
  data: z.array(z.object({ version: z.int(), changes: z.array(z.object({ name: z.string() })) })),
  pending: z.optional(z.boolean()),
});

let session = '';
let reader = '';
let writer = '';
let event_id = 0;

beforeAll(async () => {
  const ada = await newAccount('Ada', 'ada.assistant@example.com');
  session = ada.token;
  const newToken = async (access: 'read' | 'write') => {
    const body = { password: ada.password, name: access, access, expires_on: dayIn(30) };
    return (await ada.POST('/account/tokens/create', { body })).data?.data.token ?? '';
  };
  [reader, writer] = [await newToken('read'), await newToken('write')];
  const { response } = await ada.POST('/events/create', { body: { ...party(), guests: 60 } });
  event_id = Number(response.headers.get('location')?.replace(/^.*\//, ''));
});

describe.each(Object.entries(clients))('%s', (_, connect) => {
  const connected = async (token: string) => {
    const client = await connect(token);
    return async (name: string, args: object = {}) => {
      const { content, isError = false } = result.parse(
        await client.callTool({ name, arguments: { event_id, ...args } }),
      );
      const [first, note = ''] = content.map(({ text }) => text);
      return { json: JSON.parse(String(first)), text: String(first), note, isError };
    };
  };

  it('lists what its token may do', async () => {
    const countOf = async (token: string) => (await (await connect(token)).listTools()).tools.length;
    expect([await countOf(reader), await countOf(writer)]).toEqual([6, 13]);
  });

  it('adds catering for 60 guests, pays the deposit, and undoes it', async () => {
    const use = await connected(writer);
    const found = await use('list_events');
    expect(found.text).toContain('"name":"Summer party"');
    const totalsOf = async () => totals.parse((await use('list_budgets')).json).summary;
    const { total_amount } = await totalsOf();
    const catering = { name: 'Catering', unit_amount: 42.5, per_guest: true };
    const keyed = { budgets: [catering], repeat_key: crypto.randomUUID() };
    const added = await use('add_budgets', keyed);
    const [budget] = written.parse(added.json).budgets;
    expect(added.text).toContain('"amount":2550.00');
    expect((await use('add_budgets', keyed)).note).toContain('nothing was done now');
    const pay = { budget_id: budget?.id, amount: 500, paid_on: '2027-03-01', note: 'Deposit' };
    expect((await use('create_payment', pay)).text).toContain('"spent":500.00');
    expect(await totalsOf()).toMatchObject({ total_amount: total_amount + 2550, total_spent: 500 });
    // The payment came last, so its write is the newest.
    const newest = async () => history.parse((await use('list_history')).json);
    await expect.poll(async () => (await newest()).pending).toBeUndefined();
    const undone = await use('undo', { version: (await newest()).data[0]?.version });
    expect([undone.isError, await totalsOf()]).toMatchObject([
      false,
      { total_amount: total_amount + 2550, total_spent: 0 },
    ]);
    const version = Number(/\d+/.exec(added.note)?.[0]);
    expect((await use('undo', { version, keep_changed: true })).text).toContain('"status":"success"');
    expect(await totalsOf()).toMatchObject({ total_amount, total_spent: 0 });
  });

  it('is told an error of the service, and which tokens are rejected', async () => {
    const use = await connected(writer);
    const missing = await use('get_event', { event_id: 1 });
    expect([missing.isError, missing.json.message]).toEqual([true, 'Event not found']);
    for (const [token, said] of [
      ['', /401|Unauthorized/],
      [`${writer}0`, /401|Unauthorized/],
      [session, /Create an access token|Insufficient scope/],
    ] as const)
      await expect(connect(token)).rejects.toThrow(said);
    const reading = await connected(reader);
    await expect(reading('update_event', { name: 'Mine' })).rejects.toThrow(
      /write access|Insufficient scope/,
    );
  });
});

it('20 writes at once each name their own version', async () => {
  const client = await newest('auto')(writer);
  const use = async (name: string, args: object) =>
    result.parse(await client.callTool({ name, arguments: { event_id, ...args } })).content;
  const names = Array.from({ length: 20 }, (_, n) => `Budget ${n}`);
  const named = await Promise.all(
    names.map(async (name) => {
      const [, note] = await use('add_budgets', { budgets: [{ name, amount: 1 }] });
      return [Number(/\d+/.exec(note?.text ?? '')?.[0]), name];
    }),
  );
  const recorded = async () => history.parse(JSON.parse((await use('list_history', {}))[0]?.text ?? ''));
  await expect.poll(async () => (await recorded()).pending).toBeUndefined();
  const entries = (await recorded()).data.map(({ version, changes }) => [version, changes[0]?.name]);
  expect(entries).toEqual(expect.arrayContaining(named));
});

it.each(['oauth-authorization-server', 'oauth-protected-resource', 'oauth-protected-resource/mcp'])(
  'no /.well-known/%s has clients forget their header',
  async (path) => {
    expect((await fetch(`${inject('origin')}/.well-known/${path}`)).status).toBe(404);
  },
);

it('answers in JSON whatever a client accepts, and logs one line with the tool but no token', async () => {
  const params = { name: 'undo', arguments: { event_id, version: 999 } };
  const answer = await fetch(MCP, {
    method: 'POST',
    headers: {
      ...{ authorization: `Bearer ${writer}`, accept: 'text/event-stream' },
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  const id = String(answer.headers.get('x-request-id'));
  const printed = () => readFileSync(outputFile(inject('serviceFolder')), 'utf8');
  const lines = () =>
    printed()
      .split('\n')
      .filter((line) => line.includes(id));
  await expect.poll(lines).toHaveLength(1);
  const route = 'ANY /events/{event_id}/history/undo/{version}';
  const logged = { route, tool: 'undo', method: 'POST', status: 404, account_id: expect.any(String) };
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject(logged);
  expect(printed()).not.toContain(writer.slice(4, 20));
});

it.each([
  ['mcp.json', 'mcpServers'],
  ['vscode-mcp.json', 'servers'],
])('examples/%s has an assistant connect', async (file, property) => {
  const server = z.object({ url: z.url(), headers: z.record(z.string(), z.string()) });
  const configured = z.looseObject({ [property]: z.object({ 'event-budget': server }) });
  const text = readFileSync(`examples/${file}`, 'utf8').replace(/\$\{[^}]+\}/, reader);
  const { [property]: servers } = configured.parse(JSON.parse(text));
  const { url, headers } = server.parse(servers?.['event-budget']);
  const client = new NewestClient(INFO);
  const here = new URL(new URL(url).pathname, inject('origin'));
  await client.connect(new NewestTransport(here, { requestInit: { headers } }));
  expect((await client.listTools()).tools).toHaveLength(6);
});
