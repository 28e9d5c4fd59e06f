import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { verifySessionToken } from '../../lib/auth/session-tokens.ts';
import { storedToken } from '../support/account.ts';
import { answeringDatabase, THROTTLED, THROUGHPUT_EXCEEDED } from '../support/answering-database.ts';
import { call } from '../support/call.ts';
import type { GatewayRequest } from '../support/gateway.ts';
import {
  allBudgets,
  allEvents,
  endpoints,
  newAccessToken,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  person,
} from '../support/service.ts';
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
const OF_ITEMS = /"SK":\{"S":"(?:ACCOUNT"|EVENT#|CLAIM#|SHARED#|INVITATION#)/;

type Name = keyof typeof endpoints;

const ask = (name: Name, request: GatewayRequest) => {
  const { handler, method, body } = endpoints[name];
  return call(handler, { method, body: body?.(), ...request });
};

const keyed = () => ({ 'idempotency-key': randomUUID() });

async function invited() {
  const [{ owner, event }, guest] = [await sharedEvent(), await newVerified()];
  const body = { email: guest.email, role: 'viewer' };
  const answer = await ask('inviteMember', { token: owner, path: { event_id: event.id }, body });
  const { id } = z.object({ id: z.coerce.string() }).parse(answer.body.data);
  return { owner, guest, event, path: { id } };
}

/** An event of its owner with a budget. */
async function owned() {
  const token = await newToken();
  const event = await newEvent(token);
  return { token, event, budget: await newBudget(token, event) };
}

/** A call about a payment of a budget of its owner. */
async function ofPayment(name: Name, headers = {}) {
  const { token, event } = await owned();
  const path = await newPayment(token, await newBudget(token, event, { spent: 0 }));
  return { name, request: { token, path, headers } };
}

async function asOwner(name: Name, of: 'event' | 'budgets' | 'budget' = 'event', headers = {}) {
  const { token, event, budget } = await owned();
  const path = { event, budgets: { event_id: event.id }, budget }[of];
  return { name, request: { token, path, headers } };
}

const withToken = async (name: Name) => ({ name, request: { token: await newToken() } });

/** A call of each kind of write. */
const writes: [what: string, arrange: () => Promise<{ name: Name; request: GatewayRequest }>][] = [
  ['a new event', () => withToken('create')],
  [
    'a new event under a key',
    async () => ({ name: 'create', request: { token: await newToken(), headers: keyed() } }),
  ],
  ['a copy of an event under a key', () => asOwner('copy', 'event', keyed())],
  ['an update of an event', () => asOwner('update')],
  ['the deletion of an event', () => asOwner('delete')],
  [
    'the deletion of a shared event',
    async () => {
      const { owner, event } = await sharedEvent();
      return { name: 'delete', request: { token: owner, path: event } };
    },
  ],
  ['a new budget', () => asOwner('createBudget', 'budgets')],
  ['a new budget under a key', () => asOwner('createBudget', 'budgets', keyed())],
  ['an update of a budget', () => asOwner('updateBudget', 'budget')],
  ['the deletion of a budget', () => asOwner('deleteBudget', 'budget')],
  ['a new payment', () => ofPayment('createPayment')],
  ['a new payment under a key', () => ofPayment('createPayment', keyed())],
  ['an update of a payment', () => ofPayment('updatePayment')],
  ['the deletion of a payment', () => ofPayment('deletePayment')],
  ['an import', () => asOwner('importBudgets', 'budgets')],
  ['an import under a key', () => asOwner('importBudgets', 'budgets', keyed())],
  [
    'an invitation',
    async () => {
      const { owner, event } = await sharedEvent();
      return { name: 'inviteMember', request: { token: owner, path: { event_id: event.id } } };
    },
  ],
  [
    'an invitation that is accepted',
    async () => {
      const { guest, path } = await invited();
      return { name: 'acceptInvitation', request: { token: guest.token, path } };
    },
  ],
  [
    'an invitation that is declined',
    async () => {
      const { guest, path } = await invited();
      return { name: 'declineInvitation', request: { token: guest.token, path } };
    },
  ],
  [
    'an invitation that is withdrawn',
    async () => {
      const { owner, event, path } = await invited();
      return { name: 'removeMember', request: { token: owner, path: { event_id: event.id, ...path } } };
    },
  ],
  [
    'the end of a membership',
    async () => {
      const { viewer, event, ids } = await sharedEvent();
      return {
        name: 'removeMember',
        request: { token: viewer, path: { event_id: event.id, id: ids.viewer } },
      };
    },
  ],
  [
    'a change of a role',
    async () => {
      const { owner, event, ids } = await sharedEvent();
      return {
        name: 'updateMember',
        request: { token: owner, path: { event_id: event.id, id: ids.editor } },
      };
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
  it('that meets other writes twice is sent again as it is, and succeeds', async () => {
    const { name, request } = await arrange();
    database.let(['meet', 'meet'], { of: OF_ITEMS });
    const { status } = await ask(name, request);
    expect([200, 201]).toContain(status);
    const bodies = database.writes().map(({ body }) => body);
    expect(bodies.length).toBeGreaterThanOrEqual(3);
    expect(new Set(bodies.slice(0, 3)).size).toBe(1);
  });
});

describe.each(writes.filter(([what]) => /^a signup|under a key|update of an event|is accepted/.test(what)))(
  '%s',
  (_, arrange) => {
    it('that always meets other writes answers 503 after 8 rounds, with nothing changed', async () => {
      const { name, request } = await arrange();
      const before = await items();
      database.let([], { of: OF_ITEMS, further: 'meet' });
      const { status, headers, body } = await ask(name, request);
      expect([status, headers['retry-after']]).toEqual([503, '5']);
      expect(body).toEqual({ status: 'error', message: endpoints[name].failure });
      expect(database.writes()).toHaveLength(8);
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

describe('a delete of what is not there', () => {
  const cases = async () => {
    const { event, budget } = await owned();
    const stranger = await storedToken(randomUUID());
    const { token, event: own } = await owned();
    return [
      ['delete', { token: stranger, path: event }],
      ['delete', { token, path: { id: '1' } }],
      ['deleteBudget', { token: stranger, path: budget }],
      ['deleteBudget', { token, path: { event_id: own.id, id: '1' } }],
    ] as const;
  };

  it.each([
    ['is throttled', THROTTLED],
    ['finds no throughput', THROUGHPUT_EXCEEDED],
    ['meets another write', 'meet' as const],
  ])('answers 404 if its first attempt %s, which did nothing', async (_, fate) => {
    for (const [name, request] of await cases()) {
      database.let([fate]);
      expect((await ask(name, request)).status).toBe(404);
      expect(database.writes().length).toBeGreaterThan(1);
    }
  });

  it('answers 200 if its first attempt may have deleted it', async () => {
    for (const [name, request] of await cases()) {
      database.let(['drop']);
      expect((await ask(name, request)).status).toBe(200);
    }
  });

  it('leaves the event and the budget of somebody else', async () => {
    const { token, event, budget } = await owned();
    const stranger = await storedToken(randomUUID());
    for (const fate of [THROTTLED, 'drop', 'meet'] as const) {
      database.let([fate]);
      await ask('delete', { token: stranger, path: event });
      database.let([fate]);
      await ask('deleteBudget', { token: stranger, path: budget });
    }
    expect(await allEvents(token)).toMatchObject([{ id: Number(event.id), budgets_count: 1 }]);
  });
});

/** The first attempt may still arrive, and then find what it needs. */
describe('a write of which one attempt was lost answers 503 instead of', () => {
  const expectLater = async (name: Name, request: GatewayRequest, refusal: number, first: 'pass'[] = []) => {
    expect((await ask(name, request)).status).toBe(refusal);
    database.let([...first, 'drop']);
    const { status, headers, body } = await ask(name, request);
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    expect(body).toEqual({ status: 'error', message: endpoints[name].failure });
  };

  it('403 for a role that may be given', async () => {
    const { owner, viewer, event } = await sharedEvent();
    await expectLater('createBudget', { token: viewer, path: { event_id: event.id } }, 403, ['pass']);
    expect(await allBudgets(owner, event)).toHaveLength(1);
  });

  it('409 for a currency that may be changed once the budgets are gone', async () => {
    const { token, event } = await owned();
    await expectLater('update', { token, path: event, body: { currency: 'EUR' } }, 409);
  });

  it('422 for digits that another currency has', async () => {
    const { token, event } = await owned();
    await expectLater(
      'createBudget',
      { token, path: { event_id: event.id }, body: { name: 'x', amount: 0.001 } },
      422,
    );
  });

  it('412 for a version that may be reached', async () => {
    const { token, event } = await owned();
    await expectLater('update', { token, path: event, headers: { 'if-match': '"3"' } }, 412);
  });
});

it('a write of which one attempt was lost answers 412 for a version that has passed', async () => {
  const { token, event } = await owned();
  database.let(['drop']);
  const { status } = await ask('update', { token, path: event, headers: { 'if-match': '"1"' } });
  expect([status, database.writes().length]).toEqual([412, 2]);
});
