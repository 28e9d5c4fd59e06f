/** Plays the journey with the client that orval generates. */
import { equal, match } from 'node:assert/strict';
import axios from 'axios';
import * as api from './client';

// In Node, axios gets files by fetch only.
axios.defaults.adapter = 'fetch';
axios.defaults.baseURL = process.argv[2] ?? '';
const email = `orval-${Date.now()}@example.com`;
const password = 'correct horse';
await api.authSignup({ first_name: 'Ada', last_name: 'Lovelace', email, password });
const login = await api.authLogin({ username: email, password });
axios.defaults.headers.common.Authorization = `Bearer ${login.data.token}`;

let event = 0;
let budget = 0;
for (const [currency, amount] of [
  ['JPY', 1500],
  ['BHD', 1.234],
  ['EUR', 999999999.99],
] as const) {
  await api.eventsCreate({ name: 'Party', event_date: '2027-07-04', currency });
  event = (await api.eventsList({ sort: '-created' })).data.data[0]?.id ?? 0;
  budget = (await api.budgetsCreate(event, { name: 'Band', amount })).data.data.id;
  const read = await api.budgetsView(event, budget);
  await api.budgetsUpdate(event, budget, { amount: read.data.data.amount });
  equal((await api.budgetsView(event, budget)).data.data.amount, amount);
}

const file = await api.budgetsExport(event);
match(await file.data.text(), /999999999\.99/);
await api.budgetsImport(event, file.data, undefined, { headers: { 'Content-Type': 'text/csv' } });
const party = await api.eventsView(event);
equal(party.data.data.budgets_count, 2);
equal(party.data.data.total_amount, 1999999999.98);

const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (axios.isAxiosError<api.ApiError>(error) ? error.response : undefined),
  );
const unchanged = await failureOf(
  api.eventsView(event, undefined, { headers: { 'If-None-Match': String(party.headers.etag) } }),
);
equal(unchanged?.status, 304);
const late = await failureOf(
  api.budgetsUpdate(event, budget, { amount: 900 }, { headers: { 'If-Match': '"0"' } }),
);
equal(late?.status, 412);
const refused = await failureOf(api.budgetsUpdate(event, budget, { amount: -1 }));
equal(refused?.data.errors?.[0]?.code, 'negative');

await api.eventsUpdate(event, { guests: 80 });
const unit = { unit_amount: 3.5, quantity: 2, per_guest: true };
const drinks = (await api.budgetsCreate(event, { name: 'Drinks', ...unit })).data.data;
equal(drinks.amount, 560);
const deposit = { amount: 200, due_date: '2027-06-15' };
const { id } = (await api.paymentsCreate(event, drinks.id, deposit)).data.data;
await api.paymentsUpdate(event, drinks.id, id, { paid_on: '2027-06-14' });
equal((await api.budgetsView(event, drinks.id)).data.data.unscheduled, 360);
const [entry] = (await api.paymentsList({ paid: true })).data.data;
equal(entry?.payment_id, id);
equal(entry.paid_on, '2027-06-14');

const expires_on = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
const made = await api.tokensCreate({ password, name: 'Script', access: 'read', expires_on });
const asScript = { headers: { Authorization: `Bearer ${made.data.data.token}` } };
equal((await api.eventsList(undefined, asScript)).data.return_count, 3);
const forbidden = await failureOf(api.accountView(asScript));
equal(forbidden?.status, 403);
equal(forbidden?.data.errors?.[0]?.code, 'insufficient_scope');
await api.eventsDelete(event);
