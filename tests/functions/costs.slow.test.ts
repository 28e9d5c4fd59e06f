import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { markdownTable } from '../../build/markdown-table.ts';
import { verifySessionToken } from '../../lib/auth/session-tokens.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { nextId } from '../../lib/id.ts';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import { allEndpoints, endpointNamed } from '../support/endpoints.ts';
import { dueEventItem, eventItem } from '../support/event-item.ts';
import { codeOf, newFactorOwner } from '../support/factor.ts';
import type { GatewayRequest } from '../support/gateway.ts';
import { recorded } from '../support/history.ts';
import { newMember, resetTokenOf, tokenMailedTo } from '../support/mail.ts';
import { NEED_FACTOR, newOwner } from '../support/owner.ts';
import {
  allBudgets,
  allEvents,
  catering,
  newAccessToken,
  newBudget,
  newEvent,
  newToken,
  party,
  person,
} from '../support/service.ts';
import {
  giveRole,
  newShareLink,
  newVerified,
  offeredLongAgo,
  share,
  sharedEvent,
  verify,
} from '../support/sharing.ts';
import { putItem } from '../support/table.ts';
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

/** A call by the editor of an event with a budget. */
const byMember = async (name: Call[0], body?: object): Promise<Call> => {
  const { editor, event, budget } = await sharedEvent();
  return [name, { token: editor, path: name === 'eventsView' ? event : budget, body }];
};

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

/** Calls whose units differ from those of their example. */
const further: Record<string, () => Promise<Call>> = {
  '`POST /auth/login`, failed': async () => login(await newMember(), 'wrong'),
  '`POST /account/send-verification`, not verified': async () => [
    'accountSendVerification',
    { token: (await newMember()).token },
  ],
  '`POST /events/delete/{id}`, not shared': async () => {
    const { token, path } = await planned();
    return ['eventsDelete', { token, path }];
  },
  '`GET /account/export`, 40 events': async () => ['accountExport', await planner(40, 5)],
  '`POST /auth/login`, with a code': async () => {
    const owner = await newFactorOwner();
    return ['authLogin', { body: { username: owner.email, password: owner.password, code: codeOf(owner) } }];
  },
  '`POST /auth/reset-password`, with a code': async () => {
    const owner = await newFactorOwner();
    const token = await resetTokenOf(owner.email);
    return ['authResetPassword', { body: { token, password: change.new_password, code: codeOf(owner) } }];
  },
  '`POST /auth/verify-email`, with the password': async () => {
    const { verification } = await newMember();
    return ['authVerifyEmail', { body: { token: verification, password } }];
  },
  '`POST /auth/verify-email`, new address': changeOfEmail,
  '`GET /events`, 40 events': async () => ['eventsList', await planner(40, 5)],
  '`POST /events/create`, with an `Idempotency-Key`': () => createUnderKey(1),
  '`POST /events/create`, repeated with it': () => createUnderKey(2),
  '`GET /trash`, 40 events': async () => {
    const { token } = await planner(40, 5);
    for (const { id } of await allEvents(token)) await deleteEvent(token, { id: String(id) });
    return ['trashList', { token }];
  },
  '`GET /events/{event_id}/budgets`, 50 budgets': async () => {
    const { token, event_id } = await planner(1, 50);
    return ['budgetsList', { token, path: { event_id } }];
  },
  '`POST /events/{event_id}/budgets/estimate`, 50 budgets': async () => {
    const { token, event_id } = await planner(1, 50);
    return ['budgetsEstimate', { token, path: { event_id } }];
  },
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
  '`GET /shared-event`, 50 budgets': async () => {
    const { token, event_id } = await planner(1, 50);
    return ['shareLinkView', { token: (await newShareLink(token, { event_id })).token }];
  },
  '`GET /payments`, 40 events, 10 of them with due dates': async () => [
    'paymentsList',
    await planner(40, 5, 10),
  ],
  '`GET /calendar.ics`, 40 events, 10 of them with due dates': () => calendar(),
  '`GET /calendar.ics`, not modified': async () => {
    const [name, request] = await calendar();
    const { headers } = await call(endpointNamed(name).handler, { ...request, method: 'GET' });
    return [name, { ...request, headers: { 'if-none-match': String(headers['etag']) } }];
  },
  '`GET /summary`, 40 events': async () => ['summaryView', await planner(40, 5)],
  '`POST /events/{event_id}/budgets/create`, 50 budgets': async () => {
    const { token, event_id } = await planner(1, 50);
    return ['budgetsCreate', { token, path: { event_id }, body: catering() }];
  },
};

/** A call of each endpoint with its example, by somebody who has one thing of each kind. */
const examples = allEndpoints.map((endpoint): [label: string, callOf: () => Promise<Call>] => [
  `\`${endpoint.method} ${endpoint.path}\``,
  async () => {
    const { name, contract } = endpoint;
    const owner = await newOwner(NEED_FACTOR.includes(name));
    const token = contract.authentication.scheme === 'none' ? undefined : owner.session;
    return [name, { token, ...owner.requestOf(endpoint) }];
  },
]);

const rows: string[][] = [];
beforeAll(async () => {
  for (const [label, callOf] of [...examples, ...Object.entries(further)]) {
    const [name, request] = await callOf();
    const { handler, method } = endpointNamed(name);
    takeRequests();
    const { status } = await call(handler, { method, ...request });
    const { read, write } = takeRequests().units;
    expect([label, status < 400]).toEqual([label, !label.endsWith('failed')]);
    rows.push([label, String(read), String(write)]);
  }
}, 300_000);

const INTRODUCTION = `# Request units of calls

\`FULL_TESTS=1 npm run generate\` makes this page. It calls each endpoint with its example in the OpenAPI document, for an
account that has one event with a budget, a payment, a member and a share link, and one thing of every other kind. The
[costs](../../docs/costs.md) follow from it.
`;

it('tests/functions/request-units.md is what calls consume', async () => {
  const table = markdownTable(['Call', 'read units', 'write units'], rows);
  await expect(`${INTRODUCTION}\n${table}\n`).toMatchFileSnapshot('./request-units.md');
});

it('docs/costs.md has the same units', () => {
  const shown = [
    ...readFileSync('docs/costs.md', 'utf8').matchAll(/^\| (`.+) \| \d+ \| \d+ \| (\d+) \| (\d+) \| \$/gm),
  ].map(([, ...cells]) => cells);
  expect(shown).not.toEqual([]);
  expect(rows).toEqual(expect.arrayContaining(shown));
});
