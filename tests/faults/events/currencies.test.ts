import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call, idIn, type Outcome, tagOf } from '../../support/call.ts';
import { type Choices, playAll, playShare } from '../../support/choices.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { interleave } from '../../support/interleave.ts';
import { catering, endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';
import { accountIdOf, newVerified, share } from '../../support/sharing.ts';
import { storedAt } from '../stored.ts';

const emulator = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);
const stored = storedAt(emulator);
const gate = await gateToDatabase();

const { update, view, createBudget, updateBudget, listBudgets } = endpoints;
const EVENTS = /^ACCOUNT#/;

let token: string;
beforeAll(async () => {
  token = await newToken();
});

const set = (path: { id: string }, body: object) => call(update.handler, { token, path, body });
const add = ({ id: event_id }: { id: string }, amount: number) =>
  call(createBudget.handler, { token, path: { event_id }, body: catering({ amount, spent: 0 }) });

const listed = z.object({ data: z.array(z.object({ amount: z.number() })) });

/** The event's currency, and the text of its budgets' amounts. Fails if sums are not those of the lines. */
async function outcomeFor({ id }: { id: string }) {
  await stored.events(accountIdOf(token));
  const { body } = await call(view.handler, { method: 'GET', token, path: { id } });
  const { currency } = z.object({ currency: z.optional(z.string()) }).parse(body.data);
  const { text, body: budgets } = await call(listBudgets.handler, {
    ...{ method: 'GET', token, path: { event_id: id } },
  });
  expect(listed.parse(budgets).data.every(({ amount }) => [15, 1.005].includes(amount))).toBe(true);
  return { currency, amounts: [...text.matchAll(/"amount":([\d.]+)/g)].map(([, amount]) => amount) };
}

const AMOUNTS: Record<string, string> = { JPY: '15', EUR: '15.00', BHD: '15.000' };

describe('in every order of the requests, with a crash after each, no amount has the digits of another currency', () => {
  const play = async (choices: Choices, works: (event: { id: string }) => (() => Promise<Outcome>)[]) => {
    const event = await newEvent(token);
    const played = await interleave(works(event), choices, { holds: EVENTS });
    if (!played) return false;
    const { currency = 'EUR', amounts } = await outcomeFor(event);
    for (const amount of amounts) expect([AMOUNTS[currency], '1.005']).toContain(amount);
    const [created] = played.results;
    if (created?.status === 201) expect(amounts).toContain(/"amount":([\d.]+)/.exec(created.text)?.[1]);
    return true;
  };

  it.each([15, 1.005])('the first budget, of %d, and the currency', async (amount) => {
    const works = (event: { id: string }) => [
      () => add(event, amount),
      () => set(event, { currency: 'BHD' }),
    ];
    expect(await playAll((choices) => play(choices, works))).toBeGreaterThan(2);
  });

  it('the first budget, and one currency after the other', async () => {
    const works = (event: { id: string }) => [
      () => add(event, 15),
      async () => {
        await set(event, { currency: 'JPY' });
        await set(event, { currency: 'BHD' });
        return set(event, { currency: 'EUR' });
      },
    ];
    await playShare(10, (choices) => play(choices, works));
  });

  it('the first budget, and two currencies', async () => {
    const works = (event: { id: string }) => [
      () => add(event, 15),
      () => set(event, { currency: 'JPY' }),
      () => set(event, { currency: 'BHD' }),
    ];
    await playShare(10, (choices) => play(choices, works));
  });

  it('the limit, and the currency', async () => {
    const plays = await playAll(async (choices) => {
      const event = await newEvent(token);
      const works = [() => set(event, { limit_amount: 15 }), () => set(event, { currency: 'JPY' })];
      if (!(await interleave(works, choices, { holds: EVENTS }))) return false;
      const { text } = await call(view.handler, { method: 'GET', token, path: event });
      const [, money] = /"event_date":"2026-07-04"(.*)}}$/.exec(text) ?? [];
      expect([
        ...['', ',"limit_amount":15.00', ',"currency":"JPY"', ',"currency":"JPY","limit_amount":15'],
      ]).toContain(money);
      return true;
    });
    expect(plays).toBeGreaterThan(2);
  });
});

describe('a write to an event with other digits', () => {
  let event: { id: string };
  let budget: { event_id: string; id: string };
  beforeEach(async () => {
    event = await newEvent(token, { currency: 'JPY' });
    budget = await newBudget(token, event, { amount: 15, kind: 'income' });
  });

  const shown = async () => (await outcomeFor(event)).amounts;
  const price = (amount: number, headers = {}) =>
    call(updateBudget.handler, { token, path: budget, headers, body: { amount, name: 'Tickets' } });

  /** Loses the response to the nth write of an event. */
  const lose = (nth: number) => {
    let writes = 0;
    gate.after = ({ operation }) => {
      if (operation !== 'UpdateItem') return undefined;
      writes += 1;
      return writes === nth ? 'lose' : undefined;
    };
  };

  it.each([1, 2])('is done once if the response to request %d is lost', async (nth) => {
    const { headers } = await call(endpoints.viewBudget.handler, { method: 'GET', token, path: budget });
    lose(nth);
    const changed = await price(15, { 'if-match': String(headers['etag']) });
    expect(changed.status).toBe(200);
    expect((await price(15, { 'if-match': tagOf(changed) })).status).toBe(200);
    lose(nth);
    const added = await add(event, 15);
    expect(added.status).toBe(201);
    expect(added.headers['location']).toContain(idIn(added));
    expect(await shown()).toEqual(['15', '15']);
  });

  it('still requires the version', async () => {
    expect((await price(15, { 'if-match': '"99"' })).status).toBe(412);
    expect((await price(15.5, { 'if-match': '"99"' })).status).toBe(422);
  });

  it('still requires the role, also if it is lost between the two requests', async () => {
    const { token: editor } = await newVerified();
    const id = await share(token, event, editor, 'editor');
    const body = { amount: 15 };
    expect((await call(updateBudget.handler, { token: editor, path: budget, body })).status).toBe(200);
    let writes = 0;
    gate.before = async ({ operation, body: request }) => {
      if (operation !== 'UpdateItem' || !request.includes(accountIdOf(token))) return;
      writes += 1;
      if (writes !== 2) return;
      gate.open();
      const path = { event_id: event.id, id };
      expect((await call(endpoints.removeMember.handler, { token, path })).status).toBe(200);
    };
    const path = { event_id: event.id };
    const outcome = await call(createBudget.handler, { token: editor, path, body: catering({ amount: 15 }) });
    expect(outcome.status).toBe(404);
    expect(await shown()).toEqual(['15']);
  });
});
