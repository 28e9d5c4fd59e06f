import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SECURITY_HEADERS } from '../../lib/http/lambda-handler.ts';
import { call, type Outcome } from '../support/call.ts';
import { document } from '../support/contract.ts';
import { allEndpoints } from '../support/endpoints.ts';
import type { GatewayRequest } from '../support/gateway.ts';
import { sameOwner } from '../support/owner.ts';
import { historyLength } from '../support/scale.ts';
import { catering, endpoints, newBudget, newEvent, newToken, party } from '../support/service.ts';
import { share, sharedEvent } from '../support/sharing.ts';

const PREFERRED = { prefer: 'return=representation' };
const APPLIED = { 'preference-applied': 'return=representation', vary: 'Prefer' };

type Name = keyof typeof endpoints;

const ask = (name: Name, request: GatewayRequest) => {
  const { handler, method } = endpoints[name];
  return call(handler, { method, ...request });
};
const viewed = (token: string, path: { id: string }) => ask('view', { token, path });
const listed = (token: string, { id }: { id: string }) =>
  ask('listBudgets', { token, path: { event_id: id } });
const budgetViewed = (token: string, path: { event_id: string; id: string }) =>
  ask('viewBudget', { token, path });

/** The last field of a body, exactly as it was sent. */
const lastField = ({ text }: Outcome, name: string): string =>
  text.slice(text.indexOf(`"${name}":`) + name.length + 3, -1);

const success = (message: string, rest = ''): string => `{"status":"success","message":"${message}"${rest}}`;

/** Expects the representation in the headers, and that there are no others than without it. */
const expectApplied = ({ headers }: Outcome, without: Outcome) => {
  expect(headers).toMatchObject(APPLIED);
  expect(Object.keys(headers).sort()).toEqual(
    [...Object.keys(without.headers), ...Object.keys(APPLIED)].sort(),
  );
};

describe.each([
  ['no currency', undefined, 15.5],
  ['0 digits', 'JPY', 15],
  ['3 digits', 'BHD', 15.125],
] as const)('with the preference, in an event with %s', (_, currency, amount) => {
  describe.each(['owner', 'editor'] as const)('by the %s,', (who) => {
    let token: string;
    let event: { id: string };
    let on: { event_id: string };
    let budget: { event_id: string; id: string };
    beforeEach(async () => {
      const people = { owner: await newToken(), editor: await newToken() };
      token = people[who];
      event = await newEvent(people.owner, { currency, limit_amount: amount });
      on = { event_id: event.id };
      await share(people.owner, event, people.editor, 'editor');
      budget = await newBudget(people.owner, event, { amount, spent: amount, due_date: '2027-06-30' });
      await newBudget(people.owner, event, { amount, spent: 0, category: 'Tickets', kind: 'income' });
    });

    /** Makes the same call without the preference and with it. */
    const both = async (name: Name, request: GatewayRequest) => {
      const without = await ask(name, { token, ...request });
      return [await ask(name, { token, ...request, headers: PREFERRED }), without] as const;
    };

    it('an update of the event has the event as its view has it, and the summary', async () => {
      const [updated, without] = await both('update', { path: event, body: { name: 'Ball' } });
      const [view, list] = [await viewed(token, event), await listed(token, event)];
      const rest = `,"data":${lastField(view, 'data')},"budgets":[],"summary":${lastField(list, 'summary')}`;
      expect(updated.text).toBe(success('Event saved successfully', rest));
      expect(updated.headers['etag']).toBe(view.headers['etag']);
      expectApplied(updated, without);
      if (who === 'editor')
        expect(updated.body.data).toMatchObject({ role: 'editor', owner: 'Ada Lovelace' });
    });

    it('a change of the guests has the budgets that it changed, as a list has them', async () => {
      const perGuest = { amount: undefined, unit_amount: amount, per_guest: true, spent: 0 };
      const { id } = await newBudget(token, event, perGuest);
      const [updated] = await both('update', { path: event, body: { guests: 0 } });
      expect(updated.body['budgets']).toEqual([]);
      const changed = await ask('update', { token, path: event, headers: PREFERRED, body: { guests: 3 } });
      const list = await listed(token, event);
      const [, , drinks] = Object(list.body.data);
      expect(drinks).toMatchObject({ id: Number(id), amount: 3 * amount, version: 1 });
      expect(changed.body).toMatchObject({ budgets: [drinks], summary: list.body['summary'] });
      expect(changed.body['summary']).toMatchObject({ total_amount: 4 * amount });
    });

    it('an update of the limit has it', async () => {
      const [updated] = await both('update', { path: event, body: { limit_amount: 2 * amount } });
      expect(updated.body.data).toMatchObject({ limit_amount: 2 * amount });
      expect(updated.text).toContain(lastField(await viewed(token, event), 'data'));
    });

    it('a create of an event has it', async () => {
      const body = party({ currency, limit_amount: amount });
      const [created, without] = await both('create', { body });
      const view = await viewed(token, { id: created.id });
      expect(created.text).toBe(success('Event saved successfully', `,"data":${lastField(view, 'data')}`));
      expect(created.headers['etag']).toBe(view.headers['etag']);
      expectApplied(created, without);
    });

    it('a copy has it', async () => {
      const [copied, without] = await both('copy', { path: event, body: { event_date: '2028-07-04' } });
      const view = await viewed(token, { id: copied.id });
      expect(copied.text).toBe(success('Event saved successfully', `,"data":${lastField(view, 'data')}`));
      expect(copied.body.data).toMatchObject({ budgets_count: 2, total_amount: amount });
      expect(copied.headers['etag']).toBe(view.headers['etag']);
      expectApplied(copied, without);
    });

    /** What a write of a budget answers, by what reads answer. */
    const shown = async (path: typeof budget) => {
      const view = await budgetViewed(token, path);
      const summary = lastField(await listed(token, event), 'summary');
      return { tag: view.headers['etag'], text: `,"data":${lastField(view, 'data')},"summary":${summary}` };
    };

    it.each([
      ['an expense', { spent: 0, note: 'A note', due_date: '2027-06-30' }],
      ['income', { kind: 'income' }],
    ])('a create of %s has it and the summary', async (__, fields) => {
      const [created, without] = await both('createBudget', {
        path: on,
        body: catering({ amount, ...fields }),
      });
      const { tag, text } = await shown({ ...on, id: created.id });
      expect(created.text).toBe(success('Budget saved successfully', text));
      expect(created.headers['etag']).toBe(tag);
      expectApplied(created, without);
    });

    it.each([
      ['an expense', 0, { amount: 2 * amount, vendor: 'Ada & Co.', due_date: null }],
      ['its texts alone', 0, { category: 'Tickets' }],
      ['income', 1, { amount: 3 * amount, spent: amount }],
    ])('an update of %s has the budget and the summary', async (__, place, body) => {
      const { data } = (await listed(token, event)).body;
      const path = { ...on, id: String(Object(data)[place].id) };
      const [updated, without] = await both('updateBudget', { path, body });
      const { tag, text } = await shown(path);
      expect(updated.text).toBe(success('Budget saved successfully', text));
      expect(updated.headers['etag']).toBe(tag);
      expectApplied(updated, without);
    });

    it('a deletion of a budget has the summary', async () => {
      const without = await ask('deleteBudget', { token, path: budget });
      const path = await newBudget(token, event, { amount, spent: 0 });
      const deleted = await ask('deleteBudget', { token, path, headers: PREFERRED });
      const summary = lastField(await listed(token, event), 'summary');
      expect(deleted.text).toBe(success('Budget deleted successfully', `,"summary":${summary}`));
      expectApplied(deleted, without);
    });

    it('an import has the budgets that it added, as a list has them, and the summary', async () => {
      const body = { budgets: [catering({ amount }), catering({ amount, spent: 0, kind: 'income' })] };
      const [imported, without] = await both('importBudgets', { path: on, body });
      const list = await listed(token, event);
      const { data, summary } = list.body;
      const shown = { return_count: 2, budgets: Object(data).slice(-2), summary };
      expect(imported.body).toEqual({
        status: 'success',
        message: 'Budgets imported successfully',
        ...shown,
      });
      expect(imported.headers['etag']).toBe(list.headers['etag']);
      expectApplied(imported, without);
    });
  });
});

const listedBudgets = z.array(z.looseObject({ id: z.int(), payments: z.optional(z.array(z.unknown())) }));
const representing = allEndpoints.filter(({ contract }) => contract.representation);

it.each(representing)('$name: what a response shows is what reads show', async (endpoint) => {
  const { session: token, requestOf, event } = await sameOwner();
  const { path, ...request } = requestOf(endpoint);
  const written = await call(endpoint.handler, { token, path, ...request, headers: PREFERRED });
  expect(written.headers).toMatchObject(APPLIED);
  const { data, budget, budgets, summary } = written.body;
  if (endpoint.name === 'eventsDelete') {
    expect(written.body).toMatchObject({ members_removed: 1, invitations_removed: 0 });
    return;
  }
  expect(Object.keys(written.body)).toContain(endpoint.subject === 'events' ? 'data' : 'summary');
  const own = { id: endpoint.subject === 'events' && written.status === 201 ? written.id : event.id };
  const list = await listed(token, own);
  const inList = listedBudgets.parse(list.body.data);
  const views = await Promise.all(
    inList.map(async ({ id }) => (await budgetViewed(token, { event_id: own.id, id: String(id) })).body.data),
  );
  if (summary) expect(summary).toEqual(list.body['summary']);
  if (budget) expect(views).toContainEqual(budget);
  for (const each of z.array(z.unknown()).parse(budgets ?? [])) expect(inList).toContainEqual(each);
  if (endpoint.subject === 'events') expect(data).toEqual((await viewed(token, own)).body.data);
  if (endpoint.subject === 'budgets' && data) expect(views).toContainEqual(data);
  if (endpoint.subject === 'payments' && data)
    expect(inList.flatMap(({ payments }) => payments)).toContainEqual(data);
});

describe('without the preference', () => {
  const common = [...Object.keys(SECURITY_HEADERS), 'content-type', 'x-request-id'];

  it.each([undefined, 'return=minimal', 'respond-async', ''])(
    '(%j) a write answers as ever',
    async (header) => {
      const { owner: token, event, budget } = await sharedEvent();
      const request = { token, path: event, headers: header === undefined ? {} : { prefer: header } };
      const vary = header === undefined ? [] : ['vary'];
      const expectPlain = (outcome: Outcome, text: string, ...headers: string[]) => {
        expect(outcome.text).toBe(text);
        expect(Object.keys(outcome.headers).sort()).toEqual([...common, ...vary, ...headers].sort());
      };
      const [saved, on] = [success('Event saved successfully'), { event_id: event.id }];
      expectPlain(await ask('create', { ...request, body: party() }), saved, 'etag', 'location');
      const copy = { event_date: '2028-07-04' };
      expectPlain(await ask('copy', { ...request, body: copy }), saved, 'etag', 'location');
      expectPlain(await ask('update', { ...request, body: { name: 'Ball' } }), saved, 'etag');
      const created = await ask('createBudget', { ...request, path: on, body: catering() });
      const data = `{"id":${created.id},"name":"Catering","category":"Food","amount":1250.50,"spent":300.00}`;
      const budgetSaved = 'Budget saved successfully';
      expectPlain(created, success(budgetSaved, `,"data":${data}`), 'etag', 'location');
      const onBudget = { ...request, path: budget };
      const updated = await ask('updateBudget', { ...onBudget, body: { amount: 1 } });
      expectPlain(updated, success(budgetSaved), 'etag');
      const body = { budgets: [catering()] };
      const imported = await ask('importBudgets', { ...request, path: on, body });
      expectPlain(imported, success('Budgets imported successfully', ',"return_count":1'), 'etag');
      expectPlain(await ask('deleteBudget', onBudget), success('Budget deleted successfully'));
    },
  );

  it('and with it, a refusal is the same', async () => {
    const { viewer: token, event } = await sharedEvent();
    const refused = (headers: Record<string, string>) =>
      ask('update', { token, path: event, headers, body: { name: 'Ball' } });
    expect(await refused(PREFERRED)).toEqual(await refused({}));
  });

  it('other calls don’t know it', async () => {
    const { owner: token, event } = await sharedEvent();
    const { headers } = await ask('view', { token, path: event, headers: PREFERRED });
    expect(headers).not.toHaveProperty('vary');
    expect(headers).not.toHaveProperty('preference-applied');
  });
});

it.each([
  ['create', () => ({ body: party() })],
  ['copy', (path: { id: string }) => ({ path, body: { event_date: '2028-07-04' } })],
  ['createBudget', ({ id }: { id: string }) => ({ path: { event_id: id }, body: catering() })],
  [
    'importBudgets',
    ({ id }: { id: string }) => ({ path: { event_id: id }, body: { budgets: [catering()] } }),
  ],
] as const)('%s under a key has the representation, and a replay has none', async (name, requestOn) => {
  const token = await newToken();
  const event = await newEvent(token);
  const request = { token, ...requestOn(event) };
  const key = { 'idempotency-key': 'a-key' };
  const made = await ask(name, { ...request, headers: { ...key, ...PREFERRED } });
  expect([made.status, made.headers]).toMatchObject([201, APPLIED]);
  if (name === 'create' || name === 'copy') {
    const view = await viewed(token, { id: made.id });
    expect(made.body.data).toEqual(view.body.data);
    expect(made.headers['etag']).toBe(view.headers['etag']);
  } else {
    const list = await listed(token, event);
    expect(made.text).toContain(`,"summary":${lastField(list, 'summary')}}`);
    if (name === 'importBudgets') expect(made.headers['etag']).toBe(list.headers['etag']);
    else expect([{ ...Object(made.body.data), version: 0 }]).toEqual(list.body.data);
  }
  const replay = await ask(name, { ...request, headers: { ...key, ...PREFERRED } });
  const plainly = await ask(name, { ...request, headers: key });
  expect(replay.text).toBe(plainly.text);
  expect(replay.headers).toEqual({ ...plainly.headers, vary: 'Prefer' });
  expect(plainly.headers).toHaveProperty('idempotency-replayed');
});

it('a dry run has the summary that there would be, with the current version, and no budgets', async () => {
  const token = await newToken();
  const event = await newEvent(token);
  await newBudget(token, event, { category: 'Music', amount: 5, spent: 0 });
  const request = { token, path: { event_id: event.id }, body: { budgets: [catering()] } };
  const dry = { ...request, query: { dry_run: 'true' } };
  const [checked, plainly] = [
    await ask('importBudgets', { ...dry, headers: PREFERRED }),
    await ask('importBudgets', dry),
  ];
  expectApplied(checked, plainly);
  const { summary, ...rest } = checked.body;
  expect([checked.status, rest]).toEqual([200, { ...plainly.body, budgets: [] }]);
  const imported = await ask('importBudgets', { ...request, headers: PREFERRED });
  expect(summary).toMatchObject({ total_amount: 1255.5, version: 2 });
  expect(imported.body['summary']).toEqual({ ...Object(summary), version: 3 });
});

it('the document has the header, the fields and the headers of the response where they are', () => {
  const taking = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === 'Prefer'));
  expect(taking.map(({ operationId }) => operationId).sort()).toEqual(
    representing.map(({ name }) => name).sort(),
  );
  for (const { operationId, responses } of taking) {
    const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Answer`;
    const ofEvents = operationId === 'eventsDelete' ? 'members_removed' : 'data';
    const field = operationId.startsWith('events') ? ofEvents : 'summary';
    expect(document.components.schemas[name], operationId).toHaveProperty([
      'properties',
      field,
      'description',
    ]);
    expect(Object(document.components.schemas[name])['required']).not.toContain(field);
    const { headers } = Object(responses['201'] ?? responses['200']);
    expect(headers).toMatchObject({
      'Preference-Applied': { required: false },
      Vary: { required: false },
    });
  }
});

/** The number of operations. OPERATIONS overrides it. */
const OPERATIONS = historyLength(80);
const PER_HISTORY = 20;

const operation = fc.record({
  kind: fc.constantFrom('create', 'create', 'update', 'delete', 'import', 'update event'),
  by: fc.constantFrom('owner', 'editor'),
  keyed: fc.boolean(),
  target: fc.nat({ max: 5 }),
  units: fc.integer({ min: 0, max: 999_999_999 }),
  category: fc.constantFrom('Food', 'Music', ''),
  income: fc.boolean(),
});

it('the summary of any write is that of the list right after it', { timeout: 3_600_000 }, async () => {
  const history = fc.record({
    currency: fc.constantFrom(undefined, 'JPY', 'BHD'),
    operations: fc.array(operation, { minLength: PER_HISTORY, maxLength: PER_HISTORY }),
  });
  const runs = { numRuns: Math.ceil(OPERATIONS / PER_HISTORY) };
  await fc.assert(
    fc.asyncProperty(history, async ({ currency, operations }) => {
      const people = { owner: await newToken(), editor: await newToken() };
      const event = await newEvent(people.owner, { currency });
      await share(people.owner, event, people.editor, 'editor');
      const ids: string[] = [];
      for (const [step, { kind, by, keyed, target, units, category, income }] of operations.entries()) {
        const token = people[by];
        const amount = units / { none: 100, JPY: 1, BHD: 1_000 }[currency ?? 'none'];
        const headers = { ...PREFERRED, ...(keyed && { 'idempotency-key': `key-${step}` }) };
        const fields = { amount, spent: 0, category };
        const line = { name: 'x', ...fields, ...(income && { kind: 'income' }) };
        const on = { token, headers, path: { event_id: event.id } };
        const id = ids[target];
        const before = await listed(token, event);
        if (kind === 'update event') {
          const updated = await ask('update', { ...on, path: event, body: { limit_amount: amount } });
          expect(updated.body.data).toEqual((await viewed(token, event)).body.data);
          expect(lastField(updated, 'summary')).toBe(lastField(await listed(token, event), 'summary'));
          continue;
        }
        const path = { event_id: event.id, id: id ?? '1' };
        const outcome = await {
          create: () => ask('createBudget', { ...on, body: line }),
          update: () => ask('updateBudget', { ...on, path, body: fields }),
          delete: () => ask('deleteBudget', { ...on, path }),
          import: () => ask('importBudgets', { ...on, body: { budgets: [line, line] } }),
        }[kind]();
        const after = await listed(token, event);
        if (outcome.status >= 300) {
          expect([outcome.status, id, after.text]).toEqual([404, undefined, before.text]);
          continue;
        }
        expect(lastField(outcome, 'summary')).toBe(lastField(after, 'summary'));
        if (kind === 'create') ids.push(outcome.id);
        if (kind === 'delete') ids.splice(target, 1);
      }
    }),
    runs,
  );
});
