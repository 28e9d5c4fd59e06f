import { randomUUID } from 'node:crypto';
import bcrypt from 'bcryptjs';
import * as z from 'zod/mini';
import { handler as changeEmail } from '../../functions/account/change-email.ts';
import { handler as changePassword } from '../../functions/account/change-password.ts';
import { handler as deleteAccount } from '../../functions/account/delete.ts';
import { handler as exportAccount } from '../../functions/account/export.ts';
import { handler as sendVerification } from '../../functions/account/send-verification.ts';
import { handler as updateAccount } from '../../functions/account/update.ts';
import { handler as viewAccount } from '../../functions/account/view.ts';
import { handler as forgotPassword } from '../../functions/auth/forgot-password.ts';
import { handler as login } from '../../functions/auth/login.ts';
import { handler as logout } from '../../functions/auth/logout.ts';
import { handler as refresh } from '../../functions/auth/refresh.ts';
import { handler as resetPassword } from '../../functions/auth/reset-password.ts';
import { handler as signup } from '../../functions/auth/signup.ts';
import { handler as verifyEmail } from '../../functions/auth/verify-email.ts';
import { handler as createBudget } from '../../functions/budgets/create.ts';
import { handler as deleteBudget } from '../../functions/budgets/delete.ts';
import { handler as exportBudgets } from '../../functions/budgets/export.ts';
import { handler as importBudgets } from '../../functions/budgets/import.ts';
import { handler as listBudgets } from '../../functions/budgets/list.ts';
import { handler as updateBudget } from '../../functions/budgets/update.ts';
import { handler as viewBudget } from '../../functions/budgets/view.ts';
import { handler as copy } from '../../functions/events/copy.ts';
import { handler as create } from '../../functions/events/create.ts';
import { handler as remove } from '../../functions/events/delete.ts';
import { handler as list } from '../../functions/events/list.ts';
import { handler as update } from '../../functions/events/update.ts';
import { handler as view } from '../../functions/events/view.ts';
import { handler as acceptInvitation } from '../../functions/invitations/accept.ts';
import { handler as declineInvitation } from '../../functions/invitations/decline.ts';
import { handler as listInvitations } from '../../functions/invitations/list.ts';
import { handler as inviteMember } from '../../functions/members/invite.ts';
import { handler as listMembers } from '../../functions/members/list.ts';
import { handler as removeMember } from '../../functions/members/remove.ts';
import { handler as updateMember } from '../../functions/members/update.ts';
import { handler as createPayment } from '../../functions/payments/create.ts';
import { handler as deletePayment } from '../../functions/payments/delete.ts';
import { handler as listPayments } from '../../functions/payments/list.ts';
import { handler as updatePayment } from '../../functions/payments/update.ts';
import { handler as endSession } from '../../functions/sessions/end.ts';
import { handler as listSessions } from '../../functions/sessions/list.ts';
import { handler as viewSummary } from '../../functions/summary/view.ts';
import { handler as createToken } from '../../functions/tokens/create.ts';
import { handler as endToken } from '../../functions/tokens/end.ts';
import { handler as listTokens } from '../../functions/tokens/list.ts';
import type { Account } from '../../lib/accounts/account.ts';
import { issueMailedToken } from '../../lib/auth/mailed-tokens.ts';
import { storedSession } from './account.ts';
import { call, type Handler } from './call.ts';

const PASSWORD = 'correct horse battery';

/** Tokens that were mailed to the owner of an account that is gone. */
const gone = { accountId: randomUUID(), fingerprint: 'a fingerprint' };
const resetToken = await issueMailedToken({ kind: 'reset-password', ...gone });
const verificationToken = await issueMailedToken({ kind: 'verify-email', ...gone });

let accounts = 0;

/** A signup body with a unique e-mail address. */
export const person = (fields: Record<string, unknown> = {}) => ({
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: `ada-${++accounts}@example.com`,
  password: PASSWORD,
  ...fields,
});

const password_hash = await bcrypt.hash(PASSWORD, 4);

/** Stores the account of a `person`, as signups take longer. Returns a token. */
export const storedPerson = (fields: Partial<Account> = {}): Promise<string> =>
  storedSession({ email: person().email, password_hash, ...fields });

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

export type ShownEvent = z.output<typeof shownEvent>;

/** Creates an event and returns its path. */
export async function newEvent(token: string, fields: Record<string, unknown> = {}): Promise<{ id: string }> {
  const { headers } = await call(create, { token, body: party(fields) });
  return { id: z.string().parse(headers['location']).replace('/events/view/', '') };
}

export async function viewEvent(token: string, path: { id: string }): Promise<ShownEvent> {
  return shownEvent.parse((await call(view, { method: 'GET', token, path })).body.data);
}

export async function allEvents(token: string): Promise<ShownEvent[]> {
  return z.array(shownEvent).parse((await call(list, { method: 'GET', token })).body.data);
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
});

export type ShownBudget = z.output<typeof shownBudget>;

/** Creates a budget and returns its path. */
export async function newBudget(token: string, { id }: { id: string }, fields: Record<string, unknown> = {}) {
  const path = { event_id: id };
  const { body } = await call(createBudget, { token, path, body: catering(fields) });
  return { ...path, id: String(shownBudget.parse(body.data).id) };
}

export async function allBudgets(token: string, { id }: { id: string }): Promise<ShownBudget[]> {
  const { body } = await call(listBudgets, { method: 'GET', token, path: { event_id: id } });
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
  const { body } = await call(createPayment, { token, path, body: deposit(fields) });
  return { ...path, id: String(z.object({ id: z.int() }).parse(body.data).id) };
}

/** The day in so many days (UTC). */
export const dayIn = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export const accessToken = (fields: Record<string, unknown> = {}) => ({
  password: PASSWORD,
  name: 'Nightly import',
  access: 'write',
  expires_on: dayIn(30),
  ...fields,
});

const shownToken = z.object({ id: z.string(), token: z.string() });

/** Creates an access token of the session's account. */
export async function newAccessToken(session: string, fields: Record<string, unknown> = {}) {
  const { body } = await call(createToken, { token: session, body: accessToken(fields) });
  return shownToken.parse(body.data);
}

/** An endpoint with its failure message and, if it takes a body, a valid one. */
export interface Tested {
  handler: Handler;
  method: 'GET' | 'POST';
  failure: string;
  body?: () => Record<string, unknown>;
  /** The maximum size of a body if it isn't 64 KiB. */
  maxBytes?: number;
}

const post = (handler: Handler, failure: string, body?: Tested['body']): Tested => ({
  handler,
  method: 'POST',
  failure,
  ...(body && { body }),
});
const get = (handler: Handler, failure: string): Tested => ({ handler, method: 'GET', failure });

export const endpoints = {
  signup: post(signup, 'Account failed to register', person),
  login: post(login, 'Login Failed. retry', () => ({ username: 'nobody@example.com', password: PASSWORD })),
  logout: post(logout, 'Logout failed'),
  refresh: post(refresh, 'Token failed to refresh'),
  viewAccount: get(viewAccount, 'Account failed to load'),
  updateAccount: post(updateAccount, 'Account failed to save', () => ({ first_name: 'Grace' })),
  changePassword: post(changePassword, 'Password failed to change', () => ({
    password: PASSWORD,
    new_password: 'a fair new passphrase',
  })),
  exportAccount: get(exportAccount, 'Account failed to export'),
  deleteAccount: post(deleteAccount, 'Account failed to delete', () => ({ password: PASSWORD })),
  forgotPassword: post(forgotPassword, 'Password reset failed', () => ({ username: person().email })),
  resetPassword: post(resetPassword, 'Password failed to change', () => ({
    token: resetToken,
    password: 'a fair new passphrase',
  })),
  verifyEmail: post(verifyEmail, 'E-mail address failed to verify', () => ({ token: verificationToken })),
  changeEmail: post(changeEmail, 'E-mail address failed to change', () => ({
    password: PASSWORD,
    email: person().email,
  })),
  sendVerification: post(sendVerification, 'E-mail failed to send'),
  listSessions: get(listSessions, 'Sessions failed to load'),
  endSession: post(endSession, 'Session failed to end'),
  createToken: post(createToken, 'Token failed to create', accessToken),
  listTokens: get(listTokens, 'Tokens failed to load'),
  endToken: post(endToken, 'Token failed to end'),
  list: get(list, 'Events failed to load'),
  view: get(view, 'Event failed to load'),
  create: post(create, 'Event failed to save', party),
  copy: post(copy, 'Event failed to save', () => ({ event_date: '2028-07-04' })),
  update: post(update, 'Event failed to save', party),
  delete: post(remove, 'Event failed to delete'),
  listBudgets: get(listBudgets, 'Budgets failed to load'),
  viewBudget: get(viewBudget, 'Budget failed to load'),
  createBudget: post(createBudget, 'Budget failed to save', catering),
  updateBudget: post(updateBudget, 'Budget failed to save', catering),
  deleteBudget: post(deleteBudget, 'Budget failed to delete'),
  exportBudgets: get(exportBudgets, 'Budgets failed to export'),
  importBudgets: {
    ...post(importBudgets, 'Budgets failed to import', () => ({ budgets: [catering()] })),
    maxBytes: 262_144,
  },
  listPayments: get(listPayments, 'Payments failed to load'),
  createPayment: post(createPayment, 'Payment failed to save', deposit),
  updatePayment: post(updatePayment, 'Payment failed to save', () => ({ paid_on: '2027-02-27' })),
  deletePayment: post(deletePayment, 'Payment failed to delete'),
  viewSummary: get(viewSummary, 'Summary failed to load'),
  listMembers: get(listMembers, 'Members failed to load'),
  inviteMember: post(inviteMember, 'Member failed to be invited', () => ({
    email: person().email,
    role: 'viewer',
  })),
  listInvitations: get(listInvitations, 'Invitations failed to load'),
  acceptInvitation: post(acceptInvitation, 'Invitation failed to be accepted'),
  declineInvitation: post(declineInvitation, 'Invitation failed to be declined'),
  updateMember: post(updateMember, 'Member failed to save', () => ({ role: 'viewer' })),
  removeMember: post(removeMember, 'Member failed to be removed'),
};
