/** Plays the journey with openapi-fetch and the types that openapi-typescript generates. */
import { equal, match } from 'node:assert/strict';
import createClient from 'openapi-fetch';
import type { paths } from './client';

const client = createClient<paths>({ baseUrl: process.argv[2] ?? '' });
const email = `fetch-${Date.now()}@example.com`;
const password = 'correct horse';
await client.POST('/auth/signup', { body: { first_name: 'Ada', last_name: 'Lovelace', email, password } });
const login = await client.POST('/auth/login', { body: { username: email, password } });
client.use({
  onRequest: ({ request }) => request.headers.set('Authorization', `Bearer ${login.data?.token}`),
});

let event = 0;
let budget = 0;
for (const [currency, amount] of [
  ['JPY', 1500],
  ['BHD', 1.234],
  ['EUR', 999999999.99],
] as const) {
  await client.POST('/events/create', {
    body: { name: 'Party', description: '', event_date: '2027-07-04', currency },
  });
  const events = await client.GET('/events', { params: { query: { sort: '-created' } } });
  event = events.data?.data[0]?.id ?? 0;
  const path = { event_id: event };
  const created = await client.POST('/events/{event_id}/budgets/create', {
    params: { path },
    body: { name: 'Band', category: '', amount, spent: 0 },
  });
  budget = created.data?.data.id ?? 0;
  const params = { path: { ...path, id: budget } };
  const read = await client.GET('/events/{event_id}/budgets/view/{id}', { params });
  await client.POST('/events/{event_id}/budgets/update/{id}', {
    params,
    body: { amount: read.data?.data.amount },
  });
  equal((await client.GET('/events/{event_id}/budgets/view/{id}', { params })).data?.data.amount, amount);
}

const params = { path: { event_id: event } };
const line = { path: { event_id: event, id: budget } };
const file = await client.GET('/events/{event_id}/budgets/export', { params, parseAs: 'text' });
match(file.data ?? '', /999999999\.99/);
await client.POST('/events/{event_id}/budgets/import', {
  params,
  body: file.data ?? '',
  bodySerializer: String,
  headers: { 'Content-Type': 'text/csv' },
});
const view = { path: { id: event } };
const party = await client.GET('/events/view/{id}', { params: view });
equal(party.data?.data.budgets_count, 2);
equal(party.data?.data.total_amount, 1999999999.98);

const tag = party.response.headers.get('etag') ?? '';
const unchanged = await client.GET('/events/view/{id}', {
  params: { ...view, header: { 'If-None-Match': tag } },
});
equal(unchanged.response.status, 304);
const update = '/events/{event_id}/budgets/update/{id}';
const late = await client.POST(update, {
  params: { ...line, header: { 'If-Match': '"0"' } },
  body: { amount: 900 },
});
equal(late.response.status, 412);
const refused = await client.POST(update, { params: line, body: { amount: -1 } });
equal(refused.error?.errors?.[0]?.code, 'negative');

await client.POST('/events/update/{id}', { params: view, body: { guests: 80 } });
const drinks = await client.POST('/events/{event_id}/budgets/create', {
  params,
  body: { name: 'Drinks', category: '', spent: 0, unit_amount: 3.5, quantity: 2, per_guest: true },
});
equal(drinks.data?.data.amount, 560);
const ofDrinks = { event_id: event, budget_id: drinks.data?.data.id ?? 0 };
const part = await client.POST('/events/{event_id}/budgets/{budget_id}/payments/create', {
  params: { path: ofDrinks },
  body: { amount: 200, due_date: '2027-06-15' },
});
const id = part.data?.data.id ?? 0;
const paid = await client.POST('/events/{event_id}/budgets/{budget_id}/payments/update/{id}', {
  params: { path: { ...ofDrinks, id }, header: { Prefer: 'return=representation' } },
  body: { paid_on: '2027-06-14' },
});
equal(paid.data?.budget?.unscheduled, 360);
const [entry] = (await client.GET('/payments', { params: { query: { paid: true } } })).data?.data ?? [];
equal(entry?.payment_id, id);
equal(entry.paid_on, '2027-06-14');

const expires_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const made = await client.POST('/account/tokens/create', {
  body: { password, name: 'Script', access: 'read', expires_on },
});
const script = createClient<paths>({
  baseUrl: process.argv[2] ?? '',
  headers: { Authorization: `Bearer ${made.data?.data.token}` },
});
equal((await script.GET('/events')).data?.return_count, 3);
const forbidden = await script.GET('/account');
equal(forbidden.response.status, 403);
equal(forbidden.error?.errors?.[0]?.code, 'insufficient_scope');
await client.POST('/events/delete/{id}', { params: view });
