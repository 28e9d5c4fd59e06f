import { readFileSync } from 'node:fs';
import bcrypt from 'bcryptjs';
import { TOTP } from 'otpauth';
import * as z from 'zod/mini';
import { hashOfRecoveryCode, keyOf, newFactor } from '../lib/auth/codes.ts';
import { factorFingerprint, issueConfirmation } from '../lib/auth/factor-confirmation.ts';
import { signJwt } from '../lib/auth/jwt.ts';
import { fingerprintOf, type MailedKind } from '../lib/auth/mailed-tokens.ts';
import { eventKey, historyKey } from '../lib/dynamodb/keys.ts';
import { toEntryItems } from '../lib/history/entry.ts';
import { routes } from '../resources/definitions.ts';
import { dueEventItem, eventItem, trashedItem } from '../tests/support/event-item.ts';
import { LOW_COST } from './environment.ts';
import type { Call, Given } from './gateway-call.ts';
import { seedSharing, sharingCalls } from './sharing.ts';
import { accessTokenOf, put, putAccount, SESSION_END, SESSION_ID, tokenOf } from './stored.ts';

const ACCOUNT_ID = '5bf52c42-617d-4fcd-b00f-7b9d735a43b4';
const EVENT_ID = 114640874095021;
const TRASHED_ID = EVENT_ID - 1_000;
const EMPTY_ID = EVENT_ID - 2_000;
const UNPAID_ID = EVENT_ID - 3_000;
/** The first of the seeded event's budgets. */
const BUDGET_ID = EVENT_ID + 1;

/** Of somebody whose budgets have payments, or are to be paid. */
const PAYER_ID = '9d1c1c0e-3f0a-4a53-8f8c-0c8a52a1f6a7';

/** Of somebody who has many events. */
const PLANNER_ID = '0f6d7c1e-55a9-4c0e-9d0b-1c9a8a3f1d52';

/** Of somebody who has a second factor. */
const SECURED_ID = '3c0d52a6-9f0b-4a4b-b6ee-6b5d0a7a7c55';

// As in the examples of openapi.json.
const [email, password] = ['ada@example.com', 'correct horse'];
const password_hash = await bcrypt.hash(password, LOW_COST);
const party = { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' };

/** The version of an event after budgets were deleted. */
const DELETION = 2;
const deletionOf = (accountId: string, budgets: number) =>
  toEntryItems({
    version: DELETION,
    at: Date.now(),
    author: { accountId },
    digits: 2,
    more: 0,
    changes: Array.from({ length: budgets }, (_, n) => ({
      kind: 'budget' as const,
      change: 'deleted' as const,
      id: EVENT_ID - 1 - n,
      name: 'Tent',
      before: { name: 'Tent', category: '', amount_cents: 45_050, spent_cents: 0, version: 0 },
    })),
  }).item;

const token = await tokenOf(ACCOUNT_ID);
const payer = await tokenOf(PAYER_ID);
const accessToken = accessTokenOf(ACCOUNT_ID);
const calendar = accessTokenOf(ACCOUNT_ID, 'calendar');
/** A mailed token that outlives the benchmark. */
const mailedToken = (kind: MailedKind): Promise<string> =>
  signJwt({
    audience: `event-budget-service/${kind}`,
    accountId: ACCOUNT_ID,
    issuedAt: 0,
    expiresAt: SESSION_END,
    others: { fpr: fingerprintOf({ email, password_hash }, kind) },
  });
const resetToken = await mailedToken('reset-password');
const verificationToken = await mailedToken('verify-email');
const secured = await tokenOf(SECURED_ID);
const { secret, recoveryCodes } = newFactor();
const hashes = recoveryCodes.map(hashOfRecoveryCode);
const now = Date.now();
const code = new TOTP({ secret }).generate({ timestamp: now });
const confirmation = await issueConfirmation({
  session: { accountId: ACCOUNT_ID, sessionId: SESSION_ID },
  fingerprint: factorFingerprint({ password_hash }),
  ...{ secret, hashes },
});
const event = { id: String(EVENT_ID) };
const trashed = { id: String(TRASHED_ID) };
const inEvent = { event_id: String(EVENT_ID) };
const budget = { ...inEvent, id: String(BUDGET_ID) };
/** Has the id of its budget. */
const payment = { ...inEvent, budget_id: budget.id, id: budget.id };
const today = new Date(now).toISOString().slice(0, 10);

const openapi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        security: z.array(z.unknown()),
        requestBody: z.optional(
          z.object({
            required: z.optional(z.boolean()),
            content: z.object({
              'application/json': z.object({ example: z.record(z.string(), z.unknown()) }),
            }),
          }),
        ),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

/** The path of what is stored of a subject, for routes with its id. */
const paths: Record<string, Call['path']> = {
  events: event,
  trash: trashed,
  budgets: budget,
  payments: payment,
};

/** What a successful call has that neither openapi.json nor its path tells, by the function's name. */
const given: Record<string, Given> = {
  authSignup: { body: { email: 'grace@example.com' } },
  authResetPassword: { body: { token: resetToken } },
  authVerifyEmail: { token, body: { token: verificationToken, password: undefined } },
  sessionsEnd: { path: { id: SESSION_ID } },
  tokensCreate: { body: { expires_on: today } },
  tokensEnd: { path: { id: accessToken.id } },
  factorConfirm: { at: now, body: { confirmation, code } },
  factorRecoveryCodes: { token: secured, at: now, body: { code } },
  factorEnd: { token: secured, body: { code: recoveryCodes[0] } },
  eventsUpdate: { body: party },
  historyUndo: { path: { ...inEvent, version: String(DELETION) } },
  budgetsImport: { status: 201 },
  paymentsCreate: { token: payer, path: payment },
  paymentsUpdate: { token: payer },
  paymentsDelete: { token: payer },
  paymentsList: { token: payer },
  calendarView: { query: { token: calendar.text } },
  shareLinkCreate: { body: { expires_on: today } },
  ...sharingCalls,
  systemMcp: {
    method: 'POST',
    token: accessToken.text,
    headers: { 'mcp-protocol-version': '2025-11-25' },
    body: {
      ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
      params: { name: 'get_event', arguments: { event_id: EVENT_ID } },
    },
  },
  systemNotFound: { status: 404 },
};

/** What openapi.json says of the calls of functions, by their names. Pages aren't in it. */
const operations = new Map(
  Object.values(openapi.parse(JSON.parse(readFileSync('openapi.json', 'utf8'))).paths).flatMap((methods) =>
    Object.entries(methods).map(([method, operation]) => [operation.operationId, { method, ...operation }]),
  ),
);

/** A successful call of a function. */
export function successOf({ name, route }: { name: string; route: string }): Call {
  const { body, ...own } = given[name] ?? {};
  const { method = 'get', security = [], requestBody, responses = {} } = operations.get(name) ?? {};
  const example = requestBody?.required && requestBody.content['application/json'].example;
  const stored = route.includes('{id}') ? paths[/^[a-z]+/.exec(name)?.[0] ?? ''] : undefined;
  const path = stored ?? (route.includes('{event_id}') && inEvent);
  const call: Call = {
    method: method.toUpperCase(),
    ...(security.length > 0 && { token }),
    ...((example || body) && { body: { ...example, ...body } }),
    ...(path && { path }),
    status: Number(Object.keys(responses).find((status) => status.startsWith('2')) ?? 200),
    ...own,
  };
  const missing = [...route.matchAll(/\{(\w*id)\}/g)].filter(([, id = '']) => !call.path?.[id]);
  if (missing.length > 0) throw new Error(`Give ${name} a path in bench/fixtures.ts.`);
  return call;
}

/** A successful call of each function that has a route, by the function's name. */
export const successes: Record<string, Call> = Object.fromEntries(
  routes.map((definition) => [definition.name, successOf(definition)]),
);

/** An import of this many lines into an empty event. */
export function importOf(lines: number): Call {
  const rows = Array.from({ length: lines }, (_, n) => `Band ${n},Music,${800 + n}\n`);
  return {
    token: payer,
    status: 201,
    path: { event_id: String(EMPTY_ID) },
    headers: { 'content-type': 'text/csv' },
    body: `name,category,amount\n${rows.join('')}`,
  };
}

/** An undo of all deletions, in an event without budgets. */
export const undoOfAll: Call = {
  token: payer,
  status: 200,
  path: { event_id: String(EMPTY_ID), version: String(DELETION) },
};

const forged = `${token.slice(0, token.lastIndexOf('.'))}.${'A'.repeat(43)}`;

/** Rejected calls, with their functions. Those with a valid token cost one DynamoDB request, for its session. */
export const rejections: [reason: string, of: string, call: Call][] = [
  ['a forged token', 'eventsView', { method: 'GET', token: forged, path: event, status: 401 }],
  ['another method', 'eventsView', { method: 'PUT', token, path: event, status: 405 }],
  ['a wrong field', 'eventsCreate', { token, body: { ...party, event_date: '2027-02-30' }, status: 422 }],
];

/** Puts the items that the calls use into the table. */
export async function seed({ events = 1, budgets = 3 } = {}): Promise<void> {
  for (let n = 0; n < events; n++) {
    const eventId = EVENT_ID + n * 1_000;
    await put(eventKey({ ownerId: ACCOUNT_ID, eventId }), eventItem(eventId, budgets));
  }
  await put(eventKey({ ownerId: ACCOUNT_ID, eventId: TRASHED_ID }), trashedItem(TRASHED_ID, budgets));
  await put(historyKey({ ownerId: ACCOUNT_ID, eventId: EVENT_ID }, DELETION), deletionOf(ACCOUNT_ID, 1));
  await putAccount(
    { email, password_hash, tokens: { ...accessToken.tokens, ...calendar.tokens } },
    ACCOUNT_ID,
  );
  const payments = [{ id: BUDGET_ID, amount_cents: 95_050, paid_on: '2027-02-27' }];
  const item = eventItem(EVENT_ID, budgets, { payments });
  await put(eventKey({ ownerId: PAYER_ID, eventId: EVENT_ID }), item);
  await put(eventKey({ ownerId: PAYER_ID, eventId: EMPTY_ID }), eventItem(EMPTY_ID, 0));
  await put(historyKey({ ownerId: PAYER_ID, eventId: EMPTY_ID }, DELETION), deletionOf(PAYER_ID, budgets));
  await put(eventKey({ ownerId: PAYER_ID, eventId: UNPAID_ID }), dueEventItem(UNPAID_ID, budgets));
  await putAccount({ email: 'payer@example.com' }, PAYER_ID);
  const factor = { k: keyOf(secret), s: 0, u: 0, r: hashes };
  await putAccount({ email: 'secured@example.com', password_hash, factor }, SECURED_ID);
  await seedSharing(budgets, password_hash);
}

export const listOfMany: Call = { method: 'GET', token: await tokenOf(PLANNER_ID), status: 200 };

/** Puts so many events that a list of them reads several pages. */
export async function seedMany(events: number): Promise<void> {
  await putAccount({ email: 'planner@example.com' }, PLANNER_ID);
  for (let n = 0; n < events; n++) {
    const eventId = EVENT_ID + n * 1_000;
    await put(eventKey({ ownerId: PLANNER_ID, eventId }), eventItem(eventId, 1));
  }
}
