import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { catering, endpoints, newBudget, newEvent, newToken, party, person } from '../../support/service.ts';
import { wholeTable } from '../../support/whole-table.ts';

const { exportAccount, listSessions, signup, viewAccount } = endpoints;

const exported = z.strictObject({
  account: z.optional(z.unknown()),
  sessions: z.optional(z.array(z.unknown())),
  events: z.array(z.looseObject({ id: z.int(), budgets: z.array(z.unknown()) })),
});

async function page(token: string, cursor?: string) {
  const query = cursor === undefined ? {} : { cursor };
  const { status, text, headers, body } = await call(exportAccount.handler, { method: 'GET', token, query });
  expect(status).toBe(200);
  return { text, headers, data: exported.parse(body.data), next: body.next_cursor };
}

it('returns the account, its sessions and its events with their budgets', async () => {
  const token = await newToken();
  const path = await newEvent(token);
  const { id } = await newBudget(token, path);
  const { data, headers, next } = await page(token);
  const read = async ({ handler }: typeof viewAccount) =>
    (await call(handler, { method: 'GET', token })).body.data;
  expect(data).toEqual({
    account: await read(viewAccount),
    sessions: await read(listSessions),
    events: [
      {
        id: Number(path.id),
        ...party(),
        total_amount: 1250.5,
        budgets_count: 1,
        budgets: [{ id: Number(id), ...catering() }],
      },
    ],
  });
  expect(next).toBeUndefined();
  expect(headers['content-disposition']).toBe('attachment; filename="event-budget-account.json"');
});

it('writes amounts with two digits and times with milliseconds', async () => {
  const token = await newToken();
  await newBudget(token, await newEvent(token));
  const { text } = await page(token);
  expect(text).toContain('"amount":1250.50,"spent":300.00}');
  expect(text).toContain('"total_amount":1250.50,');
  expect(text).toMatch(/"account":\{[^}]*"created_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"\}/);
  expect(text).not.toMatch(/password|hash|claims|write_mark|head/);
});

it('never returns anything of another account', async () => {
  const other = person({ first_name: 'Grace' });
  const { body } = await call(signup.handler, { body: other });
  await newEvent(String(body.token), { name: 'A secret party' });
  const { data, text } = await page(await newToken());
  expect(data.events).toEqual([]);
  for (const secret of ['Grace', other.email, 'secret']) expect(text).not.toContain(secret);
});

it('goes on in further pages beyond 5 MB, without gaps or repeats', async () => {
  const token = await newToken();
  const { sub: accountId = '' } = decodeJwt(token);
  await wholeTable().addEvents(accountId, 130, 400);
  const pages = [await page(token)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await page(token, next));
  expect(pages.length).toBeGreaterThan(1);
  const ids = pages.flatMap(({ data }) => data.events.map(({ id }) => id));
  expect(ids).toHaveLength(130);
  expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
  for (const { text, data } of pages) {
    // Lambda's own limit, of the response in which the body is escaped again.
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(6_291_556);
    for (const { budgets } of data.events) expect(budgets).toHaveLength(400);
  }
  const [first, ...others] = pages.map(({ data }) => Object.keys(data));
  expect(first).toEqual(['account', 'sessions', 'events']);
  for (const names of others) expect(names).toEqual(['events']);
});

it.each(['0', 'x', '-1', '1e3', ''])('answers 422 for the cursor %j', async (cursor) => {
  const token = await newToken();
  const { status, body } = await call(exportAccount.handler, { method: 'GET', token, query: { cursor } });
  expect([status, body.message]).toEqual([422, 'Account failed to export']);
});
