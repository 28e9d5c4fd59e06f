import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, newClient } from '../support/client.ts';
import { parametersOf } from '../support/contract.ts';
import { allEndpoints } from '../support/endpoints.ts';
import { endpoints } from '../support/service.ts';

const READ_ALL = 'The response has all budgets of the event. Sort and filter them yourself.';

/** Parameters of earlier versions, and the sentence that each gets. */
const GONE = [
  ['sort', '-amount', `Sort is no longer a parameter. ${READ_ALL}`],
  ['category', '', `Category is no longer a parameter. ${READ_ALL}`],
  ['paid', 'true', `Paid is no longer a parameter. ${READ_ALL}`],
] as const;

let ada: Client;
let on: { event_id: string };
beforeAll(async () => {
  ada = await newClient();
  const event = await ada.newEvent();
  await ada.newBudget(event);
  on = { event_id: event.id };
});

describe('a parameter that earlier versions took', () => {
  it.each(GONE)('%s=%s is 422 with what to send instead', async (field, value, message) => {
    const { status, body } = await ada.listBudgets(on, { [field]: value });
    expect([status, body.message]).toEqual([422, endpoints.listBudgets.failure]);
    expect(body.errors).toEqual([{ field, code: 'invalid', message }]);
  });

  it('is named with what else is wrong', async () => {
    const { codes } = await ada.listBudgets(on, { paid: 'x', sort: '', include: 'x' });
    expect(codes).toEqual([422, 'sort invalid', 'paid invalid', 'include invalid']);
  });

  it('is not documented, and each is tried here', () => {
    const tried = GONE.map(([parameter]) => `budgetsList ${parameter}`);
    for (const { name, handler, contract } of allEndpoints) {
      const gone = Object.keys(contract.removed ?? {});
      expect(tried).toEqual(expect.arrayContaining(gone.map((parameter) => `${name} ${parameter}`)));
      const documented = parametersOf(handler).map((parameter) => parameter.name);
      expect(documented.filter((parameter) => gone.includes(parameter))).toEqual([]);
    }
  });
});

it('a parameter that no version took is ignored', async () => {
  const { status, body } = await ada.listBudgets(on, { Q: 'x', vendor: 'x', toString: 'x', limit: 'x' });
  expect([status, body.return_count]).toEqual([200, 1]);
});
