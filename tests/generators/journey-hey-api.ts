/** Plays the journey with the client that @hey-api/openapi-ts generates. */
import { equal, match } from 'node:assert/strict';
import * as api from './client';
import { createClient, createConfig } from './client/client';
import { client } from './client/client.gen';

client.setConfig({ baseUrl: process.argv[2] ?? '', throwOnError: true });
const email = `hey-api-${Date.now()}@example.com`;
const password = 'correct horse';
await api.authSignup({ body: { first_name: 'Ada', last_name: 'Lovelace', email, password } });
const login = await api.authLogin({ body: { username: email, password }, throwOnError: true });
client.setConfig({ auth: login.data.token });

let event = 0;
let budget = 0;
for (const [currency, amount] of [
  ['JPY', 1500],
  ['BHD', 1.234],
  ['EUR', 999999999.99],
] as const) {
  await api.eventsCreate({ body: { name: 'Party', event_date: '2027-07-04', currency } });
  const events = await api.eventsList({ query: { sort: '-created' }, throwOnError: true });
  event = events.data.data[0]?.id ?? 0;
  const created = await api.budgetsCreate({
    path: { event_id: event },
    body: { name: 'Band', amount },
    throwOnError: true,
  });
  budget = created.data.data.id;
  const path = { event_id: event, id: budget };
  const read = await api.budgetsView({ path, throwOnError: true });
  await api.budgetsUpdate({ path, body: { amount: read.data.data.amount } });
  equal((await api.budgetsView({ path, throwOnError: true })).data.data.amount, amount);
}

const path = { event_id: event };
const line = { ...path, id: budget };
const file = await api.budgetsExport({ path, throwOnError: true });
match(await new Response(file.data).text(), /999999999\.99/);
// This client sends JSON alone.
const budgets = [
  { name: 'Hall', amount: 2000 },
  { id: budget, spent: 500 },
];
const imported = await api.budgetsImport({ path, body: { budgets }, throwOnError: true });
equal(imported.data.changed_count, 1);
const party = await api.eventsView({ path: { id: event }, throwOnError: true });
equal(party.data.data.budgets_count, 2);
equal(party.data.data.total_amount, 1000001999.99);

const tag = party.response.headers.get('etag') ?? '';
const unchanged = await api.eventsView({
  path: { id: event },
  headers: { 'If-None-Match': tag },
  throwOnError: false,
});
equal(unchanged.response?.status, 304);
const late = await api.budgetsUpdate({
  path: line,
  headers: { 'If-Match': '"0"' },
  body: { amount: 900 },
  throwOnError: false,
});
equal(late.response?.status, 412);
const refused = await api.budgetsUpdate({ path: line, body: { amount: -1 }, throwOnError: false });
equal(refused.error?.errors?.[0]?.code, 'negative');

await api.eventsUpdate({ path: { id: event }, body: { guests: 80 } });
const drinks = await api.budgetsCreate({
  path,
  body: { name: 'Drinks', unit_amount: 3.5, quantity: 2, per_guest: true },
  throwOnError: true,
});
equal(drinks.data.data.amount, 560);
const ofDrinks = { ...path, budget_id: drinks.data.data.id };
const deposit = { amount: 200, due_date: '2027-06-15' };
const part = await api.paymentsCreate({ path: ofDrinks, body: deposit, throwOnError: true });
const { id } = part.data.data;
const paid = await api.paymentsUpdate({
  path: { ...ofDrinks, id },
  headers: { Prefer: 'return=representation' },
  body: { paid_on: '2027-06-14' },
  throwOnError: true,
});
equal(paid.data.budget?.unscheduled, 360);
const [entry] = (await api.paymentsList({ query: { paid: true }, throwOnError: true })).data.data;
equal(entry?.payment_id, id);
equal(entry.paid_on, '2027-06-14');

const expires_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const made = await api.tokensCreate({
  body: { password, name: 'Script', access: 'read', expires_on },
  throwOnError: true,
});
const script = createClient(createConfig({ baseUrl: process.argv[2] ?? '', auth: made.data.data.token }));
equal((await api.eventsList({ client: script, throwOnError: true })).data.return_count, 3);
const forbidden = await api.accountView({ client: script });
equal(forbidden.response?.status, 403);
equal(forbidden.error?.errors?.[0]?.code, 'insufficient_scope');
await api.eventsDelete({ path: { id: event } });
