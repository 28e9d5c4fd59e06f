/** Plays the journey with the client that @hey-api/openapi-ts generates. */
import { equal, ok } from 'node:assert';
import { client } from './client/client.gen';
import * as api from './client/sdk.gen';

client.setConfig({ baseUrl: process.argv[2] ?? '', throwOnError: true });
const email = `typescript-${Date.now()}@example.com`;
const password = 'correct horse';
await api.authSignup({ body: { first_name: 'Ada', last_name: 'Lovelace', email, password } });
const login = await api.authLogin({ body: { username: email, password }, throwOnError: true });
client.setConfig({ auth: login.data.token });

await api.eventsCreate({ body: { name: 'Summer party', event_date: '2027-07-04', currency: 'EUR' } });
const events = await api.eventsList({ throwOnError: true });
const id = events.data.data[0]?.id ?? 0;
ok(id > 2 ** 32);
await api.eventsUpdate({ path: { id }, body: { description: 'In the garden' } });
const event = await api.eventsView({ path: { id }, throwOnError: true });
equal(event.data.data.description, 'In the garden');

const path = { event_id: id };
const body = { name: 'Band', amount: 800, spent: 950.5, due_date: '2027-06-30' };
const budget = await api.budgetsCreate({ path, body, throwOnError: true });
const line = { ...path, id: budget.data.data.id };
await api.budgetsUpdate({ path: line, body: { amount: 900 } });
equal((await api.budgetsView({ path: line, throwOnError: true })).data.data.amount, 900);
equal((await api.budgetsList({ path, throwOnError: true })).data.summary.remaining, -50.5);
equal((await api.paymentsList({ throwOnError: true })).data.data[0]?.id, line.id);
const rejected = await api.budgetsUpdate({ path: line, body: { amount: -1 }, throwOnError: false });
equal(rejected.error?.errors?.[0]?.code, 'negative');

await api.budgetsDelete({ path: line });
await api.eventsDelete({ path: { id } });
equal((await api.eventsList({ throwOnError: true })).data.return_count, 0);
