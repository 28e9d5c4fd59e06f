import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import { getAccount } from '../../../lib/accounts/repository.ts';
import {
  emailFingerprint,
  fingerprintOf,
  issueMailedToken,
  type MailedKind,
} from '../../../lib/auth/mailed-tokens.ts';
import { call, type Outcome } from '../../support/call.ts';
import { recordedDeletion } from '../../support/history.ts';
import {
  accessToken,
  catering,
  deposit,
  endpoints,
  newAccessToken,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  party,
  person,
  type Tested,
} from '../../support/service.ts';
import { accountIdOf, newVerified, share } from '../../support/sharing.ts';
import { deleteEvent } from '../../support/trash.ts';

/** Prepares a call that succeeds. */
export type Scenario = () => Promise<() => Promise<Outcome>>;

interface Request {
  token?: string;
  path?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
}

const calling =
  ({ handler }: Tested, request: Request = {}) =>
  () =>
    call(handler, request);

/** A call with the token of somebody who has an account. */
const ofPerson =
  (
    endpoint: Tested,
    requestOf: (who: Awaited<ReturnType<typeof newVerified>>) => Promise<Request> | Request = () => ({}),
  ): Scenario =>
  async () => {
    const who = await newVerified();
    return calling(endpoint, { token: who.token, ...(await requestOf(who)) });
  };

const PASSWORD = { password: person().password };
const NEW_PASSWORD = 'a fair new passphrase';

/** A call with a mailed token, and with a password or a session. */
const ofMailed =
  (endpoint: Tested, kind: MailedKind, body?: { password: string }): Scenario =>
  async () => {
    const token = await newToken();
    const accountId = accountIdOf(token);
    const account = await getAccount(accountId);
    if (!account) throw new Error('There is no account');
    const fingerprint = kind === 'verify-email' ? emailFingerprint(account.email) : fingerprintOf(account);
    const email = kind === 'change-email' ? person().email : undefined;
    const mailed = await issueMailedToken({ kind, accountId, fingerprint, email });
    return calling(endpoint, { ...(!body && { token }), body: { token: mailed, ...body } });
  };

const logIn = async ({ email, password }: { email: string; password: string }) =>
  String((await call(endpoints.login.handler, { body: { username: email, password } })).body.token);

const keyed = { headers: { 'idempotency-key': 'a-key' } };
const returned = { headers: { prefer: 'return=representation' } };
const keyedReturned = { headers: { ...keyed.headers, ...returned.headers } };

interface Paths {
  event: { id: string };
  budget: { event_id: string; id: string };
}

/** A call of the owner of an event with a budget that has these fields. */
const ofLine = (endpoint: Tested, fields: object, requestOf: (paths: Paths) => Request): Scenario =>
  ofPerson(endpoint, async ({ token }) => {
    const event = await newEvent(token);
    return requestOf({ event, budget: await newBudget(token, event, { spent: 0, ...fields }) });
  });

const ofEvent = (endpoint: Tested, requestOf: (paths: Paths) => Request): Scenario =>
  ofLine(endpoint, { spent: 300 }, requestOf);

const idIn = ({ body }: Outcome): string => String(z.object({ id: z.int() }).parse(body.data).id);

const PER_GUEST = { amount: undefined, unit_amount: 3.5, quantity: 2, per_guest: true };

const ofBudget = ({ event_id, id: budget_id }: Paths['budget']) => ({ event_id, budget_id });

/** A call of the owner of an event with a budget that has a payment. */
const ofPayment = (
  endpoint: Tested,
  requestOf: (paths: Paths & { payment: Awaited<ReturnType<typeof newPayment>> }) => Request,
): Scenario =>
  ofPerson(endpoint, async ({ token }) => {
    const event = await newEvent(token);
    const budget = await newBudget(token, event, { spent: 0 });
    return requestOf({ event, budget, payment: await newPayment(token, budget) });
  });

/** An event with an editor, a viewer and an invited person. */
async function sharedEvent() {
  const [owner, editor, viewer, invited] = [
    await newVerified(),
    await newVerified(),
    await newVerified(),
    await newVerified(),
  ];
  const event = await newEvent(owner.token);
  const budget = await newBudget(owner.token, event);
  const plain = await newBudget(owner.token, event, { spent: 0 });
  const ids = {
    editor: await share(owner.token, event, editor.token, 'editor'),
    viewer: await share(owner.token, event, viewer.token, 'viewer'),
    invited: await invite(owner, event, invited, 'editor'),
  };
  return { owner, editor, viewer, invited, event, budget, plain, ids };
}

type Who = Awaited<ReturnType<typeof newVerified>>;

async function invite(owner: Who, { id: event_id }: { id: string }, { email }: Who, role: string) {
  const request = { token: owner.token, path: { event_id }, body: { email, role } };
  return idIn(await call(endpoints.inviteMember.handler, request));
}

/** An account that was deleted, which shares an event, has one in the trash, is a member of another one, and is invited to a third one. */
export async function leaving() {
  const { owner: leaver, viewer: other } = await sharedEvent();
  const [joined, inviting] = [await newEvent(other.token), await newEvent(other.token)];
  await call(endpoints.create.handler, { token: leaver.token, body: party(), ...keyed });
  await deleteEvent(leaver.token, await newEvent(leaver.token));
  await share(other.token, joined, leaver.token, 'editor');
  await invite(other, inviting, leaver, 'viewer');
  const { status } = await call(endpoints.deleteAccount.handler, { token: leaver.token, body: PASSWORD });
  if (status !== 200) throw new Error('The account is not leaving');
  return { id: accountIdOf(leaver.token), email: leaver.email };
}

type Shared = Awaited<ReturnType<typeof sharedEvent>>;

/** A call in an event that is shared. */
const ofShared =
  (
    endpoint: Tested,
    by: 'owner' | 'editor' | 'viewer' | 'invited',
    requestOf: (shared: Shared) => Request,
  ): Scenario =>
  async () => {
    const shared = await sharedEvent();
    return calling(endpoint, { token: shared[by].token, ...requestOf(shared) });
  };

/** A call of somebody who deleted a budget of an event by mistake. */
const ofDeletion =
  (who: 'owner' | 'editor', request: Request = {}): Scenario =>
  async () => {
    const { [who]: caller, owner, event, budget } = await sharedEvent();
    const version = String(await recordedDeletion(owner.token, budget));
    const path = { event_id: event.id, version };
    return calling(endpoints.restoreBudgets, { token: caller.token, path, ...request });
  };

/** A call of the owner of an event in the trash that was shared. */
const ofTrash =
  (endpoint: Tested, request: Request = {}): Scenario =>
  async () => {
    const { owner, event } = await sharedEvent();
    await deleteEvent(owner.token, event);
    return calling(endpoint, { token: owner.token, path: event, ...request });
  };

const memberOf = ({ event, ids }: Shared, who: keyof Shared['ids']) => ({
  path: { event_id: event.id, id: ids[who] },
});

const inside = ({ event }: { event: { id: string } }) => ({ path: { event_id: event.id } });

/** An entry of an import that changes the budget if it was not changed. */
const changeOf = ({ budget }: Paths) => ({ id: Number(budget.id), version: 0, amount: 7 });

/** A call to each endpoint that writes, in the situations in which it writes differently. */
export const scenarios: Record<string, Scenario> = {
  signup: async () => calling(endpoints.signup, { body: person() }),
  login: async () => {
    const { email, password } = await newVerified();
    return calling(endpoints.login, { body: { username: email, password } });
  },
  logout: ofPerson(endpoints.logout),
  'logout, everywhere': ofPerson(endpoints.logout, async (who) => {
    await logIn(who);
    await newAccessToken(who.token);
    return { body: { everywhere: true } };
  }),
  endSession: ofPerson(endpoints.endSession, async (who) => ({
    path: { id: String(decodeJwt(await logIn(who))['sid']) },
  })),
  updateAccount: ofPerson(endpoints.updateAccount, () => ({ body: { first_name: 'Grace' } })),
  changePassword: ofPerson(endpoints.changePassword, () => ({
    body: { ...PASSWORD, new_password: NEW_PASSWORD },
  })),
  'changePassword, that ends tokens': ofPerson(endpoints.changePassword, async ({ token }) => {
    await newAccessToken(token);
    return { body: { ...PASSWORD, new_password: NEW_PASSWORD, end_tokens: true } };
  }),
  createToken: ofPerson(endpoints.createToken, () => ({ body: accessToken() })),
  'createToken, after another': ofPerson(endpoints.createToken, async ({ token }) => {
    await newAccessToken(token);
    return { body: accessToken() };
  }),
  endToken: ofPerson(endpoints.endToken, async ({ token }) => ({
    path: { id: (await newAccessToken(token)).id },
  })),
  changeEmail: ofPerson(endpoints.changeEmail, () => ({ body: { ...PASSWORD, email: person().email } })),
  deleteAccount: ofPerson(endpoints.deleteAccount, () => ({ body: PASSWORD })),
  sendVerification: async () => calling(endpoints.sendVerification, { token: await newToken() }),
  forgotPassword: async () => {
    const { email } = await newVerified();
    return calling(endpoints.forgotPassword, { body: { username: email } });
  },
  resetPassword: ofMailed(endpoints.resetPassword, 'reset-password', { password: NEW_PASSWORD }),
  verifyEmail: ofMailed(endpoints.verifyEmail, 'verify-email'),
  'verifyEmail, by the password': ofMailed(endpoints.verifyEmail, 'verify-email', PASSWORD),
  'verifyEmail, of a new address': ofMailed(endpoints.verifyEmail, 'change-email'),

  create: ofPerson(endpoints.create, () => ({ body: party() })),
  'create, by an access token': async () => {
    const { token } = await newAccessToken(await newToken());
    return calling(endpoints.create, { token, body: party() });
  },
  'create, with a key': ofPerson(endpoints.create, () => ({ body: party(), ...keyed })),
  copy: ofEvent(endpoints.copy, ({ event }) => ({ path: event, body: { event_date: '2028-07-04' } })),
  'copy, with a key': ofEvent(endpoints.copy, ({ event }) => ({
    ...{ path: event, body: { event_date: '2028-07-04' }, ...keyed },
  })),
  update: ofEvent(endpoints.update, ({ event }) => ({ path: event, body: { name: 'Ball' } })),
  'update, with a key': ofEvent(endpoints.update, ({ event }) => ({
    ...{ path: event, body: { name: 'Ball' }, ...keyed },
  })),
  'update, by an editor': ofShared(endpoints.update, 'editor', ({ event }) => ({
    ...{ path: event, body: { name: 'Ball' } },
  })),
  'update, of the guests': ofLine(endpoints.update, PER_GUEST, ({ event }) => ({
    ...{ path: event, body: { guests: 80 } },
  })),
  'update, by an editor, returned': ofShared(endpoints.update, 'editor', ({ event }) => ({
    ...{ path: event, body: { name: 'Ball' }, ...returned },
  })),
  delete: ofEvent(endpoints.delete, ({ event }) => ({ path: event })),
  'delete, of a shared event': ofShared(endpoints.delete, 'owner', ({ event }) => ({ path: event })),
  'delete, of a shared event with a key': ofShared(endpoints.delete, 'owner', ({ event }) => ({
    ...{ path: event, ...keyed },
  })),
  restore: ofTrash(endpoints.restore),
  'restore, with a key': ofTrash(endpoints.restore, keyed),
  deleteForGood: ofTrash(endpoints.deleteForGood),
  'deleteForGood, with a key': ofTrash(endpoints.deleteForGood, keyed),

  restoreBudgets: ofDeletion('owner'),
  'restoreBudgets, by an editor with a key': ofDeletion('editor', keyed),
  clearHistory: ofEvent(endpoints.clearHistory, inside),

  createBudget: ofEvent(endpoints.createBudget, (paths) => ({ ...inside(paths), body: catering() })),
  'createBudget, with a key': ofEvent(endpoints.createBudget, (paths) => ({
    ...{ ...inside(paths), body: catering(), ...keyed },
  })),
  'createBudget, by an editor': ofShared(endpoints.createBudget, 'editor', (paths) => ({
    ...{ ...inside(paths), body: catering() },
  })),
  'createBudget, by an editor with a key': ofShared(endpoints.createBudget, 'editor', (paths) => ({
    ...{ ...inside(paths), body: catering(), ...keyed },
  })),
  'createBudget, per guest': ofPerson(endpoints.createBudget, async ({ token }) => {
    const event = await newEvent(token, { guests: 80 });
    return { path: { event_id: event.id }, body: catering(PER_GUEST) };
  }),
  'createBudget, returned': ofEvent(endpoints.createBudget, (paths) => ({
    ...{ ...inside(paths), body: catering(), ...returned },
  })),
  'createBudget, returned, with a key': ofEvent(endpoints.createBudget, (paths) => ({
    ...{ ...inside(paths), body: catering(), ...keyedReturned },
  })),
  updateBudget: ofEvent(endpoints.updateBudget, ({ budget }) => ({ path: budget, body: { amount: 7 } })),
  'updateBudget, returned': ofEvent(endpoints.updateBudget, ({ budget }) => ({
    ...{ path: budget, body: { amount: 7 }, ...returned },
  })),
  'updateBudget, of other digits': ofPerson(endpoints.updateBudget, async ({ token }) => {
    const event = await newEvent(token, { currency: 'JPY' });
    const path = await newBudget(token, event, { amount: 15, spent: 0, kind: 'income' });
    return { path, body: { amount: 20 } };
  }),
  'updateBudget, of what one costs': ofLine(endpoints.updateBudget, PER_GUEST, ({ budget }) => ({
    ...{ path: budget, body: { unit_amount: 4 } },
  })),
  'updateBudget, of a budget per guest': ofLine(endpoints.updateBudget, PER_GUEST, ({ budget }) => ({
    ...{ path: budget, body: { name: 'Drinks' } },
  })),
  'updateBudget, with payments': ofPayment(endpoints.updateBudget, ({ budget }) => ({
    ...{ path: budget, body: { paid: null, amount: 7 } },
  })),
  deleteBudget: ofEvent(endpoints.deleteBudget, ({ budget }) => ({ path: budget })),
  'deleteBudget, returned': ofEvent(endpoints.deleteBudget, ({ budget }) => ({ path: budget, ...returned })),
  'deleteBudget, with payments': ofPayment(endpoints.deleteBudget, ({ budget }) => ({ path: budget })),
  'deleteBudget, by an editor': ofShared(endpoints.deleteBudget, 'editor', ({ budget }) => ({
    path: budget,
  })),
  importBudgets: ofEvent(endpoints.importBudgets, (paths) => ({
    ...{ ...inside(paths), body: { budgets: [catering(), catering()] } },
  })),
  'importBudgets, with a key': ofEvent(endpoints.importBudgets, (paths) => ({
    ...{ ...inside(paths), body: { budgets: [catering(), catering()] }, ...keyed },
  })),
  'importBudgets, returned': ofEvent(endpoints.importBudgets, (paths) => ({
    ...{ ...inside(paths), body: { budgets: [catering(), catering()] }, ...returned },
  })),
  'importBudgets, by an editor': ofShared(endpoints.importBudgets, 'editor', (paths) => ({
    ...{ ...inside(paths), body: { budgets: [catering()] } },
  })),

  'importBudgets, of changes': ofEvent(endpoints.importBudgets, (paths) => ({
    ...{ ...inside(paths), body: { budgets: [changeOf(paths), catering()] } },
  })),
  'importBudgets, of changes with a key': ofEvent(endpoints.importBudgets, (paths) => ({
    ...{ ...inside(paths), body: { budgets: [changeOf(paths), catering()] }, ...keyed },
  })),
  estimateBudgets: ofEvent(endpoints.estimateBudgets, inside),
  'estimateBudgets, with a key': ofEvent(endpoints.estimateBudgets, (paths) => ({
    ...{ ...inside(paths), ...keyed },
  })),
  'estimateBudgets, returned': ofShared(endpoints.estimateBudgets, 'editor', (paths) => ({
    ...{ ...inside(paths), body: { replace: true }, ...returned },
  })),

  createPayment: ofLine(endpoints.createPayment, {}, ({ budget }) => ({
    ...{ path: ofBudget(budget), body: deposit() },
  })),
  'createPayment, with a key': ofLine(endpoints.createPayment, {}, ({ budget }) => ({
    ...{ path: ofBudget(budget), body: deposit(), ...keyed },
  })),
  'createPayment, by an editor': ofShared(endpoints.createPayment, 'editor', ({ plain }) => ({
    ...{ path: ofBudget(plain), body: deposit() },
  })),
  'createPayment, by an editor with a key': ofShared(endpoints.createPayment, 'editor', ({ plain }) => ({
    ...{ path: ofBudget(plain), body: deposit(), ...keyed },
  })),
  'createPayment, returned, with a key': ofLine(endpoints.createPayment, {}, ({ budget }) => ({
    ...{ path: ofBudget(budget), body: deposit(), ...keyedReturned },
  })),
  updatePayment: ofPayment(endpoints.updatePayment, ({ payment }) => ({
    ...{ path: payment, body: { paid_on: '2027-02-27' } },
  })),
  deletePayment: ofPayment(endpoints.deletePayment, ({ payment }) => ({ path: payment })),
  'updatePayment, returned': ofPayment(endpoints.updatePayment, ({ payment }) => ({
    ...{ path: payment, body: { paid_on: '2027-02-27' }, ...returned },
  })),
  'deletePayment, returned': ofPayment(endpoints.deletePayment, ({ payment }) => ({
    ...{ path: payment, ...returned },
  })),
  'deletePayment, with a key': ofPayment(endpoints.deletePayment, ({ payment }) => ({
    ...{ path: payment, ...keyed },
  })),

  inviteMember: ofShared(endpoints.inviteMember, 'owner', (paths) => ({
    ...{ ...inside(paths), body: { email: person().email, role: 'viewer' } },
  })),
  acceptInvitation: ofShared(endpoints.acceptInvitation, 'invited', ({ ids }) => ({
    path: { id: ids.invited },
  })),
  declineInvitation: ofShared(endpoints.declineInvitation, 'invited', ({ ids }) => ({
    path: { id: ids.invited },
  })),
  updateMember: ofShared(endpoints.updateMember, 'owner', (shared) => ({
    ...{ ...memberOf(shared, 'viewer'), body: { role: 'editor' } },
  })),
  removeMember: ofShared(endpoints.removeMember, 'owner', (shared) => memberOf(shared, 'viewer')),
  'removeMember, of an invited person': ofShared(endpoints.removeMember, 'owner', (shared) =>
    memberOf(shared, 'invited'),
  ),
  'removeMember, of oneself': ofShared(endpoints.removeMember, 'viewer', (shared) =>
    memberOf(shared, 'viewer'),
  ),
};
