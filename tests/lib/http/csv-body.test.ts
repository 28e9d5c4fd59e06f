import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Rejection } from '../../../lib/errors.ts';
import { csvBodies } from '../../../lib/http/csv-body.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';
import { none } from '../../../lib/http/no-authentication.ts';
import { problem } from '../../../lib/problem.ts';
import { BLANK } from '../../../lib/schema.ts';
import { context, type GatewayRequest, gatewayRequest } from '../../support/gateway.ts';
import { medians, timeOf } from '../../support/medians.ts';

const error = ({ input }: { input?: unknown }) =>
  input === undefined ? BLANK : problem('invalid', 'must be a number');
const amount = z.number({ error }).check(z.gte(0, { error: problem('negative', 'must not be negative') }));
const line = z.object({ name: z.string({ error: BLANK }), amount, due_day: z.optional(amount) });
const file = {
  list: 'lines',
  types: { name: 'text', amount: 'amount', due_day: 'amount' },
  required: [['name'], ['amount']],
  example: 'name,amount\n',
} as const;

const handler = endpoint({
  summary: 'Plan something',
  method: 'POST',
  route: '/',
  permissions: [],
  authentication: none,
  input: {
    query: z.object({ decimal: z.optional(z.enum(['.', ','])) }),
    body: z.object({ lines: z.array(line).check(z.minLength(1, { error: BLANK })) }),
  },
  bodies: csvBodies(file),
  success: 201,
  output: { lines: z.array(line) },
  errors: [],
  messages: { success: 'Planned', dryRun: 'Checked', failure: 'Failed' },
  handle: async ({ body }) => {
    if (body.lines[1]?.name === 'taken')
      throw new Rejection('invalid', { field: 'lines[1].name', problem: problem('taken', 'is taken') });
    return { body, ...(body.lines[0]?.name === 'dry' && { isDryRun: true }) };
  },
});

async function send(body: string | Buffer, type?: string, request: GatewayRequest = {}) {
  const headers = type === undefined ? {} : { 'content-type': type };
  const sent = typeof body === 'string' ? { body } : { body: body.toString('base64'), isBase64Encoded: true };
  const response = await handler(gatewayRequest('POST', { headers, ...sent, ...request }), context());
  return { status: response.statusCode, body: JSON.parse(response.body) };
}

const csv = (body: string | Buffer, request?: GatewayRequest) => send(body, 'text/csv', request);
const plan = 'name,amount\nBand,800.5\n';
const lines = [{ name: 'Band', amount: 800.5 }];

describe('a CSV body', () => {
  it.each<[name: string, body: string | Buffer, type: string]>([
    ['as text', plan, 'text/csv'],
    ['in base64 with a BOM', Buffer.from(`\ufeff${plan}`), 'text/csv'],
    ['with a charset', plan, 'Text/CSV ; charset=utf-8'],
    ['from Windows', plan, 'application/vnd.ms-excel'],
    ['of another program', plan, 'Application/CSV; charset=utf-8'],
  ])('%s is what it would be in JSON', async (_, body, type) => {
    const answered = { status: 'success', message: 'Planned', lines };
    expect(await send(body, type)).toEqual({ status: 201, body: answered });
  });

  it('may have decimal commas', async () => {
    const { body } = await csv('name;amount\nBand;800,5', { query: { decimal: ',' } });
    expect(body.lines).toEqual(lines);
  });

  it.each([
    ['in Latin-1', Buffer.from('name,amount\nCafé,1\n', 'latin1'), { field: 'body', code: 'invalid' }],
    ['that is empty', '', { line: 1, message: 'Line 1: Body must have a header row.' }],
    ['with a stray quote', 'name,amount\nBand,1\n5" pipe,1', { line: 3, field: 'body' }],
  ])('%s is rejected', async (_, body, error) => {
    const { status, body: answered } = await csv(body);
    expect([status, answered]).toMatchObject([400, { status: 'error', message: 'Failed', errors: [error] }]);
  });

  it('gets the errors of all lines, each once, with line and field', async () => {
    const { status, body } = await csv('name,amount,due_day\na,-1,\n,x,\n\nb,,"1,5,"\nc,1\n');
    const begins = (text: string) => expect.stringMatching(`^${text}`);
    expect([status, body.errors]).toEqual([
      422,
      [
        { line: 2, field: 'amount', code: 'negative', message: 'Line 2: Amount must not be negative.' },
        { line: 3, field: 'amount', code: 'invalid', message: begins('Line 3: Amount must be a number') },
        { line: 3, field: 'name', code: 'blank', message: "Line 3: Name can't be blank." },
        { line: 5, field: 'due_day', code: 'invalid', message: begins('Line 5: Due day must be a number') },
        { line: 5, field: 'amount', code: 'blank', message: "Line 5: Amount can't be blank." },
      ],
    ]);
  });

  it('gets the errors of its header row alone', async () => {
    const { status, body } = await csv('name,colour,$$,colour\na,b,c\n');
    const known = /^Line 1: Colour is not a column \(columns are name, amount, due_day\)\. To read/;
    expect([status, body.errors]).toMatchObject([
      422,
      [
        { line: 1, field: 'colour', code: 'invalid', message: expect.stringMatching(known) },
        { line: 1, field: '$$', code: 'invalid', message: 'Line 1: $$ is not a column.' },
        { line: 1, field: 'amount', code: 'blank', message: 'Line 1: Amount must be a column.' },
      ],
    ]);
  });

  it.each(['nr.', 'price incl. vat', '3.4.2027', 'price [eur]'])(
    'names a column %j that it does not know',
    async (name) => {
      const { body } = await csv(`name,amount,${name}\na,1,b\n`);
      const named = `Line 1: ${name[0]?.toUpperCase()}${name.slice(1)} is not a column (columns are `;
      expect(body.errors).toMatchObject([{ message: expect.stringContaining(named) }]);
    },
  );

  it('without rows is as an empty list', async () => {
    const { body } = await csv('name,amount\n');
    expect(body.errors).toEqual([{ field: 'lines', code: 'blank', message: "Lines can't be blank." }]);
  });

  it('gets at most 100 errors, those of the first lines', async () => {
    const { body } = await csv(`name,amount\n${'a,-1\n'.repeat(300)}`);
    expect([body.errors.length, body.errors[0].line, body.errors[99].line]).toEqual([100, 2, 101]);
  });

  it('with 60,000 unknown columns takes not much longer than with as many cells', async () => {
    const names = Array.from({ length: 60_000 }, (_, n) => n.toString(36));
    const [, { ratio = 0 } = {}] = await medians(3, {
      cells: () => timeOf(() => csv(`name,amount\n${names.join(',')}`)),
      columns: () => timeOf(() => csv(names.join(','))),
    });
    expect(ratio).toBeLessThan(4);
  });

  it('gets errors with line and field also from the operation', async () => {
    const { status, body } = await csv('name,amount\na,1\n\ntaken,1\n');
    const error = { line: 4, field: 'name', code: 'taken', message: 'Line 4: Name is taken.' };
    expect([status, body.errors]).toEqual([422, [error]]);
  });

  it('has at most 256 KiB', async () => {
    const { status, body } = await csv('x'.repeat(262_145));
    expect([status, body.errors[0].message]).toEqual([413, 'Body is too large (maximum is 262144 bytes).']);
    expect((await csv('x'.repeat(262_144))).status).toBe(422);
  });
});

it.each<[type: string | undefined, status: number]>([
  [undefined, 201],
  ['', 201],
  ['Application/JSON; charset=utf-8', 201],
  ['text/plain', 415],
  ['application/vnd.ms-excel.sheet', 415],
  ['text/csv, text/csv', 415],
  ['constructor', 415],
])('JSON of the content type %j responds %d', async (type, status) => {
  expect((await send(JSON.stringify({ lines }), type)).status).toBe(status);
});

it('a dry run has a status and a message of its own', async () => {
  const { status, body } = await csv('name,amount\ndry,1\n');
  expect([status, body.message]).toEqual([200, 'Checked']);
});

it('a file that is made for the caller is served with its headers, or 304', async () => {
  const download = endpoint({
    summary: 'Get a plan',
    method: 'GET',
    route: '/',
    permissions: [],
    authentication: none,
    input: {},
    success: 200,
    serves: 'text/csv; charset=utf-8',
    headers: { etag: 'Version' },
    errors: [],
    messages: { failure: 'Failed' },
    handle: async () => ({ text: () => '\ufeffname\r\n', headers: { etag: '"1"' } }),
  });
  const get = (headers: Record<string, string>) => download(gatewayRequest('GET', { headers }), context());
  expect(await get({})).toMatchObject({
    statusCode: 200,
    headers: { 'content-type': 'text/csv; charset=utf-8', etag: '"1"', 'cache-control': 'no-store' },
    body: '\ufeffname\r\n',
  });
  expect(await get({ 'if-none-match': '"1"' })).toMatchObject({ statusCode: 304, body: '' });
});
