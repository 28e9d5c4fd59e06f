import { beforeAll, describe, expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { parametersOf } from '../support/contract.ts';
import { allEndpoints, type Endpoint } from '../support/endpoints.ts';
import { endpoints, newBudget, newEvent, newToken } from '../support/service.ts';

const { listBudgets } = endpoints;

const READ_ALL = 'The response has all budgets of the event. Sort and filter them yourself.';

/** Parameters of earlier versions, and the sentence that each gets. */
const GONE: [endpoint: Endpoint, query: Record<string, string>, sentence: string][] = [
  [listBudgets, { sort: '-amount' }, `Sort is no longer a parameter. ${READ_ALL}`],
  [listBudgets, { category: '' }, `Category is no longer a parameter. ${READ_ALL}`],
  [listBudgets, { paid: 'true' }, `Paid is no longer a parameter. ${READ_ALL}`],
];

let token: string;
let path: { event_id: string };
beforeAll(async () => {
  token = await newToken();
  const event = await newEvent(token);
  await newBudget(token, event);
  path = { event_id: event.id };
});

describe('a parameter that earlier versions took', () => {
  it.each(GONE)('is 422 with what to send instead: %#', async ({ handler, failure }, query, message) => {
    const { status, body } = await call(handler, { method: 'GET', token, path, query });
    expect([status, body.message]).toEqual([422, failure]);
    const [field] = Object.keys(query);
    expect(body.errors).toEqual([{ field, code: 'invalid', message }]);
  });

  it('is named with what else is wrong', async () => {
    const query = { paid: 'x', sort: '', include: 'x' };
    const { body } = await call(listBudgets.handler, { method: 'GET', token, path, query });
    expect(body.errors?.map(({ field }) => field)).toEqual(['sort', 'paid', 'include']);
  });

  it('is not documented, and each is tried here', () => {
    const tried = GONE.flatMap(([{ name }, query]) => Object.keys(query).map((gone) => `${name} ${gone}`));
    for (const { name, handler, contract } of allEndpoints) {
      const gone = Object.keys(contract.removed ?? {});
      expect(tried).toEqual(expect.arrayContaining(gone.map((parameter) => `${name} ${parameter}`)));
      const documented = parametersOf(handler).map((parameter) => parameter.name);
      expect(documented.filter((parameter) => gone.includes(parameter))).toEqual([]);
    }
  });
});

it('a parameter that no version took is ignored', async () => {
  const query = { Q: 'x', vendor: 'x', toString: 'x', limit: 'x' };
  const { status, body } = await call(listBudgets.handler, { method: 'GET', token, path, query });
  expect([status, body.return_count]).toEqual([200, 1]);
});
