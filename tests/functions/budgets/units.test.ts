import { beforeEach, describe, expect, it } from 'vitest';
import { call, type Outcome } from '../../support/call.ts';
import { rejected } from '../../support/rejected.ts';
import { endpoints, newBudget, newEvent, newToken, viewEvent } from '../../support/service.ts';
import { sharedEvent } from '../../support/sharing.ts';
import { expectSums } from '../../support/sums.ts';

const { createBudget, updateBudget, viewBudget, listBudgets, exportAccount } = endpoints;
const updateEvent = endpoints.update;

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token, { guests: 80 });
});

interface Path {
  event_id: string;
  id: string;
}

const create = (fields: object, path = event, headers = {}): Promise<Outcome> =>
  call(createBudget.handler, {
    ...{ token, headers, path: { event_id: path.id } },
    body: { name: 'Drinks', ...fields },
  });
const change = (path: Path, body: object, headers = {}) =>
  call(updateBudget.handler, { token, path: { ...path }, headers, body });
/** A budget per guest, or another one, and its path. */
const drinks = (fields: Record<string, unknown> = { unit_amount: 3.5, quantity: 2, per_guest: true }) =>
  newBudget(token, event, { name: 'Drinks', amount: undefined, spent: 0, ...fields });

/** A budget in a response, as text from its amount on. */
const shownIn = ({ text }: Outcome) => text.replace(/^.*?"amount":/, '').replace(/}+$/, '');
const shown = async (path: Path) =>
  shownIn(await call(viewBudget.handler, { method: 'GET', token, path: { ...path } }));

describe('a budget with a unit amount', () => {
  it.each<[object, string]>([
    [
      { unit_amount: 3.5, quantity: 2, per_guest: true },
      '560.00,"spent":0.00,"unit_amount":3.50,"quantity":2,"per_guest":true',
    ],
    [
      { unit_amount: 3.5, quantity: 2, per_guest: false },
      '7.00,"spent":0.00,"unit_amount":3.50,"quantity":2,"per_guest":false',
    ],
    [{ unit_amount: 3.5, quantity: null, per_guest: null }, '3.50,"spent":0.00,"unit_amount":3.50'],
    [{ unit_amount: 0, quantity: 1 }, '0.00,"spent":0.00,"unit_amount":0.00,"quantity":1'],
    [{ unit_amount: null, amount: 5 }, '5.00,"spent":0.00'],
    [{ amount: 5, quantity: null, per_guest: null }, '5.00,"spent":0.00'],
    [{ amount: 5, per_guest: false }, '5.00,"spent":0.00'],
  ])('of %j has its amount, and the fields that were given', async (fields, text) => {
    const created = await create(fields);
    expect([created.status, shownIn(created)]).toEqual([201, text]);
    expect(await shown({ event_id: event.id, id: created.id })).toBe(text);
    expect((await viewEvent(token, event)).total_amount).toBe(Number(text.replace(/,.*$/, '')));
    await expectSums(token, event);
  });

  it('is in lists and the export of the account', async () => {
    await drinks();
    const path = { event_id: event.id };
    const text = '"amount":560.00,"spent":0.00,"unit_amount":3.50,"quantity":2,"per_guest":true';
    const listed = await call(listBudgets.handler, { method: 'GET', token, path });
    expect(listed.text).toContain(`${text},"version":0}]`);
    const exported = await call(exportAccount.handler, { method: 'GET', token });
    expect(exported.text).toContain(`${text}}]`);
    expect(exported.text).toContain('"guests":80');
  });

  it.each<[guests: number | undefined]>([[undefined], [0]])(
    'per guest costs nothing with %s guests',
    async (guests) => {
      const path = await newEvent(token, { guests });
      expect(shownIn(await create({ unit_amount: 3.5, per_guest: true }, path))).toMatch(/^0\.00,/);
      await expectSums(token, path);
    },
  );

  it('of income is what is expected', async () => {
    await create({ name: 'Tickets', unit_amount: 12.5, per_guest: true, kind: 'income', spent: 7 });
    const path = { event_id: event.id };
    const { body } = await call(listBudgets.handler, { method: 'GET', token, path });
    const summary = { total_amount: 0, total_income: 1000, total_received: 7 };
    expect(body).toMatchObject({ data: [{ amount: 1000 }], summary });
    await expectSums(token, event);
  });

  it.each<[object, ...string[]]>([
    [{ unit_amount: 3.5, amount: 3.51 }, 'amount derived'],
    [{ unit_amount: 3.5, amount: 3.5, per_guest: true }, 'amount derived'],
    [{ unit_amount: 3.5, amount: null }, 'amount invalid'],
    [{ unit_amount: 3.5, amount: 'x' }, 'amount invalid'],
    [{ unit_amount: 3.5, amount: 3.5, paid: false }, 'paid invalid'],
    [{ amount: 5, quantity: 2 }, 'unit_amount blank'],
    [{ amount: 5, per_guest: true }, 'unit_amount blank'],
    [{ amount: 5, unit_amount: null, quantity: 2, per_guest: true }, 'unit_amount blank'],
    [{ unit_amount: null }, 'amount blank'],
    [{ quantity: 2 }, 'amount blank'],
    [{ unit_amount: '3.5' }, 'unit_amount invalid'],
    [{ unit_amount: -1 }, 'unit_amount negative'],
    [{ unit_amount: 3.501 }, 'unit_amount too_precise'],
    [{ unit_amount: 1e9 }, 'unit_amount too_large'],
    [{ unit_amount: 3.5, quantity: 0 }, 'quantity invalid'],
    [{ unit_amount: 3.5, quantity: 0.001 }, 'quantity invalid'],
    [{ unit_amount: 3.5, quantity: 1.505 }, 'quantity too_precise'],
    [{ unit_amount: 3.51, quantity: 1.5 }, 'quantity too_precise'],
    [{ unit_amount: 3.5, quantity: '2' }, 'quantity invalid'],
    [{ unit_amount: 3.5, quantity: 1_000_001 }, 'quantity invalid'],
    [{ unit_amount: 3.5, quantity: 1e12 }, 'quantity invalid'],
    [{ unit_amount: 3.5, per_guest: 'true' }, 'per_guest invalid'],
    [{ name: '', unit_amount: 3.5, amount: 1, per_guest: 1 }, 'name blank', 'per_guest invalid'],
    [
      { name: '', category: 7, spent: -1, vendor: 7, note: 7, due_date: 'x', kind: 'x' },
      ...['name blank', 'category invalid', 'amount blank', 'spent negative'],
      ...['vendor invalid', 'note invalid', 'due_date invalid', 'kind invalid'],
    ],
  ])('is refused for %j', async (fields, ...errors) => {
    expect((await rejected(() => create(fields))).codes).toEqual([422, ...errors]);
  });

  it('says what is wrong', async () => {
    const messages = async (fields: object) =>
      (await create(fields)).body.errors?.map(({ message }) => message);
    expect(await messages({ unit_amount: 1, amount: 2 })).toEqual([
      'Amount must be 1.00, as calculated from the unit amount.',
    ]);
    expect(await messages({ amount: 1, quantity: 2 })).toEqual([
      'Unit amount is required with quantity or per_guest.',
    ]);
    expect(await messages({ unit_amount: 1, quantity: 0 })).toEqual([
      'Quantity must be a number from 0.01 to 1000000.',
    ]);
  });
});

describe('an amount beside a unit amount', () => {
  it('is taken if it is right', async () => {
    expect(shownIn(await create({ unit_amount: 3.5, amount: 280, per_guest: true }))).toMatch(/^280\.00,/);
    const path = await drinks();
    expect((await change(path, { amount: 840, quantity: 3 })).status).toBe(200);
    expect((await change(path, { amount: 840, name: 'Wine' })).status).toBe(200);
    expect(await shown(path)).toMatch(/^840\.00,/);
    await expectSums(token, event);
  });
});

describe('the largest amount that follows, 999999999.99,', () => {
  const fitting = { unit_amount: 46_191.51, quantity: 21_649 };
  const larger = { unit_amount: 1e6, quantity: 1_000 };
  const tooLarge = {
    field: 'unit_amount',
    code: 'too_large',
    message: 'Unit amount makes the amount too large (maximum is 999999999.99).',
  };

  it('may be created', async () => {
    expect(shownIn(await create(fitting))).toMatch(/^999999999\.99,/);
    const { status, body } = await rejected(() => create(larger));
    expect([status, body.errors]).toEqual([422, [tooLarge]]);
  });

  it('may be updated to', async () => {
    const path = await drinks({ unit_amount: 5, quantity: 7 });
    expect((await change(path, fitting)).status).toBe(200);
    expect(await shown(path)).toMatch(/^999999999\.99,/);
    for (const body of [larger, { quantity: fitting.quantity + 1 }, { per_guest: true }]) {
      const outcome = await rejected(() => change(path, body));
      expect([outcome.status, outcome.body.errors]).toEqual([422, [tooLarge]]);
    }
  });
});

describe('an update', () => {
  it('computes the amount anew from what it says and what it leaves', async () => {
    const path = await drinks();
    const steps: [object, string][] = [
      [{ quantity: 3 }, '840.00,"spent":0.00,"unit_amount":3.50,"quantity":3,"per_guest":true'],
      [{ unit_amount: 4 }, '960.00,"spent":0.00,"unit_amount":4.00,"quantity":3,"per_guest":true'],
      [{ per_guest: false }, '12.00,"spent":0.00,"unit_amount":4.00,"quantity":3,"per_guest":false'],
      [{ quantity: null }, '4.00,"spent":0.00,"unit_amount":4.00,"per_guest":false'],
      [{ per_guest: null, quantity: 2 }, '8.00,"spent":0.00,"unit_amount":4.00,"quantity":2'],
      [{ per_guest: true, spent: 5 }, '640.00,"spent":5.00,"unit_amount":4.00,"quantity":2,"per_guest":true'],
      [{ name: 'Wine', spent: 6 }, '640.00,"spent":6.00,"unit_amount":4.00,"quantity":2,"per_guest":true'],
    ];
    for (const [body, text] of steps) {
      expect((await change(path, body)).status).toBe(200);
      expect(await shown(path)).toBe(text);
      await expectSums(token, event);
    }
  });

  it('makes a plain budget one with a unit amount, and a plain one again', async () => {
    const path = await newBudget(token, event);
    const steps: [object, string][] = [
      [{ unit_amount: 3, per_guest: true }, '240.00,"spent":300.00,"unit_amount":3.00,"per_guest":true'],
      [{ unit_amount: null }, '240.00,"spent":300.00'],
      [{ unit_amount: 2, quantity: 2 }, '4.00,"spent":300.00,"unit_amount":2.00,"quantity":2'],
      [{ unit_amount: null, amount: 7 }, '7.00,"spent":300.00'],
      [{ unit_amount: 1 }, '1.00,"spent":300.00,"unit_amount":1.00'],
      [{ unit_amount: null, quantity: null, per_guest: false }, '1.00,"spent":300.00'],
    ];
    for (const [body, text] of steps) {
      expect((await change(path, body)).status).toBe(200);
      expect(await shown(path)).toBe(text);
      await expectSums(token, event);
    }
  });

  it.each([{ quantity: null }, { per_guest: null }, { per_guest: false }, { unit_amount: null }])(
    'takes %j for a plain budget, which stays as it is',
    async (body) => {
      const path = await newBudget(token, event);
      expect((await change(path, body)).status).toBe(200);
      expect(await shown(path)).toBe('1250.50,"spent":300.00');
    },
  );

  it.each<[object, string]>([
    [{ amount: 5 }, 'amount derived'],
    [{ unit_amount: 3, amount: 5 }, 'amount derived'],
    [{ quantity: 2, amount: 5 }, 'amount derived'],
    [{ unit_amount: null, quantity: 2 }, 'unit_amount blank'],
    [{ unit_amount: null, per_guest: true }, 'unit_amount blank'],
    [{ quantity: 0 }, 'quantity invalid'],
    [{ unit_amount: 3.501 }, 'unit_amount too_precise'],
  ])('of a budget with a unit amount refuses %j', async (body, error) => {
    const path = await drinks();
    expect((await rejected(() => change(path, body))).codes).toEqual([422, error]);
  });

  it.each<[object, string]>([
    [{ quantity: 2 }, 'unit_amount blank'],
    [{ per_guest: true }, 'unit_amount blank'],
    [{ amount: 5, quantity: 2 }, 'unit_amount blank'],
    [{ unit_amount: 3, amount: 5 }, 'amount derived'],
  ])('of a plain budget refuses %j', async (body, error) => {
    const path = await newBudget(token, event);
    expect((await rejected(() => change(path, body))).codes).toEqual([422, error]);
  });

  it('of income changes the income alone', async () => {
    const path = await drinks({ unit_amount: 10, per_guest: true, kind: 'income' });
    expect((await change(path, { quantity: 2, spent: 1 })).status).toBe(200);
    expect(await shown(path)).toMatch(/^1600\.00,"spent":1\.00,"kind":"income",/);
    expect((await viewEvent(token, event)).total_amount).toBe(0);
    await expectSums(token, event);
  });

  it('needs the current version if one is sent', async () => {
    const path = await drinks();
    const stale = { 'if-match': '"0"' };
    const updated = await change(path, { quantity: 3 }, stale);
    expect([updated.status, updated.headers['etag']]).toEqual([200, '"1"']);
    for (const body of [{ quantity: 4 }, { name: 'Wine' }, { unit_amount: null }])
      expect((await rejected(() => change(path, body, stale))).status).toBe(412);
    const { headers } = await call(viewBudget.handler, { method: 'GET', token, path });
    expect(headers['etag']).toBe('"1"');
  });

  it('of an unknown budget, or one of somebody else, finds none', async () => {
    const path = await drinks();
    const body = { unit_amount: 3 };
    expect((await rejected(() => change({ ...path, id: '1' }, body))).status).toBe(404);
    expect((await rejected(() => change({ ...path, event_id: '1' }, body))).status).toBe(404);
    token = await newToken();
    expect((await rejected(() => change(path, body))).status).toBe(404);
    expect((await rejected(() => create(body))).status).toBe(404);
  });

  it('is for owners and editors', async () => {
    const shared = await sharedEvent();
    const body = { unit_amount: 3, quantity: 2 };
    token = shared.viewer;
    expect((await rejected(() => change(shared.budget, body))).status).toBe(403);
    expect((await rejected(() => create(body, shared.event))).status).toBe(403);
    token = shared.editor;
    expect((await change(shared.budget, body)).status).toBe(200);
    expect((await create(body, shared.event)).status).toBe(201);
    await expectSums(shared.owner, shared.event);
  });
});

describe('with an Idempotency-Key', () => {
  const keyed = (fields: object) => create(fields, event, { 'idempotency-key': 'a-key' });
  const fields = { unit_amount: 3.5, quantity: 2, per_guest: true };

  it('a repeat has the first response, whatever became of the guests', async () => {
    const made = await keyed(fields);
    expect(shownIn(made)).toMatch(/^560\.00,/);
    await call(updateEvent.handler, { token, path: event, body: { guests: 100 } });
    const path = { event_id: event.id, id: made.id };
    expect(await shown(path)).toMatch(/^700\.00,/);
    const again = await keyed(fields);
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([made.text, 'true']);
    await call(updateEvent.handler, { token, path: event, body: { guests: null } });
    expect((await keyed(fields)).text).toBe(made.text);
    expect(await shown(path)).toMatch(/^0\.00,/);
    await expectSums(token, event);
  });

  it('a repeat in an event without guests has the first response', async () => {
    event = await newEvent(token, { currency: 'JPY' });
    const yen = { unit_amount: 350, per_guest: true };
    const made = await keyed(yen);
    await call(updateEvent.handler, { token, path: event, body: { guests: 100 } });
    expect((await keyed(yen)).text).toBe(made.text);
    expect(shownIn(made)).toMatch(/^0,/);
  });

  it('another quantity is other input, and a default is not', async () => {
    const made = await keyed({ unit_amount: 3.5, quantity: 2 });
    expect((await rejected(() => keyed(fields))).codes).toEqual([422, 'Idempotency-Key reused']);
    expect((await keyed({ unit_amount: 3.5, quantity: 2, spent: 0 })).text).toBe(made.text);
  });
});

describe('with Prefer', () => {
  const headers = { prefer: 'return=representation' };

  it('a create and an update have the budget and the summary', async () => {
    const created = await create({ unit_amount: 3.5, per_guest: true }, event, headers);
    const path = { event_id: event.id, id: created.id };
    const data = { amount: 280, unit_amount: 3.5, per_guest: true };
    expect(created.body).toMatchObject({ data, summary: { total_amount: 280 } });
    const updated = await change(path, { quantity: 2 }, headers);
    expect(updated.body).toMatchObject({
      data: { ...data, amount: 560, quantity: 2 },
      summary: { total_amount: 560 },
    });
    expect(updated.text).toContain(await shown(path));
  });
});
