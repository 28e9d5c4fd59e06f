import { beforeAll, describe, expect, it } from 'vitest';
import { csvBodies } from '../../../lib/http/csv-body.ts';
import { none } from '../../../lib/http/no-authentication.ts';
import type { Outcome } from '../../support/call.ts';
import { call } from '../../support/call.ts';
import { PROBES, probeOf } from '../../support/probes.ts';
import { newToken } from '../../support/service.ts';

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const MAX_BYTES = 65_536;

let token: string;
beforeAll(async () => {
  token = await newToken();
});

const rejectionIn = ({ status, body: { message, errors } }: Outcome) => {
  const [error] = errors ?? [];
  return [status, message, errors?.length, error?.field, error?.code, error?.message];
};

const NO_OBJECT = [400, 'invalid', 'Body must be a JSON object.'] as const;
const TOO_DEEP = [400, 'too_deep', 'Body must not be nested deeper than 16 levels.'] as const;
const BAD_KEY = [
  400,
  'invalid',
  'Body must not contain the keys __proto__, constructor, prototype.',
] as const;
const TOO_LARGE = [413, 'too_large', 'Body is too large (maximum is 65536 bytes).'] as const;

describe('a body', () => {
  it.each<[name: string, body: string | Buffer, rejection: readonly [number, string, string]]>([
    ['cut-off JSON', '{"name":', NO_OBJECT],
    ['a space', ' ', NO_OBJECT],
    ['null', 'null', NO_OBJECT],
    ['an array', '[]', NO_OBJECT],
    ['a string', '"x"', NO_OBJECT],
    ['a number', '1e999', NO_OBJECT],
    ['a form', 'name=x&event_date=2026-01-01', NO_OBJECT],
    ['nesting 17 deep', nested(17), TOO_DEEP],
    ['nesting 1,000 deep', nested(1_000), TOO_DEEP],
    ['an array 30,000 deep', '['.repeat(30_000), NO_OBJECT],
    ['the key __proto__', '{"__proto__":{"name":"x"},"x":1}', BAD_KEY],
    ['the key constructor', '{"constructor":{"prototype":{}}}', BAD_KEY],
    ['the key prototype', '{"prototype":1}', BAD_KEY],
    ['64 KiB and a byte', JSON.stringify({ x: 'x'.repeat(MAX_BYTES - 7) }), TOO_LARGE],
    ['64 KiB and a byte in base64', Buffer.from(JSON.stringify({ x: 'x'.repeat(MAX_BYTES - 7) })), TOO_LARGE],
    ['more that is not JSON', 'é'.repeat(MAX_BYTES / 2 + 1), TOO_LARGE],
    ['what is not UTF-8', Buffer.from('{"x":"é"}', 'latin1'), NO_OBJECT],
  ])('of %s is rejected', async (_, body, [status, ...error]) => {
    const isBytes = typeof body !== 'string';
    const sent = { body: isBytes ? body.toString('base64') : body, isBase64Encoded: isBytes };
    for (const { kind, handler } of PROBES) {
      const rejected = rejectionIn(await call(handler, { token, ...sent }));
      expect(rejected, kind).toEqual([status, 'Not tried', 1, 'body', ...error]);
    }
  });

  it.each<[name: string, body: unknown]>([
    ['none', undefined],
    ['an object', {}],
    ['nesting 16 deep', nested(16)],
    ['a key __proto__ inside of it', '{"x":{"__proto__":1}}'],
    ['64 KiB', JSON.stringify({ x: 'x'.repeat(MAX_BYTES - 8) })],
  ])('of %s is read, also in base64', async (_, body) => {
    const text = typeof body === 'object' ? JSON.stringify(body) : body;
    const bytes = typeof text === 'string' ? Buffer.from(text).toString('base64') : undefined;
    for (const { kind, handler } of PROBES) {
      expect((await call(handler, { token, body: text })).status, kind).toBe(200);
      expect((await call(handler, { token, body: bytes, isBase64Encoded: true })).status, kind).toBe(200);
    }
  });
});

/** A browser sends them without asking the service first. */
const UNASKED = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
const NEITHER = [
  ...['', ...UNASKED, 'text/plain; charset=application/json', 'text/plain;application/json'],
  ...['text/plain, application/json', 'application/jsonp', 'application/json, text/plain'],
];
const JSON_TYPES = [
  ...['application/json', 'application/json; charset=utf-8'],
  ...['Application/JSON ;x=y', ' application/json'],
];
const CSV_TYPES = ['text/csv', 'Text/CSV; charset=utf-8', 'application/vnd.ms-excel', 'application/csv'];

const csv = csvBodies({ list: 'rows', types: { name: 'text' }, required: [['name']], example: 'name\n' });

const takers = [
  ...PROBES.map(({ kind, handler }) => ({ name: `JSON, ${kind}`, handler, takesFiles: false })),
  { name: 'JSON and CSV', handler: probeOf(none, csv), takesFiles: true },
];

describe.each(takers)('a content type for a probe of $name', ({ handler, takesFiles }) => {
  const send = (type: string | undefined, headers: Record<string, string> = {}) =>
    call(handler, {
      ...{ token, body: '"' },
      headers: { ...(type !== undefined && { 'content-type': type }), ...headers },
    });

  it.each(['https://example.com', 'null'])(
    'of a page of %s is one for which it asks first',
    async (origin) => {
      const accepted = takesFiles ? 'application/json or text/csv' : 'application/json';
      const error = ['Content-Type', 'invalid', `Content-Type must be ${accepted}.`];
      for (const type of [undefined, ...NEITHER, ...(takesFiles ? [] : CSV_TYPES)])
        expect(rejectionIn(await send(type, { origin })), type).toEqual([415, 'Not tried', 1, ...error]);
      for (const type of [...JSON_TYPES, ...(takesFiles ? CSV_TYPES : [])])
        expect([400, 422], type).toContain((await send(type, { origin })).status);
      expect((await call(handler, { token, headers: { origin } })).status).toBe(200);
    },
  );

  it('of any other client does not count, except for a file', async () => {
    for (const type of [undefined, ...(takesFiles ? [] : [...NEITHER, ...CSV_TYPES])])
      expect((await send(type)).status, type).toBe(400);
    if (takesFiles) expect((await send('text/plain')).status).toBe(415);
  });
});
