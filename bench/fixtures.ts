import bcrypt from 'bcryptjs';
import { signJwt } from '../lib/auth/jwt.ts';
import { emailFingerprint, fingerprintOf, type MailedKind } from '../lib/auth/mailed-tokens.ts';
import { eventKey } from '../lib/dynamodb/keys.ts';
import { eventItem } from '../tests/support/event-item.ts';
import { LOW_COST } from './environment.ts';
import type { Call } from './gateway-call.ts';
import { seedSharing, sharingSuccesses } from './sharing.ts';
import { accessTokenOf, put, putAccount, SESSION_END, SESSION_ID, tokenOf } from './stored.ts';

const ACCOUNT_ID = '5bf52c42-617d-4fcd-b00f-7b9d735a43b4';
const EVENT_ID = 114640874095021;
/** The first of the seeded event's budgets. */
const BUDGET_ID = EVENT_ID + 1;

/** Of somebody whose budgets have payments. */
const PAYER_ID = '9d1c1c0e-3f0a-4a53-8f8c-0c8a52a1f6a7';

const email = 'ada@example.com';
export const password = 'correct horse battery';
const password_hash = await bcrypt.hash(password, LOW_COST);
const person = { first_name: 'Ada', last_name: 'Lovelace' };
const party = { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' };
const band = { name: 'Band', category: 'Music', amount: 800, spent: 950.5 };

const file = 'name,category,amount\nBand,Music,800\nTent,Rental,450.50\n';

const token = await tokenOf(ACCOUNT_ID);
const payer = await tokenOf(PAYER_ID);
const accessToken = accessTokenOf(ACCOUNT_ID);
/** A mailed token that outlives the benchmark. */
const mailedToken = (kind: MailedKind, fingerprint: string): Promise<string> =>
  signJwt({
    audience: `event-budget-service/${kind}`,
    accountId: ACCOUNT_ID,
    issuedAt: 0,
    expiresAt: SESSION_END,
    others: { fpr: fingerprint },
  });
const resetToken = await mailedToken('reset-password', fingerprintOf({ email, password_hash }));
const verificationToken = await mailedToken('verify-email', emailFingerprint(email));
const event = { id: String(EVENT_ID) };
const inEvent = { event_id: String(EVENT_ID) };
const budget = { ...inEvent, id: String(BUDGET_ID) };
/** Has the id of its budget. */
const payment = { ...inEvent, budget_id: budget.id, id: budget.id };
const deposit = { amount: 500, due_date: '2027-03-01', paid_on: '2027-02-27' };

/** A successful call of each function that has a route, by the function's name. */
export const successes: Record<string, Call> = {
  authSignup: { body: { ...person, email: 'grace@example.com', password }, status: 201 },
  authLogin: { body: { username: email, password }, status: 200 },
  authForgotPassword: { body: { username: email }, status: 200 },
  authResetPassword: { body: { token: resetToken, password: 'a fair new passphrase' }, status: 200 },
  authVerifyEmail: { token, body: { token: verificationToken }, status: 200 },
  authLogout: { token, status: 200 },
  authRefresh: { token, status: 200 },
  accountView: { method: 'GET', token, status: 200 },
  accountUpdate: { token, body: { first_name: 'Grace' }, status: 200 },
  accountExport: { method: 'GET', token, status: 200 },
  accountSendVerification: { token, status: 200 },
  accountChangeEmail: { token, body: { password, email: 'countess@example.com' }, status: 200 },
  accountDelete: { token, body: { password }, status: 200 },
  accountChangePassword: { token, body: { password, new_password: 'a fair new passphrase' }, status: 200 },
  sessionsList: { method: 'GET', token, status: 200 },
  sessionsEnd: { token, path: { id: SESSION_ID }, status: 200 },
  tokensCreate: {
    token,
    body: { password, name: 'bench', access: 'write', expires_on: new Date().toISOString().slice(0, 10) },
    status: 201,
  },
  tokensList: { method: 'GET', token, status: 200 },
  tokensEnd: { token, path: { id: accessToken.id }, status: 200 },
  eventsList: { method: 'GET', token, status: 200 },
  eventsView: { method: 'GET', token, path: event, status: 200 },
  eventsCreate: { token, body: party, status: 201 },
  eventsCopy: { token, path: event, body: { event_date: '2028-07-04' }, status: 201 },
  eventsUpdate: { token, path: event, body: party, status: 200 },
  eventsDelete: { token, path: event, status: 200 },
  budgetsList: { method: 'GET', token, path: inEvent, status: 200 },
  budgetsView: { method: 'GET', token, path: budget, status: 200 },
  budgetsCreate: { token, path: inEvent, body: band, status: 201 },
  budgetsUpdate: { token, path: budget, body: band, status: 200 },
  budgetsDelete: { token, path: budget, status: 200 },
  budgetsExport: { method: 'GET', token, path: inEvent, status: 200 },
  budgetsImport: { token, path: inEvent, headers: { 'content-type': 'text/csv' }, body: file, status: 201 },
  paymentsList: { method: 'GET', token, status: 200 },
  paymentsCreate: { token: payer, path: payment, body: deposit, status: 201 },
  paymentsUpdate: { token: payer, path: payment, body: deposit, status: 200 },
  paymentsDelete: { token: payer, path: payment, status: 200 },
  summaryView: { method: 'GET', token, status: 200 },
  ...sharingSuccesses(email),
  systemHealth: { method: 'GET', status: 200 },
  systemOpenapi: { method: 'GET', status: 200 },
  systemDocs: { method: 'GET', status: 200 },
  systemResetPassword: { method: 'GET', status: 200 },
  systemVerifyEmail: { method: 'GET', status: 200 },
  systemNotFound: { method: 'GET', status: 404 },
};

const forgedAccessToken = accessTokenOf(ACCOUNT_ID).text;
const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(43)}`;

/** Calls by an access token, by the function's name. */
export const callsByToken: Record<string, Call> = {
  eventsView: { method: 'GET', token: accessToken.text, path: event, status: 200 },
  eventsUpdate: { token: accessToken.text, path: event, body: party, status: 200 },
};

/** Rejected calls, with their functions. Those with a token cost one DynamoDB request, for its session. */
export const refusals: [name: string, of: string, call: Call][] = [
  ['no token', 'eventsView', { method: 'GET', path: event, status: 401 }],
  ['a forged token', 'eventsView', { method: 'GET', token: forged, path: event, status: 401 }],
  [
    'a forged access token',
    'eventsView',
    { method: 'GET', token: forgedAccessToken, path: event, status: 401 },
  ],
  ['another method', 'eventsView', { method: 'PUT', token, path: event, status: 405 }],
  ['no id', 'eventsView', { method: 'GET', token, path: { id: 'x' }, status: 404 }],
  ['no JSON', 'eventsCreate', { token, body: '{', status: 400 }],
  ['a wrong field', 'eventsCreate', { token, body: { ...party, event_date: '2027-02-30' }, status: 422 }],
  ['nothing right', 'eventsCreate', { token, body: { name: 1, description: 2, event_date: 3 }, status: 422 }],
];

/** Puts the items that the calls use into the table. */
export async function seed({ events = 1, budgets = 3 } = {}): Promise<void> {
  for (let n = 0; n < events; n++) {
    const eventId = EVENT_ID + n * 1_000;
    await put(eventKey({ ownerId: ACCOUNT_ID, eventId }), eventItem(eventId, budgets));
  }
  await putAccount({ email, password_hash, tokens: accessToken.tokens }, ACCOUNT_ID);
  const payments = [{ id: BUDGET_ID, amount_cents: 95_050, paid_on: '2027-02-27' }];
  const item = eventItem(EVENT_ID, budgets, { payments });
  await put(eventKey({ ownerId: PAYER_ID, eventId: EVENT_ID }), item);
  await putAccount({ email: 'payer@example.com' }, PAYER_ID);
  await seedSharing();
}
