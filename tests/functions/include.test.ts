import { randomInt } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Outcome } from '../support/call.ts';
import { type Client, newClient } from '../support/client.ts';
import { takeRequests } from '../support/database-requests.ts';
import { endpoints } from '../support/service.ts';
import { share, takeRole } from '../support/sharing.ts';

const rows = z.array(z.looseObject({ id: z.int(), version: z.optional(z.int()) }));

const whole = z.array(z.record(z.string(), z.unknown()));

const rowsOf = async (list: Promise<Outcome>) => rows.parse((await list).body.data);
/** The first row of a list, with its fields in their order. */
async function firstOf(list: Promise<Outcome>) {
  const [row = {}] = whole.parse((await list).body.data);
  return row;
}

type Budget = Awaited<ReturnType<Client['newBudget']>>;

/** An owner with two events of three budgets with a due date each, of which a member shares the first. */
async function planned() {
  const [owner, member] = [await newClient(), await newClient()];
  const events: { id: string }[] = [];
  const budgets: Budget[] = [];
  for (let n = 0; n < 2; n += 1) {
    const event = await owner.newEvent();
    events.push(event);
    for (let m = 0; m < 3; m += 1) budgets.push(await owner.newBudget(event, { due_date: '2027-06-30' }));
  }
  const [shared = { id: '' }] = events;
  const membership = await share(owner.token, shared, member.token, 'editor');
  return { owner, member, membership, events, shared, on: { event_id: shared.id }, budgets };
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
    const plain = await firstOf(plan.owner.list());
    const row = await firstOf(plan.owner.list({ include }));
    const names = Object.keys(added).filter((name) => include.split(',').includes(name));
    expect(Object.keys(row)).toEqual([...Object.keys(plain), ...names.flatMap((name) => added[name])]);
    expect(row).toMatchObject(plain);
  });

  it('summary alone responds as ever', async () => {
    const { text } = await plan.owner.list({ include: 'summary', limit: '1' });
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
    const path = await plan.owner.newEvent();
    const between = Date.now();
    const read = async () => {
      const { body } = await plan.owner.list({ include: 'times', sort: '-created', limit: '1' });
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
    await plan.owner.newBudget(path);
    const [still, changed] = await read();
    expect(still).toBe(created);
    expect(changed).toBeGreaterThanOrEqual(between);
  });

  it('continues with another include', async () => {
    const { body } = await plan.owner.list({ include: 'version', sort: 'name', limit: '1' });
    const query = { include: 'times,summary', sort: 'name', limit: '1', cursor: String(body.next_cursor) };
    const row = await firstOf(plan.owner.list(query));
    expect(row).not.toHaveProperty('version');
    expect(row).toMatchObject({ id: Number(plan.events[1]?.id), created_at: expect.any(String) });
  });
});

it('an entry of budgets and payments always has its version, as the last field, and times after it', async () => {
  const { owner, on } = plan;
  const [budget, payment] = [await firstOf(owner.listBudgets(on)), await firstOf(owner.listPayments())];
  for (const row of [budget, payment])
    expect([Object.keys(row).at(-1), row['version']]).toEqual(['version', 0]);
  for (const include of ['times', 'times,times', 'times,event']) {
    const row = await firstOf(owner.listBudgets(on, { include }));
    expect(Object.keys(row)).toEqual([...Object.keys(budget), 'created_at', 'updated_at']);
  }
});

describe('times of budgets', () => {
  const timesOf = z.object({
    data: z.array(z.object({ id: z.int(), created_at: z.iso.datetime(), updated_at: z.iso.datetime() })),
  });

  it('are when each was made, and when it or its payments were last changed', async () => {
    const { owner } = plan;
    const event = await owner.newEvent({ guests: 1 });
    const read = async () => {
      const { text } = await owner.listBudgets({ event_id: event.id }, { include: 'times' });
      const { data } = timesOf.parse(JSON.parse(text));
      return data.map(({ created_at, updated_at }) => [created_at, updated_at].map(Date.parse));
    };
    const paid = await owner.newBudget(event, { spent: 0 });
    await owner.newBudget(event, { amount: undefined, unit_amount: 2, per_guest: true });
    const first = await read();
    for (const [created, updated] of first) expect(updated).toBe(created);

    const before = Date.now();
    await owner.newPayment(paid, { amount: 1 });
    const [changed, same] = await read();
    expect(same).toEqual(first[1]);
    expect(changed?.[0]).toBe(first[0]?.[0]);
    expect(changed?.[1]).toBeGreaterThanOrEqual(before);

    expect((await owner.update(event, { guests: 2 })).status).toBe(200);
    const [ofPaid, perGuest] = await read();
    expect(ofPaid).toEqual(changed);
    expect(perGuest?.[1]).toBeGreaterThanOrEqual(changed?.[1] ?? 0);
    expect(perGuest?.[1]).toBeGreaterThan(same?.[1] ?? 0);
  });
});

describe('the event in its list of budgets', () => {
  const read = (by: Client, include = 'event') => by.listBudgets(plan.on, { include });
  /** The part of a response that shows the event, to the byte. */
  const shownIn = ({ text }: { text: string }, name: string) =>
    new RegExp(`"${name}":({"id":[^{}]*})`).exec(text.slice(text.lastIndexOf(`"${name}":`)))?.[1];

  it('is as its view shows it, to the owner and to a member, if asked for', async () => {
    const { owner, member, shared } = plan;
    const fields = { currency: 'EUR', limit_amount: 5000, guests: 80 };
    expect((await owner.update(shared, fields)).status).toBe(200);
    for (const by of [owner, member]) {
      const [listed, viewed] = [await read(by), await by.view(shared)];
      expect(shownIn(listed, 'event')).toMatch(/^{.*"currency":"EUR"/);
      expect(shownIn(listed, 'event')).toBe(shownIn(viewed, 'data'));
      expect(listed.tag).toBe(viewed.tag);
    }
    expect((await read(member)).body['event']).toMatchObject({ role: 'editor', owner: 'Ada Lovelace' });
    const { body } = await read(owner, 'times,event');
    expect(body).toMatchObject({ return_count: 3, event: { budgets_count: 3 } });
    expect((await read(owner, 'times')).body).not.toHaveProperty('event');
  });

  it('has another tag after a new role of the member, and the same after a new name of the owner', async () => {
    const { owner, member, shared, on, membership } = plan;
    const first = (await read(member)).tag;
    await owner.updateAccount({ first_name: 'Grace' });
    const renamed = await read(member);
    expect([renamed.tag, (await member.view(shared)).tag]).toEqual([first, first]);
    expect(renamed.body).toMatchObject({ event: { owner: 'Grace Lovelace' } });
    const role = { role: 'viewer' };
    expect((await owner.updateMember({ ...on, id: membership }, role)).status).toBe(200);
    const after = await read(member);
    expect(after.body).toMatchObject({ event: role });
    expect(after.tag).not.toBe(first);
  });

  it('is not there for a stranger, a former member, or after its owner has left', async () => {
    const { owner, member, shared } = plan;
    const former = await newClient();
    await share(owner.token, shared, former.token, 'viewer');
    await takeRole(owner.token, shared, former.token);
    for (const by of [former, await newClient()]) expect((await read(by)).status).toBe(404);
    await owner.deleteAccount(endpoints.deleteAccount.body?.());
    expect((await read(member)).status).toBe(404);
  });
});

describe('a wrong include', () => {
  it.each([
    ['list', 'all', 'summary, version, times, share_link'],
    ['list', '', 'summary, version, times, share_link'],
    ['list', 'summary, version', 'summary, version, times, share_link'],
    ['listBudgets', 'summary', 'times, event'],
    ['listBudgets', 'version,times', 'times, event'],
    ['listBudgets', '', 'times, event'],
  ] as const)('of %s is 422: %j', async (name, include, names) => {
    const { owner, on } = plan;
    const { status, body } = await (name === 'list' ? owner.list({ include }) : owner[name](on, { include }));
    expect([status, body.message]).toEqual([422, endpoints[name].failure]);
    expect(body.errors).toEqual([
      { field: 'include', code: 'invalid', message: expect.stringContaining(`may only contain ${names}.`) },
    ]);
  });
});

describe('a version in a list', () => {
  /** Some writes to events and budgets, by the owner or the member. */
  async function writeAtRandom(times: number) {
    const { owner, member, shared, budgets } = plan;
    for (let n = 0; n < times; n += 1) {
      const budget = budgets[randomInt(budgets.length)] ?? { event_id: '', id: '' };
      const event = { id: budget.event_id };
      const by = event.id === shared.id && randomInt(2) === 0 ? member : owner;
      const writes = [
        () => by.update(event, { name: `Party ${n}` }),
        () => by.updateBudget(budget, { amount: 1_000 + n }),
        () => by.updateBudget(budget, { spent: 1 }),
        async () => budgets.push(await by.newBudget(event, { due_date: '2027-07-01' })),
        async () => {
          if (budgets.length < 4) return;
          budgets.splice(budgets.indexOf(budget), 1);
          await by.deleteBudget(budget);
        },
      ];
      await writes[randomInt(writes.length)]?.();
    }
  }

  it('is that of the ETag in the view, for the owner and the member, after any writes', async () => {
    await writeAtRandom(40);
    for (const by of [plan.owner, plan.member]) {
      const events = await rowsOf(by.list({ include: 'version' }));
      expect(events).toHaveLength(by === plan.owner ? 2 : 1);
      const listed = new Map<number, number | undefined>();
      for (const event of events) {
        expect(`"${event.version}"`).toBe((await by.view({ id: String(event.id) })).tag);
        const on = { event_id: String(event.id) };
        for (const { id, version } of await rowsOf(by.listBudgets(on))) {
          listed.set(id, version);
          expect(`"${version}"`).toBe((await by.viewBudget({ ...on, id: String(id) })).tag);
        }
      }
      const payments = await rowsOf(by.listPayments());
      expect(new Map(payments.map(({ id, version }) => [id, version]))).toEqual(listed);
    }
  });

  it('lets budgets be ticked off safely, and one that has changed is 412', async () => {
    const { owner, member, on, budgets } = plan;
    await owner.updateBudget(budgets[0] ?? on, { amount: 7 });
    const listed = await rowsOf(member.listBudgets(on));
    await owner.updateBudget(budgets[2] ?? on, { amount: 8 });
    const statuses: number[] = [];
    for (const { id, version } of listed) {
      const headers = { 'if-match': `"${version}"` };
      const { status } = await member.updateBudget({ ...on, id: String(id) }, { spent: 1_250.5 }, headers);
      statuses.push(status);
    }
    expect(statuses).toEqual([200, 200, 412]);
    const left = (await rowsOf(owner.listBudgets(on))).filter((row) => row['spent'] !== 1_250.5);
    expect(left.map(({ id }) => String(id))).toEqual([budgets[2]?.id]);
  });
});

it('a list with any include makes the same requests as without', async () => {
  const { member, on } = plan;
  const costOf = async (list: () => Promise<Outcome>) => {
    takeRequests();
    await list();
    const { names, units } = takeRequests();
    return { names: names.toSorted(), units };
  };
  for (const include of ['summary', 'version', 'times', 'summary,version,times'])
    expect(await costOf(() => member.list({ include }))).toEqual(await costOf(() => member.list()));
  for (const include of ['times', 'event', 'times,event'])
    expect(await costOf(() => member.listBudgets(on, { include }))).toEqual(
      await costOf(() => member.listBudgets(on)),
    );
});
