import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { SECURITY_HEADERS } from '../../lib/http/lambda-handler.ts';
import { call, type Outcome } from '../support/call.ts';
import { type Client, clientOf, newClient, sharedClients } from '../support/client.ts';
import { document } from '../support/contract.ts';
import { allEndpoints } from '../support/endpoints.ts';
import { sameOwner } from '../support/owner.ts';
import { catering, party } from '../support/service.ts';
import { share } from '../support/sharing.ts';

const PREFERRED = { prefer: 'return=representation' };
const APPLIED = { 'preference-applied': 'return=representation', vary: 'Prefer' };

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

/** Makes the same call without the preference and with it. */
async function both(send: (headers?: Record<string, string>) => Promise<Outcome>) {
  const without = await send();
  const applied = await send(PREFERRED);
  expectApplied(applied, without);
  return applied;
}

describe.each([
  ['no currency', undefined, 15.5],
  ['0 digits', 'JPY', 15],
  ['3 digits', 'BHD', 15.125],
] as const)('with the preference, in an event with %s', (_, currency, amount) => {
  describe.each(['owner', 'editor'] as const)('by the %s,', (who) => {
    let by: Client;
    let event: { id: string };
    let on: { event_id: string };
    let budget: { event_id: string; id: string };
    beforeEach(async () => {
      const people = { owner: await newClient(), editor: await newClient() };
      by = people[who];
      event = await people.owner.newEvent({ currency, limit_amount: amount });
      on = { event_id: event.id };
      await share(people.owner.token, event, people.editor.token, 'editor');
      budget = await people.owner.newBudget(event, { amount, spent: amount, due_date: '2027-06-30' });
      await people.owner.newBudget(event, { amount, spent: 0, category: 'Tickets', kind: 'income' });
    });

    it('an update of the event has the event as its view has it, and the summary', async () => {
      const updated = await both((headers) => by.update(event, { name: 'Ball' }, headers));
      const [view, list] = [await by.view(event), await by.listBudgets(on)];
      const rest = `,"data":${lastField(view, 'data')},"budgets":[],"summary":${lastField(list, 'summary')}`;
      expect(updated.text).toBe(success('Event saved successfully', rest));
      expect(updated.tag).toBe(view.tag);
      if (who === 'editor')
        expect(updated.body.data).toMatchObject({ role: 'editor', owner: 'Ada Lovelace' });
      const limited = await by.update(event, { limit_amount: 2 * amount }, PREFERRED);
      expect(limited.body.data).toMatchObject({ limit_amount: 2 * amount });
      expect(limited.text).toContain(lastField(await by.view(event), 'data'));
    });

    it('a change of the guests has the budgets that it changed, as a list has them', async () => {
      const perGuest = { amount: undefined, unit_amount: amount, per_guest: true, spent: 0 };
      const { id } = await by.newBudget(event, perGuest);
      const updated = await both((headers) => by.update(event, { guests: 0 }, headers));
      expect(updated.body['budgets']).toEqual([]);
      const changed = await by.update(event, { guests: 3 }, PREFERRED);
      const list = await by.listBudgets(on);
      const [, , drinks] = Object(list.body.data);
      expect(drinks).toMatchObject({ id: Number(id), amount: 3 * amount, version: 1 });
      expect(changed.body).toMatchObject({ budgets: [drinks], summary: list.body['summary'] });
      expect(changed.body['summary']).toMatchObject({ total_amount: 4 * amount });
    });

    it('a create and a copy of an event have it', async () => {
      const body = party({ currency, limit_amount: amount });
      const created = await both((headers) => by.create(body, headers));
      const copied = await both((headers) => by.copy(event, { event_date: '2028-07-04' }, headers));
      for (const made of [created, copied]) {
        const view = await by.view({ id: made.id });
        expect(made.text).toBe(success('Event saved successfully', `,"data":${lastField(view, 'data')}`));
        expect(made.tag).toBe(view.tag);
      }
      expect(copied.body.data).toMatchObject({ budgets_count: 2, total_amount: amount });
    });

    /** Expects what a write of a budget answers to be what reads answer. */
    const expectShown = async (written: Outcome, path: typeof budget) => {
      const view = await by.viewBudget(path);
      const summary = lastField(await by.listBudgets(on), 'summary');
      const rest = `,"data":${lastField(view, 'data')},"summary":${summary}`;
      expect([written.text, written.tag]).toEqual([success('Budget saved successfully', rest), view.tag]);
    };

    it.each([
      ['an expense', { spent: 0, note: 'A note', due_date: '2027-06-30' }],
      ['income', { kind: 'income' }],
    ])('a create of %s has it and the summary', async (__, fields) => {
      const body = catering({ amount, ...fields });
      const created = await both((headers) => by.createBudget(on, body, headers));
      await expectShown(created, { ...on, id: created.id });
    });

    it.each([
      ['an expense', 0, { amount: 2 * amount, vendor: 'Ada & Co.', due_date: null }],
      ['its texts alone', 0, { category: 'Tickets' }],
      ['income', 1, { amount: 3 * amount, spent: amount }],
    ])('an update of %s has the budget and the summary', async (__, place, body) => {
      const { data } = (await by.listBudgets(on)).body;
      const path = { ...on, id: String(Object(data)[place].id) };
      await expectShown(await both((headers) => by.updateBudget(path, body, headers)), path);
    });

    it('a deletion of a budget has the summary', async () => {
      const without = await by.deleteBudget(budget);
      const path = await by.newBudget(event, { amount, spent: 0 });
      const deleted = await by.deleteBudget(path, undefined, PREFERRED);
      const summary = lastField(await by.listBudgets(on), 'summary');
      expect(deleted.text).toBe(success('Budget deleted successfully', `,"summary":${summary}`));
      expectApplied(deleted, without);
    });

    it('an import has the budgets that it added, as a list has them, and the summary', async () => {
      const body = { budgets: [catering({ amount }), catering({ amount, spent: 0, kind: 'income' })] };
      const imported = await both((headers) => by.importBudgets(on, body, headers));
      const list = await by.listBudgets(on);
      expect(imported.body).toEqual({
        status: 'success',
        message: 'Budgets imported successfully',
        return_count: 2,
        budgets: Object(list.body.data).slice(-2),
        summary: list.body['summary'],
      });
      expect(imported.tag).toBe(list.tag);
    });
  });
});

const listedBudgets = z.array(z.looseObject({ id: z.int(), payments: z.optional(z.array(z.unknown())) }));
const representing = allEndpoints.filter(({ contract }) => contract.representation);

it.each(representing)('$name: what a response shows is what reads show', async (endpoint) => {
  const { session: token, requestOf, event } = await sameOwner();
  const by = clientOf(token);
  const { path, ...request } = requestOf(endpoint);
  const written = await call(endpoint.handler, { token, path, ...request, headers: PREFERRED });
  expect(written.headers).toMatchObject(APPLIED);
  const { data, budget, budgets, summary } = written.body;
  if (endpoint.name === 'eventsDelete') {
    expect(written.body).toMatchObject({ members_removed: 1, invitations_removed: 0 });
    return;
  }
  expect(Object.keys(written.body)).toContain(endpoint.subject === 'events' ? 'data' : 'summary');
  const id = endpoint.subject === 'events' && written.status === 201 ? written.id : event.id;
  const list = await by.listBudgets({ event_id: id });
  const inList = listedBudgets.parse(list.body.data);
  const viewed = inList.map((each) => by.viewBudget({ event_id: id, id: String(each.id) }));
  const views = (await Promise.all(viewed)).map(({ body }) => body.data);
  if (summary) expect(summary).toEqual(list.body['summary']);
  if (budget) expect(views).toContainEqual(budget);
  for (const each of z.array(z.unknown()).parse(budgets ?? [])) expect(inList).toContainEqual(each);
  if (endpoint.subject === 'events') expect(data).toEqual((await by.view({ id })).body.data);
  if (endpoint.subject === 'budgets' && data) expect(views).toContainEqual(data);
  if (endpoint.subject === 'payments' && data)
    expect(inList.flatMap(({ payments }) => payments)).toContainEqual(data);
});

describe('without the preference', () => {
  const common = [...Object.keys(SECURITY_HEADERS), 'content-type', 'x-request-id'];

  it.each([undefined, 'return=minimal', 'respond-async', ''])(
    '(%j) a write answers as ever',
    async (header) => {
      const { owner, event, budget } = await sharedClients();
      const headers = header === undefined ? undefined : { prefer: header };
      const vary = header === undefined ? [] : ['vary'];
      const expectPlain = (outcome: Outcome, text: string, ...names: string[]) => {
        expect(outcome.text).toBe(text);
        expect(Object.keys(outcome.headers).sort()).toEqual([...common, ...vary, ...names].sort());
      };
      const [saved, on] = [success('Event saved successfully'), { event_id: event.id }];
      expectPlain(await owner.create(party(), headers), saved, 'etag', 'location');
      expectPlain(await owner.copy(event, { event_date: '2028-07-04' }, headers), saved, 'etag', 'location');
      expectPlain(await owner.update(event, { name: 'Ball' }, headers), saved, 'etag');
      const created = await owner.createBudget(on, catering(), headers);
      const data = `{"id":${created.id},"name":"Catering","category":"Food","amount":1250.50,"spent":300.00}`;
      const budgetSaved = 'Budget saved successfully';
      expectPlain(created, success(budgetSaved, `,"data":${data}`), 'etag', 'location');
      expectPlain(await owner.updateBudget(budget, { amount: 1 }, headers), success(budgetSaved), 'etag');
      const imported = await owner.importBudgets(on, { budgets: [catering()] }, headers);
      expectPlain(imported, success('Budgets imported successfully', ',"return_count":1'), 'etag');
      const deleted = await owner.deleteBudget(budget, undefined, headers);
      expectPlain(deleted, success('Budget deleted successfully'));
    },
  );

  it('and with it, a rejection is the same, and other calls don’t know it', async () => {
    const { owner, viewer, event } = await sharedClients();
    const body = { name: 'Ball' };
    expect(await viewer.update(event, body, PREFERRED)).toEqual(await viewer.update(event, body));
    const { headers } = await owner.view(event, {}, PREFERRED);
    for (const name of Object.keys(APPLIED)) expect(headers).not.toHaveProperty(name);
  });
});

type Make = (by: Client, event: { id: string }, headers: Record<string, string>) => Promise<Outcome>;

it.each<[name: string, make: Make]>([
  ['a create of an event', (by, _, headers) => by.create(party(), headers)],
  ['a copy', (by, event, headers) => by.copy(event, { event_date: '2028-07-04' }, headers)],
  ['a create of a budget', (by, { id }, headers) => by.createBudget({ event_id: id }, catering(), headers)],
  [
    'an import',
    (by, { id }, headers) => by.importBudgets({ event_id: id }, { budgets: [catering()] }, headers),
  ],
])('%s under a key has the representation, and a replay has none', async (name, make) => {
  const by = await newClient();
  const event = await by.newEvent();
  const key = { 'idempotency-key': 'a-key' };
  const made = await make(by, event, { ...key, ...PREFERRED });
  expect([made.status, made.headers]).toMatchObject([201, APPLIED]);
  if (name === 'a create of an event' || name === 'a copy') {
    const view = await by.view({ id: made.id });
    expect([made.body.data, made.tag]).toEqual([view.body.data, view.tag]);
  } else {
    const list = await by.listBudgets({ event_id: event.id });
    expect(made.text).toContain(`,"summary":${lastField(list, 'summary')}}`);
    if (name === 'an import') expect(made.tag).toBe(list.tag);
    else expect([{ ...Object(made.body.data), version: 0 }]).toEqual(list.body.data);
  }
  const replay = await make(by, event, { ...key, ...PREFERRED });
  const plainly = await make(by, event, key);
  expect(replay.text).toBe(plainly.text);
  expect(replay.headers).toEqual({ ...plainly.headers, vary: 'Prefer' });
  expect(plainly.isReplay).toBe(true);
});

it('a dry run has the summary that there would be, with the current version, and no budgets', async () => {
  const by = await newClient();
  const event = await by.newEvent();
  await by.newBudget(event, { category: 'Music', amount: 5, spent: 0 });
  const file = 'name,category,amount,spent\nCatering,Food,1250.5,300\n';
  const dry = { dry_run: 'true' };
  const [checked, plainly] = [
    await by.importFile(event, file, dry, PREFERRED),
    await by.importFile(event, file, dry),
  ];
  expectApplied(checked, plainly);
  const { summary, ...rest } = checked.body;
  expect([checked.status, rest]).toEqual([200, { ...plainly.body, budgets: [] }]);
  const imported = await by.importFile(event, file, {}, PREFERRED);
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
