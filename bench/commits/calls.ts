import type { Call } from '../gateway-call.ts';
import { type Account, band, newPerson, party, password } from './account.ts';

/** Creates what a call needs, with the functions of its commit, and returns the call. */
type Prepare = (account: Account) => Call | Promise<Call>;

/** How many people an account may invite in an hour. */
const INVITATIONS = 20;

let pair: { owner: Account; guest: Account; left: number } | undefined;

/** A new event with a new invitation, and whose they are. */
async function newInvitation(account: Account) {
  if (!pair?.left)
    pair = { owner: await account.another(), guest: await account.another(), left: INVITATIONS };
  pair.left -= 1;
  const { owner, guest } = pair;
  return { owner, guest, invitation: await owner.invitation(await owner.event(), guest) };
}

/** The same, accepted. */
async function newMember(account: Account) {
  const { owner, guest, invitation } = await newInvitation(account);
  await guest.accept(invitation);
  return { owner, member: invitation };
}

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
  membersList: async (account) => {
    const { owner, member } = await newMember(account);
    return { method: 'GET', token: owner.token, path: { event_id: member.event_id }, status: 200 };
  },
  membersUpdate: async (account) => {
    const { owner, member } = await newMember(account);
    return { token: owner.token, path: member, body: { role: 'editor' }, status: 200 };
  },
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
  authVerifyEmail: async (account) => {
    const mover = await account.another();
    return { body: { token: await mover.changeOfAddress() }, status: 200 };
  },
  accountDelete: async (account) => {
    const { token } = await account.another();
    return { token, body: { password }, status: 200 };
  },
  membersInvite: async (account) => {
    const owner = await account.another();
    const { id: event_id } = await owner.event();
    const { email } = newPerson();
    return { token: owner.token, path: { event_id }, body: { email, role: 'viewer' }, status: 201 };
  },
  membersRemove: async (account) => {
    const { owner, member } = await newMember(account);
    return { token: owner.token, path: member, status: 200 };
  },
  invitationsAccept: async (account) => {
    const { guest, invitation } = await newInvitation(account);
    return { token: guest.token, path: { id: invitation.id }, status: 200 };
  },
  invitationsDecline: async (account) => {
    const { guest, invitation } = await newInvitation(account);
    return { token: guest.token, path: { id: invitation.id }, status: 200 };
  },
};
