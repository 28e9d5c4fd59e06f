import { PutCommand } from '@aws-sdk/lib-dynamodb';
import bcrypt from 'bcryptjs';
import { issueToken } from '../lib/auth/tokens.ts';
import { documentClient } from '../lib/dynamodb/items.ts';
import { accountKey, eventKey } from '../lib/dynamodb/keys.ts';
import { eventItem } from '../tests/support/event-item.ts';
import type { GatewayRequest } from '../tests/support/gateway.ts';
import { environment, LOW_COST } from './environment.ts';

const ACCOUNT_ID = '5bf52c42-617d-4fcd-b00f-7b9d735a43b4';
const EVENT_ID = 114640874095021;
/** The first of the seeded event's budgets. */
const BUDGET_ID = EVENT_ID + 1;

export const password = 'correct horse battery';
const person = { first_name: 'Ada', last_name: 'Lovelace' };
const party = { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' };
const band = { name: 'Band', category: 'Music', amount: 800, spent: 950.5 };

const token = await issueToken(ACCOUNT_ID);
const event = { id: String(EVENT_ID) };
const inEvent = { event_id: String(EVENT_ID) };
const budget = { ...inEvent, id: String(BUDGET_ID) };

/** Headers that API Gateway passes on. */
export const headers = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br',
  'content-length': '0',
  host: 'abcdefghij.execute-api.eu-central-1.amazonaws.com',
  'user-agent': 'bench',
  'x-amzn-trace-id': 'Root=1-6741b2c3-0123456789abcdef01234567',
  'x-forwarded-for': '192.0.2.1',
  'x-forwarded-port': '443',
  'x-forwarded-proto': 'https',
};

/** A call of a function and its expected status. */
export interface Call extends GatewayRequest {
  status: number;
}

/** A successful call of each function, by the function's name. */
export const successes: Record<string, Call> = {
  authSignup: { body: { ...person, email: 'grace@example.com', password }, status: 201 },
  authLogin: { body: { username: 'ada@example.com', password }, status: 200 },
  eventsList: { method: 'GET', token, status: 200 },
  eventsView: { method: 'GET', token, path: event, status: 200 },
  eventsCreate: { token, body: party, status: 201 },
  eventsUpdate: { token, path: event, body: party, status: 200 },
  eventsDelete: { token, path: event, status: 200 },
  budgetsList: { method: 'GET', token, path: inEvent, status: 200 },
  budgetsView: { method: 'GET', token, path: budget, status: 200 },
  budgetsCreate: { token, path: inEvent, body: band, status: 201 },
  budgetsUpdate: { token, path: budget, body: band, status: 200 },
  budgetsDelete: { token, path: budget, status: 200 },
  systemHealth: { method: 'GET', status: 200 },
  systemOpenapi: { method: 'GET', status: 200 },
  systemDocs: { method: 'GET', status: 200 },
  systemNotFound: { method: 'GET', status: 404 },
};

const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(43)}`;

/** Calls that are rejected before any DynamoDB request, with their functions. */
export const refusals: [name: string, of: string, call: Call][] = [
  ['no token', 'eventsView', { method: 'GET', path: event, status: 401 }],
  ['a forged token', 'eventsView', { method: 'GET', token: forged, path: event, status: 401 }],
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
  await putAccount('ada@example.com', LOW_COST);
}

/** Puts an account whose password is hashed with the given cost. */
export async function putAccount(email: string, cost: number): Promise<void> {
  const password_hash = await bcrypt.hash(password, cost);
  await put(accountKey(email), { ...person, account_id: ACCOUNT_ID, email, password_hash });
}

const put = (key: object, item: object) =>
  documentClient().send(new PutCommand({ TableName: environment.TABLE_NAME, Item: { ...item, ...key } }));
