import bcrypt from 'bcryptjs';
import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import type { Account } from '../../lib/accounts/account.ts';
import { newBudget as budgetBody } from '../../lib/budgets/request.ts';
import { eventBy } from '../../lib/events/new-event.ts';
import { newEvent as eventBody } from '../../lib/events/request.ts';
import { fieldsOfEvent } from '../../lib/plan/head.ts';
import { storedSession } from './account.ts';
import { call } from './call.ts';
import { addedBudget, createdEvent } from './created-event.ts';
import { endpointNamed, type Tested } from './endpoints.ts';
import { asEditor, dayIn, PASSWORD, person } from './person.ts';

export type { Tested };
export { dayIn, person };

/** Short names for many tests. Others take an endpoint by its function's name, from `endpointNamed`. */
export const endpoints = {
  signup: endpointNamed('authSignup'),
  login: endpointNamed('authLogin'),
  logout: endpointNamed('authLogout'),
  refresh: endpointNamed('authRefresh'),
  viewAccount: endpointNamed('accountView'),
  updateAccount: endpointNamed('accountUpdate'),
  changePassword: endpointNamed('accountChangePassword'),
  exportAccount: endpointNamed('accountExport'),
  deleteAccount: endpointNamed('accountDelete'),
  forgotPassword: endpointNamed('authForgotPassword'),
  resetPassword: endpointNamed('authResetPassword'),
  verifyEmail: endpointNamed('authVerifyEmail'),
  changeEmail: endpointNamed('accountChangeEmail'),
  sendVerification: endpointNamed('accountSendVerification'),
  listSessions: endpointNamed('sessionsList'),
  endSession: endpointNamed('sessionsEnd'),
  createToken: endpointNamed('tokensCreate'),
  listTokens: endpointNamed('tokensList'),
  endToken: endpointNamed('tokensEnd'),
  createFactor: endpointNamed('factorCreate'),
  confirmFactor: endpointNamed('factorConfirm'),
  endFactor: endpointNamed('factorEnd'),
  list: endpointNamed('eventsList'),
  view: endpointNamed('eventsView'),
  create: endpointNamed('eventsCreate'),
  copy: endpointNamed('eventsCopy'),
  update: endpointNamed('eventsUpdate'),
  delete: endpointNamed('eventsDelete'),
  handOver: endpointNamed('eventsHandOver'),
  listTrash: endpointNamed('trashList'),
  restore: endpointNamed('trashRestore'),
  deleteForGood: endpointNamed('trashDelete'),
  listBudgets: endpointNamed('budgetsList'),
  viewBudget: endpointNamed('budgetsView'),
  createBudget: endpointNamed('budgetsCreate'),
  updateBudget: endpointNamed('budgetsUpdate'),
  deleteBudget: endpointNamed('budgetsDelete'),
  exportBudgets: endpointNamed('budgetsExport'),
  estimateBudgets: endpointNamed('budgetsEstimate'),
  importBudgets: endpointNamed('budgetsImport'),
  listHistory: endpointNamed('historyList'),
  undo: endpointNamed('historyUndo'),
  clearHistory: endpointNamed('historyClear'),
  listPayments: endpointNamed('paymentsList'),
  createPayment: endpointNamed('paymentsCreate'),
  updatePayment: endpointNamed('paymentsUpdate'),
  deletePayment: endpointNamed('paymentsDelete'),
  viewCalendar: endpointNamed('calendarView'),
  viewSummary: endpointNamed('summaryView'),
  listMembers: endpointNamed('membersList'),
  inviteMember: endpointNamed('membersInvite'),
  listInvitations: endpointNamed('invitationsList'),
  acceptInvitation: endpointNamed('invitationsAccept'),
  declineInvitation: endpointNamed('invitationsDecline'),
  createShareLink: endpointNamed('shareLinkCreate'),
  endShareLink: endpointNamed('shareLinkEnd'),
  viewSharedEvent: endpointNamed('shareLinkView'),
  updateMember: endpointNamed('membersUpdate'),
  removeMember: endpointNamed('membersRemove'),
};

const password_hash = await bcrypt.hash(PASSWORD, 4);

/** Stores the account of a `person`, as signups take longer. Returns a token. */
export const storedPerson = (fields: Partial<Account> = {}): Promise<string> =>
  storedSession({ email: person().email, password_hash, ...fields });

export const accountIdOf = (token: string): string => String(decodeJwt(token).sub);

/** Creates an account and returns its token. */
export const newToken = (): Promise<string> => storedPerson();

export const party = (fields: Record<string, unknown> = {}) => ({
  name: 'Summer party',
  description: 'In the garden',
  event_date: '2026-07-04',
  ...fields,
});

const shownEvent = z.object({
  id: z.int(),
  name: z.string(),
  total_amount: z.number(),
  budgets_count: z.int(),
  description: z.string(),
  event_date: z.string(),
});

type ShownEvent = z.output<typeof shownEvent>;

/** Stores an event of a session's account, as calls take longer. Returns its path. */
export async function newEvent(token: string, fields: Record<string, unknown> = {}): Promise<{ id: string }> {
  const accountId = accountIdOf(token);
  const event = eventBy(accountId, eventBody.parse(party(fields)));
  return { id: String((await createdEvent({ accountId }, fieldsOfEvent(event))).id) };
}

export async function viewEvent(token: string, path: { id: string }): Promise<ShownEvent> {
  return shownEvent.parse((await call(endpoints.view.handler, { method: 'GET', token, path })).body.data);
}

export async function allEvents(token: string): Promise<ShownEvent[]> {
  return z.array(shownEvent).parse((await call(endpoints.list.handler, { method: 'GET', token })).body.data);
}

export const catering = (fields: Record<string, unknown> = {}) => ({
  name: 'Catering',
  category: 'Food',
  amount: 1250.5,
  spent: 300,
  ...fields,
});

const shownBudget = z.object({
  id: z.int(),
  name: z.string(),
  category: z.string(),
  amount: z.number(),
  spent: z.number(),
  estimate: z.optional(z.number()),
});

type ShownBudget = z.output<typeof shownBudget>;

/** Adds a budget in the same way. Returns its path. */
export async function newBudget(token: string, { id }: { id: string }, fields: Record<string, unknown> = {}) {
  const body = budgetBody.parse(catering(fields));
  const budget = await addedBudget(asEditor(accountIdOf(token)), Number(id), body);
  return { event_id: id, id: String(budget.id) };
}

export async function allBudgets(token: string, { id }: { id: string }): Promise<ShownBudget[]> {
  const { body } = await call(endpoints.listBudgets.handler, {
    method: 'GET',
    token,
    path: { event_id: id },
  });
  return z.array(shownBudget).parse(body.data);
}

export const deposit = (fields: Record<string, unknown> = {}) => ({
  amount: 500,
  due_date: '2027-03-01',
  note: 'Deposit',
  ...fields,
});

/** Adds a payment to a budget and returns its path. */
export async function newPayment(
  token: string,
  { event_id, id: budget_id }: { event_id: string; id: string },
  fields: Record<string, unknown> = {},
) {
  const path = { event_id, budget_id };
  const { body } = await call(endpoints.createPayment.handler, { token, path, body: deposit(fields) });
  return { ...path, id: String(z.object({ id: z.int() }).parse(body.data).id) };
}

export const accessToken = (fields: Record<string, unknown> = {}) => ({
  password: PASSWORD,
  name: 'Nightly import',
  access: 'write',
  expires_on: dayIn(30),
  ...fields,
});

const shownToken = z.object({ id: z.string(), token: z.optional(z.string()), url: z.optional(z.string()) });

/** Creates an access token of the session's account. That of a calendar is taken from its address. */
export async function newAccessToken(session: string, fields: Record<string, unknown> = {}) {
  const { body } = await call(endpoints.createToken.handler, { token: session, body: accessToken(fields) });
  const { id, token, url } = shownToken.parse(body.data);
  return { id, token: token ?? new URL(String(url)).searchParams.get('token') ?? '' };
}
