import type { Call } from '../gateway-call.ts';
import { type Account, band, newPerson, party, password } from './account.ts';

/** Creates what a call needs, with the functions of its commit, and returns the call. */
type Prepare = (account: Account) => Call | Promise<Call>;

/** Calls that can be repeated, by the name of their function. */
export const repeatable: Record<string, Prepare> = {
  authLogin: ({ email }) => ({ body: { username: email, password }, status: 200 }),
  authRefresh: ({ token }) => ({ token, status: 200 }),
  accountView: ({ token }) => ({ method: 'GET', token, status: 200 }),
  accountUpdate: ({ token }) => ({ token, body: { first_name: 'Grace' }, status: 200 }),
  sessionsList: ({ token }) => ({ method: 'GET', token, status: 200 }),
  eventsList: async (account) => {
    for (let n = 0; n < 10; n++) await account.budget(await account.event());
    return { method: 'GET', token: account.token, status: 200 };
  },
  eventsView: async (account) => ({
    method: 'GET',
    token: account.token,
    path: await account.event(),
    status: 200,
  }),
  eventsCreate: ({ token }) => ({ token, body: party, status: 201 }),
  eventsUpdate: async (account) => ({
    token: account.token,
    path: await account.event(),
    body: party,
    status: 200,
  }),
  budgetsList: async (account) => {
    const { event_id } = await account.budget(await account.event());
    return { method: 'GET', token: account.token, path: { event_id }, status: 200 };
  },
  budgetsView: async (account) => ({
    method: 'GET',
    token: account.token,
    path: await account.budget(await account.event()),
    status: 200,
  }),
  budgetsUpdate: async (account) => ({
    token: account.token,
    path: await account.budget(await account.event()),
    body: band,
    status: 200,
  }),
  systemHealth: () => ({ method: 'GET', status: 200 }),
  systemOpenapi: () => ({ method: 'GET', status: 200 }),
  systemDocs: () => ({ method: 'GET', status: 200 }),
};

/** Calls that succeed once, so that each needs something of its own. */
export const unique: Record<string, Prepare> = {
  authSignup: () => ({ body: newPerson(), status: 201 }),
  eventsDelete: async (account) => ({ token: account.token, path: await account.event(), status: 200 }),
  budgetsCreate: async (account) => {
    const { id } = await account.event();
    return { token: account.token, path: { event_id: id }, body: band, status: 201 };
  },
  budgetsDelete: async (account) => ({
    token: account.token,
    path: await account.budget(await account.event()),
    status: 200,
  }),
};
