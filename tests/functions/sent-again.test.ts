import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { verifySessionToken } from '../../lib/auth/session-tokens.ts';
import { MAX_ROUNDS } from '../../lib/dynamodb/send.ts';
import { answeringDatabase } from '../support/answering-database.ts';
import { call } from '../support/call.ts';
import type { GatewayRequest } from '../support/gateway.ts';
import { endpoints, newAccessToken, newEvent, newToken, person } from '../support/service.ts';
import { newVerified, sharedEvent } from '../support/sharing.ts';
import { tableContent } from '../support/table-content.ts';

const database = await answeringDatabase();
beforeEach(() => {
  // No pauses between rounds.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Writes of what isn't a counter. */
const OF_ITEMS = /"SK":\{"S":"(?:ACCOUNT"|EVENT#|SHARED#|INVITATION#)/;

type Name = keyof typeof endpoints;

const ask = (name: Name, request: GatewayRequest) => {
  const { handler, method, body } = endpoints[name];
  return call(handler, { method, body: body?.(), ...request });
};

const keyed = () => ({ 'idempotency-key': randomUUID() });

const ofEvent = async (name: Name, headers = {}) => {
  const token = await newToken();
  return { name, request: { token, path: await newEvent(token), headers } };
};

const withToken = async (name: Name, headers = {}) => ({
  name,
  request: { token: await newToken(), headers },
});

type Arrange = () => Promise<{ name: Name; request: GatewayRequest }>;

/** What makes an event. It reads none that it could decide on again. */
const creates: [what: string, arrange: Arrange][] = [
  ['a new event', () => withToken('create')],
  ['a new event under a key', () => withToken('create', keyed())],
  ['a copy of an event under a key', () => ofEvent('copy', keyed())],
];

/** A call of each kind of write. */
const writes: [what: string, arrange: Arrange][] = [
  ...creates,
  ['an update of an event', () => ofEvent('update')],
  [
    'a new budget under a key',
    async () => {
      const { request } = await ofEvent('createBudget', keyed());
      return { name: 'createBudget', request: { ...request, path: { event_id: request.path.id } } };
    },
  ],
  [
    'an invitation that is accepted',
    async () => {
      const [{ owner, event }, guest] = [await sharedEvent(), await newVerified()];
      const body = { email: guest.email, role: 'viewer' };
      const answer = await ask('inviteMember', { token: owner, path: { event_id: event.id }, body });
      const path = z.object({ id: z.coerce.string() }).parse(answer.body.data);
      return { name: 'acceptInvitation', request: { token: guest.token, path } };
    },
  ],
  ['a signup', async () => ({ name: 'signup', request: {} })],
  [
    'a login',
    async () => {
      const { email, password } = await newVerified();
      return { name: 'login', request: { body: { username: email, password } } };
    },
  ],
  ['an update of an account', () => withToken('updateAccount')],
  ['a change of a password', () => withToken('changePassword')],
  ['the deletion of an account', () => withToken('deleteAccount')],
  ['a logout', () => withToken('logout')],
  ['a new access token', () => withToken('createToken')],
  [
    'the end of an access token',
    async () => {
      const token = await newToken();
      const { id } = await newAccessToken(token);
      return { name: 'endToken', request: { token, path: { id } } };
    },
  ],
];

const items = async () =>
  Object.fromEntries(
    Object.entries(await tableContent()).filter(([, item]) => !('attempts' in Object(item))),
  );

describe.each(writes)('%s', (_, arrange) => {
  it('that meets other writes twice is sent again, and succeeds', async () => {
    const { name, request } = await arrange();
    database.let(['meet', 'meet'], { of: OF_ITEMS });
    expect([200, 201]).toContain((await ask(name, request)).status);
    expect(database.writes().length).toBeGreaterThanOrEqual(3);
  });
});

it.each(creates)('%s is sent again as it is', async (_, arrange) => {
  const { name, request } = await arrange();
  database.let(['meet', 'meet'], { of: OF_ITEMS });
  await ask(name, request);
  const bodies = database.writes().map(({ body }) => body);
  expect([bodies.length, new Set(bodies).size]).toEqual([3, 1]);
});

describe.each(writes.filter(([what]) => /^a signup|under a key|update of an event|is accepted/.test(what)))(
  '%s',
  (_, arrange) => {
    it('that always meets other writes answers 503 after some rounds, with nothing changed', async () => {
      const { name, request } = await arrange();
      const before = await items();
      database.let([], { of: OF_ITEMS, further: 'meet' });
      const { status, headers, body } = await ask(name, request);
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(body).toEqual({ status: 'error', message: endpoints[name].failure });
      expect(database.writes()).toHaveLength(MAX_ROUNDS);
      expect(await items()).toEqual(before);
    });
  },
);

it('a signup that meets other writes makes one account', async () => {
  const body = person();
  database.let(['meet', 'lose', 'meet'], { of: OF_ITEMS });
  const { status, body: answered } = await ask('signup', { body });
  expect(status).toBe(201);
  const caller = await verifySessionToken(String(answered.token));
  const accounts = Object.keys(await tableContent()).filter((key) => key.startsWith('PERSON#'));
  expect(accounts.filter((key) => key.includes(String(caller?.accountId)))).toHaveLength(1);
  expect((await ask('signup', { body })).status).toBe(409);
});
