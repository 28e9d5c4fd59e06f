import { randomInt } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import {
  allBudgets,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  type Tested,
} from '../support/service.ts';
import { share, takeRole } from '../support/sharing.ts';

const { list, listBudgets, listPayments, view, viewBudget, update, updateBudget, deleteBudget } = endpoints;

const rows = z.array(z.object({ id: z.int(), version: z.optional(z.int()) }));
const whole = z.array(z.record(z.string(), z.unknown()));

async function get({ handler }: Tested, token: string, path: object, query: Record<string, string>) {
  const answer = await call(handler, { method: 'GET', token, path: { ...path }, query });
  expect(answer.status).toBe(200);
  return { ...answer, data: rows.parse(answer.body.data) };
}

/** The first row of a list, with its fields in their order. */
async function firstOf(listed: Tested, token: string, path: object, query: Record<string, string>) {
  const [row = {}] = whole.parse((await get(listed, token, path, query)).body.data);
  return row;
}

interface Budget {
  event_id: string;
  id: string;
}

/** An owner with two events of three payments each, of which a member shares the first. */
async function planned() {
  const [owner, member] = [await newToken(), await newToken()];
  const events: { id: string }[] = [];
  const budgets: Budget[] = [];
  for (let n = 0; n < 2; n += 1) {
    const event = await newEvent(owner);
    events.push(event);
    for (let m = 0; m < 3; m += 1) budgets.push(await newBudget(owner, event, { due_date: '2027-06-30' }));
  }
  const [shared = { id: '' }] = events;
  const membership = await share(owner, shared, member, 'editor');
  return { owner, member, membership, events, shared, budgets };
}

let plan: Awaited<ReturnType<typeof planned>>;
beforeEach(async () => {
  plan = await planned();
});

/** The fields of a row without `include`, in the order of the response, and those that each name adds. */
const added: Record<string, string[]> = {
  summary: ['total_spent', 'remaining', 'to_pay', 'over_budget'],
  version: ['version'],
  times: ['created_at', 'updated_at'],
};

describe('include of GET /events', () => {
  it.each([
    'summary',
    'version',
    'times',
    'summary,version',
    'version,summary',
    'times,version',
    'times,summary,times',
    'times,version,summary',
  ])('%s adds its fields after those of the event, in one order', async (include) => {
    const plain = await firstOf(list, plan.owner, {}, {});
    const row = await firstOf(list, plan.owner, {}, { include });
    const names = Object.keys(added).filter((name) => include.split(',').includes(name));
    expect(Object.keys(row)).toEqual([...Object.keys(plain), ...names.flatMap((name) => added[name])]);
    expect(row).toMatchObject(plain);
  });

  it('summary alone responds as ever', async () => {
    const { text } = await get(list, plan.owner, {}, { include: 'summary', limit: '1' });
    const { id } = plan.shared;
    expect(text).toBe(
      `{"status":"success","return_count":1,"data":[{"id":${id},"name":"Summer party","total_amount":3751.50,` +
        '"budgets_count":3,"description":"In the garden","event_date":"2026-07-04","total_spent":900.00,' +
        `"remaining":2851.50,"to_pay":2851.50,"over_budget":false}],"next_cursor":"${id}"}`,
    );
  });

  it('times are when the event was made, and when it or a budget of it was last changed', async () => {
    const timesOf = z.array(z.looseObject({ created_at: z.iso.datetime(), updated_at: z.iso.datetime() }));
    const before = Date.now();
    const path = await newEvent(plan.owner);
    const between = Date.now();
    const read = async () => {
      const { body } = await get(list, plan.owner, {}, { include: 'times', sort: '-created', limit: '1' });
      const [{ created_at, updated_at } = { created_at: '', updated_at: '' }] = timesOf.parse(body.data);
      expect([created_at, updated_at].map((time) => new Date(time).toISOString())).toEqual([
        created_at,
        updated_at,
      ]);
      return [Date.parse(created_at), Date.parse(updated_at)] as const;
    };
    const [created, unchanged] = await read();
    expect(created).toBeGreaterThanOrEqual(before);
    expect(created).toBeLessThanOrEqual(between);
    expect(unchanged).toBe(created);
    await newBudget(plan.owner, path);
    const [still, changed] = await read();
    expect(still).toBe(created);
    expect(changed).toBeGreaterThanOrEqual(between);
  });

  it('continues with another include', async () => {
    const { body } = await get(list, plan.owner, {}, { include: 'version', sort: 'name', limit: '1' });
    const query = { include: 'times,summary', sort: 'name', limit: '1', cursor: String(body.next_cursor) };
    const row = await firstOf(list, plan.owner, {}, query);
    expect(row).not.toHaveProperty('version');
    expect(row).toMatchObject({ id: Number(plan.events[1]?.id), created_at: expect.any(String) });
  });
});

describe.each([
  ['GET /events/{event_id}/budgets', listBudgets],
  ['GET /payments', listPayments],
])('an entry of %s', (_, listed) => {
  it('always has its version, as the last field', async () => {
    const row = await firstOf(listed, plan.owner, { event_id: plan.shared.id }, {});
    expect([Object.keys(row).at(-1), row['version']]).toEqual(['version', 0]);
  });
});

describe('include of GET /events/{event_id}/budgets', () => {
  it.each(['times', 'times,times', 'times,event'])(
    '%s adds the times as the last fields',
    async (include) => {
      const path = { event_id: plan.shared.id };
      const plain = await firstOf(listBudgets, plan.owner, path, {});
      const row = await firstOf(listBudgets, plan.owner, path, { include });
      expect(Object.keys(row)).toEqual([...Object.keys(plain), 'created_at', 'updated_at']);
    },
  );
});

describe('times of budgets', () => {
  const timesOf = z.object({
    data: z.array(z.object({ id: z.int(), created_at: z.iso.datetime(), updated_at: z.iso.datetime() })),
  });

  it('are when each was made, and when it or its payments were last changed', async () => {
    const { owner: token } = plan;
    const event = await newEvent(token, { guests: 1 });
    const path = { event_id: event.id };
    const read = async () => {
      const { text } = await get(listBudgets, token, path, { include: 'times' });
      const { data } = timesOf.parse(JSON.parse(text));
      return data.map(({ created_at, updated_at }) =>
        [created_at, updated_at].map((time) => Date.parse(time)),
      );
    };
    const paid = await newBudget(token, event, { spent: 0 });
    await newBudget(token, event, { amount: undefined, unit_amount: 2, per_guest: true });
    const first = await read();
    for (const [created, updated] of first) expect(updated).toBe(created);

    const before = Date.now();
    await newPayment(token, paid, { amount: 1 });
    const [changed, same] = await read();
    expect(same).toEqual(first[1]);
    expect(changed?.[0]).toBe(first[0]?.[0]);
    expect(changed?.[1]).toBeGreaterThanOrEqual(before);

    const { handler } = endpoints.update;
    expect((await call(handler, { token, path: event, body: { guests: 2 } })).status).toBe(200);
    const [ofPaid, perGuest] = await read();
    expect(ofPaid).toEqual(changed);
    expect(perGuest?.[1]).toBeGreaterThanOrEqual(changed?.[1] ?? 0);
    expect(perGuest?.[1]).toBeGreaterThan(same?.[1] ?? 0);

    const copied = await call(endpoints.copy.handler, {
      token,
      path: event,
      body: { event_date: '2030-01-01' },
    });
    expect(copied.status).toBe(201);
  });
});

describe('the event in its list of budgets', () => {
  const read = async (token: string, query: Record<string, string> = { include: 'event' }) => {
    const path = { event_id: plan.shared.id };
    return call(listBudgets.handler, { method: 'GET', token, path, query });
  };
  const viewedBy = (token: string) => call(view.handler, { method: 'GET', token, path: plan.shared });
  /** The part of a response that shows the event, to the byte. */
  const shownIn = ({ text }: { text: string }, name: string) =>
    new RegExp(`"${name}":({"id":[^{}]*})`).exec(text.slice(text.lastIndexOf(`"${name}":`)))?.[1];

  it('is as its view shows it, to the owner and to a member', async () => {
    const body = { currency: 'EUR', limit_amount: 5000, guests: 80 };
    expect((await call(update.handler, { token: plan.owner, path: plan.shared, body })).status).toBe(200);
    for (const token of [plan.owner, plan.member]) {
      const [listed, viewed] = [await read(token), await viewedBy(token)];
      expect(shownIn(listed, 'event')).toMatch(/^{.*"currency":"EUR"/);
      expect(shownIn(listed, 'event')).toBe(shownIn(viewed, 'data'));
      expect(listed.tag).toBe(viewed.tag);
    }
    const { event } = z.looseObject({ event: z.unknown() }).parse((await read(plan.member)).body);
    expect(event).toMatchObject({ role: 'editor', owner: 'Ada Lovelace' });
  });

  it('is only there if asked for', async () => {
    const { body } = await read(plan.owner, { include: 'times,event' });
    expect(body).toMatchObject({ return_count: 3, event: { budgets_count: 3 } });
    expect((await read(plan.owner, { include: 'times' })).body).not.toHaveProperty('event');
  });

  it('has another tag after a new role of the member, and the same after a new name of the owner', async () => {
    const first = (await read(plan.member)).tag;
    const { updateAccount, updateMember } = endpoints;
    await call(updateAccount.handler, { token: plan.owner, body: { first_name: 'Grace' } });
    const renamed = await read(plan.member);
    expect([renamed.tag, (await viewedBy(plan.member)).tag]).toEqual([first, first]);
    expect(renamed.body).toMatchObject({ event: { owner: 'Grace Lovelace' } });
    const path = { event_id: plan.shared.id, id: plan.membership };
    const changed = await call(updateMember.handler, { token: plan.owner, path, body: { role: 'viewer' } });
    expect(changed.status).toBe(200);
    const after = await read(plan.member);
    expect(after.body).toMatchObject({ event: { role: 'viewer' } });
    expect(after.tag).not.toBe(first);
  });

  it('is not there for a stranger, a former member, or after its owner has left', async () => {
    expect((await read(await newToken())).status).toBe(404);
    const former = await newToken();
    await share(plan.owner, plan.shared, former, 'viewer');
    await takeRole(plan.owner, plan.shared, former);
    expect((await read(former)).status).toBe(404);
    const { deleteAccount } = endpoints;
    await call(deleteAccount.handler, { token: plan.owner, body: deleteAccount.body?.() });
    expect((await read(plan.member)).status).toBe(404);
  });
});

describe('a wrong include', () => {
  it.each<[string, Tested, string, string]>([
    ['events', list, 'all', 'summary, version, times, share_link'],
    ['events', list, '', 'summary, version, times, share_link'],
    ['events', list, 'summary, version', 'summary, version, times, share_link'],
    ['budgets', listBudgets, 'summary', 'times, event'],
    ['budgets', listBudgets, 'version,times', 'times, event'],
    ['budgets', listBudgets, '', 'times, event'],
  ])('of a list of %s is 422: %#', async (_, { handler, failure }, include, names) => {
    const request = { token: plan.owner, path: { event_id: plan.shared.id }, query: { include } };
    const { status, body } = await call(handler, { method: 'GET', ...request });
    expect([status, body.message]).toEqual([422, failure]);
    expect(body.errors).toEqual([
      { field: 'include', code: 'invalid', message: expect.stringContaining(`may only contain ${names}.`) },
    ]);
  });
});

describe('a version in a list', () => {
  const tag = async ({ handler }: Tested, token: string, path: object) =>
    (await call(handler, { method: 'GET', token, path: { ...path } })).tag;

  /** Some writes to events and budgets, by the owner or the member. */
  async function writeAtRandom(times: number) {
    for (let n = 0; n < times; n += 1) {
      const budget = plan.budgets[randomInt(plan.budgets.length)] ?? { event_id: '', id: '' };
      const event = { id: budget.event_id };
      const token = event.id === plan.shared.id && randomInt(2) === 0 ? plan.member : plan.owner;
      const writes = [
        () => call(update.handler, { token, path: event, body: { name: `Party ${n}` } }),
        () => call(updateBudget.handler, { token, path: { ...budget }, body: { amount: 1_000 + n } }),
        () => call(updateBudget.handler, { token, path: { ...budget }, body: { spent: 1 } }),
        async () => {
          plan.budgets.push(await newBudget(token, event, { due_date: '2027-07-01' }));
        },
        async () => {
          if (plan.budgets.length < 4) return;
          plan.budgets.splice(plan.budgets.indexOf(budget), 1);
          await call(deleteBudget.handler, { token, path: { ...budget } });
        },
      ];
      await writes[randomInt(writes.length)]?.();
    }
  }

  it('is that of the ETag in the view, for the owner and the member, after any writes', async () => {
    await writeAtRandom(40);
    for (const token of [plan.owner, plan.member]) {
      const events = (await get(list, token, {}, { include: 'version' })).data;
      expect(events).toHaveLength(token === plan.owner ? 2 : 1);
      for (const { id, version } of events)
        expect(`"${version}"`).toBe(await tag(view, token, { id: String(id) }));
      const listed = new Map<number, number | undefined>();
      for (const event of events) {
        const path = { event_id: String(event.id) };
        for (const { id, version } of (await get(listBudgets, token, path, {})).data) {
          listed.set(id, version);
          expect(`"${version}"`).toBe(await tag(viewBudget, token, { ...path, id: String(id) }));
        }
      }
      const payments = (await get(listPayments, token, {}, {})).data;
      expect(new Map(payments.map(({ id, version }) => [id, version]))).toEqual(listed);
    }
  });

  it('lets 20 budgets be ticked off safely by 21 calls, and one that has changed is 412', async () => {
    const event = await newEvent(plan.owner);
    await share(plan.owner, event, plan.member, 'editor');
    const paths: Budget[] = [];
    for (let n = 0; n < 21; n += 1) paths.push(await newBudget(plan.owner, event));
    await call(updateBudget.handler, { token: plan.owner, path: { ...paths[3] }, body: { amount: 7 } });
    const { data } = await get(listBudgets, plan.member, { event_id: event.id }, {});
    await call(updateBudget.handler, { token: plan.owner, path: { ...paths[20] }, body: { amount: 8 } });
    const statuses: number[] = [];
    for (const { id, version } of data) {
      const path = { event_id: event.id, id: String(id) };
      const headers = { 'if-match': `"${version}"` };
      const body = { spent: 1_250.5 };
      const { status } = await call(updateBudget.handler, { token: plan.member, path, headers, body });
      statuses.push(status);
    }
    expect(statuses).toEqual([...Array(20).fill(200), 412]);
    const left = (await allBudgets(plan.owner, event)).filter(({ spent }) => spent !== 1_250.5);
    expect(left.map(({ id }) => String(id))).toEqual([paths[20]?.id]);
  });
});

describe('costs: a list with any include', () => {
  const costOf = async (listed: Tested, query: Record<string, string>) => {
    takeRequests();
    await get(listed, plan.member, { event_id: plan.shared.id }, query);
    const { names, units } = takeRequests();
    return { names: names.toSorted(), units };
  };

  it.each<[string, Tested, string[]]>([
    ['events', list, ['summary', 'version', 'times', 'summary,version,times']],
    ['budgets', listBudgets, ['times', 'event', 'times,event']],
  ])('of %s makes the same requests as without', async (_, listed, includes) => {
    const plain = await costOf(listed, {});
    for (const include of includes) expect(await costOf(listed, { include })).toEqual(plain);
  });
});
