import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { UNITS } from '../../build/call-units.ts';
import { verifySessionToken } from '../../lib/auth/session-tokens.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { nextId } from '../../lib/id.ts';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import { endpointNamed } from '../support/endpoints.ts';
import { dueEventItem, eventItem } from '../support/event-item.ts';
import { codeOf, createFactor, newFactorOwner } from '../support/factor.ts';
import type { GatewayRequest } from '../support/gateway.ts';
import { offeredLongAgo } from '../support/hand-over.ts';
import { recorded, recordedDeletion } from '../support/history.ts';
import { tokenMailedTo } from '../support/mail.ts';
import { newMember, resetTokenOf } from '../support/mailed-account.ts';
import { putItem } from '../support/put-items.ts';
import {
  accessToken,
  allBudgets,
  allEvents,
  catering,
  dayIn,
  deposit,
  newAccessToken,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  party,
  person,
} from '../support/service.ts';
import { newShareLink } from '../support/share-link.ts';
import { giveRole, newVerified, pointAt, share, sharedEvent, verify } from '../support/sharing.ts';
import { deleteEvent } from '../support/trash.ts';

type Call = [name: string, request: GatewayRequest];

const { password } = person();
const change = { password, new_password: 'a fair new passphrase' };
const login = (member: { email: string }, given = password): Call => [
  'authLogin',
  { body: { username: member.email, password: given } },
];

/** A token, and the path of an event with one budget. */
async function planned() {
  const token = await newToken();
  const path = await newEvent(token);
  return { token, path, budgetPath: await newBudget(token, path) };
}

/** An account with events, of which the first have due dates, and the path of the last. */
async function planner(events: number, budgets: number, due = 0) {
  const token = await newToken();
  const { accountId: ownerId = '' } = (await verifySessionToken(token)) ?? {};
  let eventId = 0;
  for (let n = 0; n < events; n += 1) {
    eventId = nextId();
    const item = n < due ? dueEventItem(eventId, budgets) : eventItem(eventId, budgets);
    await putItem(eventKey({ ownerId, eventId }), item);
  }
  return { token, event_id: String(eventId) };
}

async function changeOfEmail(): Promise<Call> {
  const { token } = await newMember();
  const { email } = person();
  await call(endpointNamed('accountChangeEmail').handler, { token, body: { password, email } });
  return ['authVerifyEmail', { token, body: { token: await tokenMailedTo(email) } }];
}

async function anotherSession(): Promise<Call> {
  const { token, email } = await newMember();
  const [, request] = login({ email });
  const { body } = await call(endpointNamed('authLogin').handler, request);
  const { sessionId = '' } = (await verifySessionToken(String(body.token))) ?? {};
  return ['sessionsEnd', { token, path: { id: sessionId } }];
}

const withToken = async (name: Call[0], body?: object): Promise<Call> => {
  const { token } = await newMember();
  return [name, { token, body }];
};
const onEvent = async (name: Call[0], body?: object): Promise<Call> => {
  const { token, path } = await planned();
  return [name, { token, path, body }];
};
const inTrash = async (name: Call[0]): Promise<Call> => {
  const { token, path } = await planned();
  await deleteEvent(token, path);
  return [name, { token, path }];
};
const onBudgets = async (name: Call[0], body?: object): Promise<Call> => {
  const { token, path } = await planned();
  return [name, { token, path: { event_id: path.id }, body }];
};
const onBudget = async (name: Call[0], body?: object): Promise<Call> => {
  const { token, budgetPath } = await planned();
  return [name, { token, path: budgetPath, body }];
};
const onPayment = async (name: Call[0], body?: object): Promise<Call> => {
  const token = await newToken();
  const path = await newPayment(token, await newBudget(token, await newEvent(token), { spent: 0 }));
  return [name, { token, path, body }];
};

const onMember = async (name: Call[0], body?: object): Promise<Call> => {
  const { owner, event, ids } = await sharedEvent();
  return [name, { token: owner, path: { event_id: event.id, id: ids.editor }, body }];
};

/** A call by the editor of an event with a budget. */
const byMember = async (name: Call[0], body?: object): Promise<Call> => {
  const { editor, event, budget } = await sharedEvent();
  return [name, { token: editor, path: name === 'eventsView' ? event : budget, body }];
};

async function invited() {
  const [{ owner, event }, { token, email }] = [await sharedEvent(), await newVerified()];
  await pointAt(owner, { id: '1' }, token);
  const { body } = await call(endpointNamed('membersInvite').handler, {
    ...{ token: owner, path: { event_id: event.id }, body: { email, role: 'viewer' } },
  });
  return { token, path: { id: String(z.object({ id: z.int() }).parse(body.data).id) } };
}

/** A create under a key, for the given time. */
const createUnderKey = async (time: number): Promise<Call> => {
  const request = { token: await newToken(), headers: { 'idempotency-key': 'a-key' }, body: party() };
  for (let n = 1; n < time; n += 1) await call(endpointNamed('eventsCreate').handler, request);
  return ['eventsCreate', request];
};

/** The history of an event with 50 entries, or that of its only budget. */
async function history(isOfBudget = false): Promise<Call> {
  const { token, path, budgetPath } = await planned();
  for (let n = 0; n < 50; n += 1) {
    const update = { token, path: budgetPath, body: { amount: n } };
    await recorded(token, path, () => call(endpointNamed('budgetsUpdate').handler, update));
  }
  const query = isOfBudget && { query: { budget_id: budgetPath.id } };
  return ['historyList', { token, path: { event_id: path.id }, ...query }];
}

/** The calendar of 40 events. */
async function calendar(): Promise<Call> {
  const { token: session } = await planner(40, 5, 10);
  const { token } = await newAccessToken(session, { access: 'calendar' });
  return ['calendarView', { query: { token } }];
}

const calls: Record<keyof typeof UNITS, () => Promise<Call>> = {
  '`POST /auth/signup`': async () => ['authSignup', { body: person() }],
  '`POST /auth/login`': async () => login(await newMember()),
  '`POST /auth/login`, failed': async () => login(await newMember(), 'wrong'),
  '`POST /auth/refresh`': () => withToken('authRefresh'),
  '`POST /auth/logout`': () => withToken('authLogout'),
  '`GET /account`': () => withToken('accountView'),
  '`POST /account/update`': () => withToken('accountUpdate', { first_name: 'Grace' }),
  '`POST /account/change-password`': () => withToken('accountChangePassword', change),
  '`GET /account/sessions`': () => withToken('sessionsList'),
  '`POST /account/sessions/end/{id}`': anotherSession,
  '`GET /account/tokens`': () => withToken('tokensList'),
  '`POST /account/tokens/create`': () => withToken('tokensCreate', accessToken()),
  '`POST /account/tokens/end/{id}`': async () => {
    const { token } = await newMember();
    const { id } = await newAccessToken(token);
    return ['tokensEnd', { token, path: { id } }];
  },
  '`GET /account/export`, 40 events': async () => ['accountExport', await planner(40, 5)],
  '`POST /account/delete`': () => withToken('accountDelete', { password }),
  '`POST /auth/forgot-password`': async () => {
    const { email } = await newMember();
    return ['authForgotPassword', { body: { username: email } }];
  },
  '`POST /auth/reset-password`': async () => {
    const { email } = await newMember();
    return [
      'authResetPassword',
      { body: { token: await resetTokenOf(email), password: change.new_password } },
    ];
  },
  '`POST /auth/login`, with a code': async () => {
    const owner = await newFactorOwner();
    return ['authLogin', { body: { username: owner.email, password: owner.password, code: codeOf(owner) } }];
  },
  '`POST /auth/reset-password`, with a code': async () => {
    const owner = await newFactorOwner();
    const token = await resetTokenOf(owner.email);
    return ['authResetPassword', { body: { token, password: change.new_password, code: codeOf(owner) } }];
  },
  '`POST /account/second-factor/create`': async () => {
    const { token, password } = await newVerified();
    return ['factorCreate', { token, body: { password } }];
  },
  '`POST /account/second-factor/confirm`': async () => {
    const { token, password } = await newVerified();
    const factor = await createFactor(token, password);
    return ['factorConfirm', { token, body: { confirmation: factor.confirmation, code: codeOf(factor) } }];
  },
  '`POST /account/second-factor/end`': async () => {
    const owner = await newFactorOwner();
    return ['factorEnd', { token: owner.token, body: { password, code: codeOf(owner) } }];
  },
  '`POST /auth/verify-email`': async () => {
    const { token, verification } = await newMember();
    return ['authVerifyEmail', { token, body: { token: verification } }];
  },
  '`POST /auth/verify-email`, with the password': async () => {
    const { verification } = await newMember();
    return ['authVerifyEmail', { body: { token: verification, password } }];
  },
  '`POST /auth/verify-email`, new address': changeOfEmail,
  '`POST /account/change-email`': () => withToken('accountChangeEmail', { password, email: person().email }),
  '`POST /account/send-verification`': () => withToken('accountSendVerification'),
  '`GET /events`, 40 events': async () => ['eventsList', await planner(40, 5)],
  '`GET /events/view/{id}`': () => onEvent('eventsView'),
  '`POST /events/create`': () => withToken('eventsCreate', party()),
  '`POST /events/create`, with an `Idempotency-Key`': () => createUnderKey(1),
  '`POST /events/create`, repeated with it': () => createUnderKey(2),
  '`POST /events/copy/{id}`': () => onEvent('eventsCopy', { event_date: '2028-07-04' }),
  '`POST /events/update/{id}`': () => onEvent('eventsUpdate', party()),
  '`POST /events/update/{id}`, with `guests`': async () => {
    const { token, path } = await planned();
    await newBudget(token, path, { amount: undefined, unit_amount: 3.5, per_guest: true });
    return ['eventsUpdate', { token, path, body: { guests: 80 } }];
  },
  '`POST /events/delete/{id}`': () => onEvent('eventsDelete'),
  '`GET /trash`, 40 events': async () => {
    const { token } = await planner(40, 5);
    for (const { id } of await allEvents(token)) await deleteEvent(token, { id: String(id) });
    return ['trashList', { token }];
  },
  '`POST /trash/restore/{id}`': () => inTrash('trashRestore'),
  '`POST /trash/delete/{id}`': () => inTrash('trashDelete'),
  '`GET /events/{event_id}/budgets`': () => onBudgets('budgetsList'),
  '`GET /events/{event_id}/budgets`, 50 budgets': async () => {
    const { token, event_id } = await planner(1, 50);
    return ['budgetsList', { token, path: { event_id } }];
  },
  '`GET /events/{event_id}/budgets/view/{id}`': () => onBudget('budgetsView'),
  '`POST /events/{event_id}/budgets/create`': () => onBudgets('budgetsCreate', catering()),
  '`POST /events/{event_id}/budgets/update/{id}`': () => onBudget('budgetsUpdate', catering()),
  '`POST /events/{event_id}/budgets/delete/{id}`': () => onBudget('budgetsDelete'),
  '`GET /events/{event_id}/budgets/export`': () => onBudgets('budgetsExport'),
  '`POST /events/{event_id}/budgets/estimate`, 50 budgets': async () => {
    const { token, event_id } = await planner(1, 50);
    return ['budgetsEstimate', { token, path: { event_id } }];
  },
  '`POST /events/{event_id}/budgets/import`, two budgets': () =>
    onBudgets('budgetsImport', { budgets: [catering(), catering()] }),
  '`POST /events/{event_id}/budgets/import`, 20 changes of 50 budgets': async () => {
    const { token, event_id } = await planner(1, 50);
    const ticks = (await allBudgets(token, { id: event_id })).slice(0, 20);
    const budgets = ticks.map(({ id }) => ({ id, spent: 7 }));
    return ['budgetsImport', { token, path: { event_id }, body: { budgets } }];
  },
  '`GET /events`, 10 shared by one owner': async () => {
    const [owner, token] = [await newToken(), await newToken()];
    for (let n = 0; n < 10; n += 1) await share(owner, await newEvent(owner), token, 'viewer');
    return ['eventsList', { token }];
  },
  '`GET /events/view/{id}` by a member': () => byMember('eventsView'),
  '`GET /events/{event_id}/budgets` by a member': () => byMember('budgetsList'),
  '`POST /events/{event_id}/budgets/update/{id}` by a member': () => byMember('budgetsUpdate', catering()),
  '`POST /events/{event_id}/budgets/update/{id}`, 49 members': async () => {
    const { token, path, budgetPath } = await planned();
    for (let n = 0; n < 49; n += 1) await giveRole(token, path, await newToken(), 'editor');
    return ['budgetsUpdate', { token, path: budgetPath, body: catering() }];
  },
  '`GET /events/{event_id}/history`, 50 entries': () => history(),
  '`GET /events/{event_id}/history`, 50 entries of a budget': () => history(true),
  '`POST /events/{event_id}/history/undo/{version}`': async () => {
    const { token, path, budgetPath } = await planned();
    const version = String(await recordedDeletion(token, budgetPath));
    return ['historyUndo', { token, path: { event_id: path.id, version } }];
  },
  '`POST /events/{event_id}/history/clear`': () => onBudgets('historyClear'),
  '`POST /events/hand-over/{id}`': async () => {
    const { token, path } = await planned();
    await verify(token);
    return ['eventsHandOver', { token, path, body: { email: person().email, password: person().password } }];
  },
  '`POST /invitations/accept/{id}`, that hands an event over': async () => {
    const { token, path } = await planned();
    const couple = await newVerified();
    await verify(token);
    for (const role of ['viewer', 'editor'] as const) await share(token, path, await newToken(), role);
    return [
      'invitationsAccept',
      { token: couple.token, path: { id: await offeredLongAgo(token, path, couple.email) } },
    ];
  },
  '`POST /events/{event_id}/share-link/create`': () =>
    onBudgets('shareLinkCreate', { expires_on: dayIn(30) }),
  '`POST /events/{event_id}/share-link/end`': async () => {
    const { token, path } = await planned();
    await newShareLink(token, { event_id: path.id });
    return ['shareLinkEnd', { token, path: { event_id: path.id } }];
  },
  '`GET /shared-event`': async () => {
    const { token, path } = await planned();
    return ['shareLinkView', { token: (await newShareLink(token, { event_id: path.id })).token }];
  },
  '`GET /shared-event`, 50 budgets': async () => {
    const { token, event_id } = await planner(1, 50);
    return ['shareLinkView', { token: (await newShareLink(token, { event_id })).token }];
  },
  '`GET /payments`, 40 events, 10 of them with due dates': async () => [
    'paymentsList',
    await planner(40, 5, 10),
  ],
  '`POST /events/{event_id}/budgets/{budget_id}/payments/create`': () =>
    onPayment('paymentsCreate', deposit()),
  '`POST /events/{event_id}/budgets/{budget_id}/payments/update/{id}`': () =>
    onPayment('paymentsUpdate', { paid_on: '2027-02-27' }),
  '`POST /events/{event_id}/budgets/{budget_id}/payments/delete/{id}`': () => onPayment('paymentsDelete'),
  '`GET /calendar.ics`, 40 events, 10 of them with due dates': () => calendar(),
  '`GET /calendar.ics`, not modified': async () => {
    const [name, request] = await calendar();
    const { headers } = await call(endpointNamed(name).handler, { ...request, method: 'GET' });
    return [name, { ...request, headers: { 'if-none-match': String(headers['etag']) } }];
  },
  '`GET /summary`, 40 events': async () => ['summaryView', await planner(40, 5)],
  '`GET /events/{event_id}/members`, two members': async () => {
    const { owner, event } = await sharedEvent();
    return ['membersList', { token: owner, path: { event_id: event.id } }];
  },
  '`POST /events/{event_id}/members/invite`': async () => {
    const { owner, event } = await sharedEvent();
    const body = { email: person().email, role: 'viewer' };
    return ['membersInvite', { token: owner, path: { event_id: event.id }, body }];
  },
  '`GET /invitations`, one invitation': async () => ['invitationsList', await invited()],
  '`POST /invitations/accept/{id}`': async () => ['invitationsAccept', await invited()],
  '`POST /invitations/decline/{id}`': async () => ['invitationsDecline', await invited()],
  '`POST /events/{event_id}/members/update/{id}`': () => onMember('membersUpdate', { role: 'viewer' }),
  '`POST /events/{event_id}/members/remove/{id}`': () => onMember('membersRemove'),
  '`POST /events/{event_id}/budgets/create`, 50 budgets': async () => {
    const { token, event_id } = await planner(1, 50);
    return ['budgetsCreate', { token, path: { event_id }, body: catering() }];
  },
};

/** dynalite doesn't charge a write of an event, or of a pointer to one, for its entry in the index. */
function withoutIndex(label: string): number {
  if (process.env['EMULATOR'] === 'dynoxide') return 0;
  if (/49 members/.test(label)) return 4;
  if (/members\/remove|invitations\/accept/.test(label)) return 2;
  if (/events\/delete|trash\/restore/.test(label)) return 2;
  return /POST \/(events|trash)(?!.*repeated)|invitations\/decline/.test(label) ? 1 : 0;
}

/** Nor a query that finds nothing, such as that for shared events. */
const withoutEmptyQuery = (label: string): number =>
  process.env['EMULATOR'] !== 'dynoxide' && label.includes('account/export') ? 1 : 0;

const units = new Map<string, [number, number]>(Object.entries(UNITS));
const rows = Object.entries(calls).map(([label, callOf]) => {
  const [read = 0, write = 0] = units.get(label) ?? [];
  return { label, callOf, read, write };
});

it.each(rows)('$label costs $read read and $write write units', async ({ label, callOf, read, write }) => {
  const [name, request] = await callOf();
  const { handler, method } = endpointNamed(name);
  takeRequests();
  const { status } = await call(handler, { method, ...request });
  expect(status < 400).toBe(!label.endsWith('failed'));
  expect(takeRequests().units).toEqual({
    read: read - withoutEmptyQuery(label),
    write: write - withoutIndex(label),
  });
});
