import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import bcrypt from 'bcryptjs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { countSignup } from '../../../lib/accounts/limits.ts';
import { hashPassword, passwordMatches } from '../../../lib/auth/passwords.ts';
import { invokeLater } from '../../../lib/aws/invoke.ts';
import { deleteBatch } from '../../../lib/dynamodb/batch-delete.ts';
import { Delete, exists, Put, Update } from '../../../lib/dynamodb/changes.ts';
import { getItem, queryOnce } from '../../../lib/dynamodb/items.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { Rejection } from '../../../lib/errors.ts';
import {
  type Authentication,
  type Caller,
  optionalSession,
  session,
} from '../../../lib/http/authentication.ts';
import { endpoint } from '../../../lib/http/endpoint.ts';
import { none } from '../../../lib/http/no-authentication.ts';
import { sendMail } from '../../../lib/mail/send-mail.ts';
import { call, type Handler } from '../../support/call.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { gateToDatabase } from '../../support/proxied-database.ts';
import { deposit, endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';
import { tableContent } from '../../support/table.ts';

const database = await gateToDatabase();

let mails = 0;
const ses = createServer((_, response) => {
  mails += 1;
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"MessageId":"x"}');
}).listen(0, '127.0.0.1');
await once(ses, 'listening');
process.env['AWS_ENDPOINT_URL_SESV2'] = `http://127.0.0.1:${(ses.address() as AddressInfo).port}`;
afterAll(() => {
  ses.closeAllConnections();
  ses.close();
});

const withoutCall = AsyncLocalStorage.snapshot();

const compare = vi.spyOn(bcrypt, 'compare');
const hash = vi.spyOn(bcrypt, 'hash');
const key = { PK: 'PERMISSION', SK: 'TEST' };
const other = { PK: 'PERMISSION', SK: 'OTHER' };
const isThere = (item: typeof key) => new Update(item).require(exists(['PK'])).set(['changed'], true);

/** All that a call may do besides reading the table, each with something to show for it. */
const deeds: Record<string, () => Promise<unknown>> = {
  'put an item': () => send(new Put(key, { put: true })),
  'change an item': () => send(isThere(other)),
  'delete an item': () => send(new Delete(other)),
  'make a transaction': () => send(new Put(key, { put: true }), isThere(other)),
  'delete a batch': () => deleteBatch([other]),
  'count an attempt': () => countSignup('192.0.2.9'),
  'invoke a function': () => invokeLater('a-function', {}),
  'send a mail': () => sendMail({ to: 'ada@example.com', subject: 'x', text: 'x' }),
  'compare a password': () => passwordMatches('correct horse', undefined),
  'hash a password': () => hashPassword('correct horse'),
};

/** What there is to show for the deeds. */
const state = async () => ({
  table: await tableContent(),
  invocations: takeInvocations().length,
  mails,
  hashes: compare.mock.calls.length + hash.mock.calls.length,
});

const contract = {
  summary: 'Do something',
  method: 'POST',
  route: '/',
  permissions: [],
  input: { body: z.optional(z.object({ count: z.int() })) },
  success: 200,
  errors: [404],
  messages: { failure: 'Nothing was done' },
} as const;

/** An endpoint, and what becomes of its work. */
const working = (work: () => Promise<unknown>) => workingFor(session, work);

function workingFor<Who extends Caller | undefined>(
  authentication: Authentication<Who>,
  work: () => Promise<unknown>,
) {
  const ended = Promise.withResolvers<unknown>();
  const handler = endpoint({
    ...contract,
    authentication,
    handle: async () => {
      await work().then(() => ended.resolve('done'), ended.resolve);
      return {};
    },
  });
  return { handler, ended: ended.promise };
}

const statusOf = async (handler: Handler, token?: string, body?: unknown, remainingMs?: number) =>
  (await handler(gatewayRequest('POST', { token, body }), context(remainingMs))).statusCode;

let living: string;
let ended: string;
beforeAll(async () => {
  living = await newToken();
});
// Of another account each time: nothing begins beside the next check of one that was rejected.
beforeEach(async () => {
  ended = await newToken();
  await call(endpoints.logout.handler, { token: ended });
});

beforeAll(() => send(new Put(other, {})));
afterEach(async () => {
  database.open();
  await send(new Put(other, {}));
  await send(new Delete(key));
});

describe.each(Object.entries(deeds))('to %s', (_, deed) => {
  /** Whether there is more to show than before. */
  async function isDone(work: () => Promise<unknown>): Promise<boolean> {
    takeInvocations();
    const before = await state();
    await work();
    return JSON.stringify(await state()) !== JSON.stringify(before);
  }

  it('takes a session that lives', async () => {
    const { handler, ended } = working(deed);
    expect(await isDone(async () => expect(await statusOf(handler, living)).toBe(200))).toBe(true);
    expect(await ended).toBe('done');
  });

  it('is rejected if the session has ended', async () => {
    const { handler, ended: outcome } = working(deed);
    const rejected = isDone(async () => {
      expect(await statusOf(handler, ended)).toBe(401);
      expect(await outcome).toBeInstanceOf(Error);
    });
    expect(await rejected).toBe(false);
  });

  it.each([
    ['needs no token', workingFor(none, deed)],
    ['requires none', workingFor(optionalSession, deed)],
  ])('is granted to an endpoint that %s', async (_, { handler }) => {
    expect(await isDone(async () => expect(await statusOf(handler)).toBe(200))).toBe(true);
  });

  it('is rejected before the caller is known, and to the check of the session', async () => {
    const inCheck = { ...session, requireSession: async () => void (await deed()) };
    const before = {
      ...session,
      authenticate: async (...given: Parameters<typeof session.authenticate>) => {
        await deed();
        return session.authenticate(...given);
      },
    };
    for (const authentication of [inCheck, before]) {
      const { handler } = workingFor(authentication, async () => undefined);
      expect(await isDone(async () => expect(await statusOf(handler, living)).toBe(500))).toBe(false);
    }
  });

  it('is rejected without a call', async () => {
    expect(await isDone(() => expect(withoutCall(deed)).rejects.toThrow())).toBe(false);
  });
});

it('a read of the table needs no permission', async () => {
  const query = { KeyConditionExpression: 'PK = :pk', ExpressionAttributeValues: { ':pk': key.PK } };
  expect(await withoutCall(() => getItem(other))).toEqual(other);
  expect(await withoutCall(() => queryOnce(query))).toEqual([other]);
});

/** Whether a request asks for a session. */
const isCheck = ({ body }: { body: string }): boolean => body.includes('"sessions"');

describe('a session that has ended', () => {
  it('is answered at once, whatever the work does', async () => {
    const { handler } = working(() => new Promise(() => undefined));
    expect(await statusOf(handler, ended)).toBe(401);
  });

  it('aborts what the work reads', async () => {
    database.before = (request) => (isCheck(request) ? undefined : new Promise(() => undefined));
    const { handler, ended: outcome } = working(() => getItem(other));
    expect(await statusOf(handler, ended)).toBe(401);
    expect(await outcome).toMatchObject({ name: 'AbortError' });
  });

  it('is answered before what is wrong with the request', async () => {
    const { handler } = working(async () => undefined);
    expect(await statusOf(handler, ended, { count: 'x' })).toBe(401);
    expect(await statusOf(handler, living, { count: 'x' })).toBe(422);
    expect(await statusOf(handler, ended, '{')).toBe(401);
    expect(await statusOf(handler, living, '{')).toBe(400);
  });

  it('is answered before what the work throws, also at once', async () => {
    const handle = () => {
      throw new Rejection('not_found');
    };
    const handler = endpoint({ ...contract, authentication: session, handle });
    expect(await statusOf(handler, ended)).toBe(401);
    expect(await statusOf(handler, living)).toBe(404);
  });

  it('is no failure of what the work was about to use', async () => {
    const { handler, ended: outcome } = working(() => invokeLater('a-function', {}));
    expect(await statusOf(handler, ended)).toBe(401);
    expect(await outcome).toMatchObject({ reason: 'unauthorized' });
  });
});

describe('a check of the session that fails', () => {
  it('permits nothing', async () => {
    database.before = (request) => (isCheck(request) ? 'lose' : undefined);
    const { handler, ended: outcome } = working(() => send(new Put(key, {})));
    expect(await statusOf(handler, living)).toBe(503);
    expect(await outcome).toMatchObject({ name: 'DatabaseUnavailableError' });
    database.open();
    expect(await getItem(key)).toBeUndefined();
  });

  it('permits nothing once the call is out of time', async () => {
    const goOn = Promise.withResolvers<void>();
    database.before = (request) => (isCheck(request) ? goOn.promise : undefined);
    const { handler, ended: outcome } = working(() => send(new Put(key, {})));
    expect(await statusOf(handler, living, undefined, 600)).toBe(503);
    goOn.resolve();
    expect(await outcome).toMatchObject({ name: 'AbortError' });
    expect(await getItem(key)).toBeUndefined();
  });
});

it('a call that is out of time begins nothing more, not even what nobody can abort', async () => {
  const goOn = Promise.withResolvers<void>();
  const { handler, ended: outcome } = working(async () => {
    await goOn.promise;
    await hashPassword('correct horse');
  });
  hash.mockClear();
  expect(await statusOf(handler, living, undefined, 600)).toBe(503);
  goOn.resolve();
  expect(await outcome).toMatchObject({ name: 'AbortError' });
  expect(hash).not.toHaveBeenCalled();
});

describe('a write that reads first', () => {
  let requests: string[];
  let path: { event_id: string; budget_id: string };
  let token: string;
  const pay = () => call(endpoints.createPayment.handler, { token, path, body: deposit() });

  /** Sends a payment whose session is not checked before `until`, once its event was read. */
  async function payAfter(until: () => Promise<unknown>) {
    token = await newToken();
    const { event_id, id } = await newBudget(token, await newEvent(token), { spent: 0 });
    path = { event_id, budget_id: id };
    requests = [];
    const read = Promise.withResolvers<void>();
    let isFirst = true;
    database.before = async (request) => {
      const { operation } = request;
      if (!isCheck(request) || !isFirst) return void requests.push(operation);
      isFirst = false;
      await read.promise;
      await until();
    };
    database.after = ({ operation }) => (operation === 'GetItem' ? read.resolve() : undefined);
    return pay();
  }

  it('reads while the session is checked', async () => {
    const { status } = await payAfter(async () => requests.push('the check'));
    expect(status).toBe(201);
    expect(requests).toEqual(['GetItem', 'the check', 'UpdateItem']);
  });

  it('leaves nothing if the session ended after the read', async () => {
    let left: unknown;
    const { status } = await payAfter(async () => {
      await call(endpoints.logout.handler, { token });
      left = await tableContent();
      requests = [];
    });
    expect(status).toBe(401);
    expect(await tableContent()).toEqual(left);
    expect(requests).toEqual(['Scan']);
  });
});
