import { decodeJwt } from 'jose';
import { getAccount } from '../../../lib/accounts/repository.ts';
import { fingerprintOf, issueMailedToken } from '../../../lib/auth/mailed-tokens.ts';
import { call, type Outcome } from '../../support/call.ts';
import { allEndpoints, type Endpoint, endpointNamed } from '../../support/endpoints.ts';
import { codeOf, createFactor, newFactorOwner } from '../../support/factor.ts';
import type { GatewayRequest } from '../../support/gateway.ts';
import { newOwner, type Owner } from '../../support/owner.ts';
import {
  accessToken,
  catering,
  endpoints,
  newBudget,
  newEvent,
  newToken,
  party,
  person,
} from '../../support/service.ts';
import { accountIdOf, newVerified, share, sharedEvent } from '../../support/sharing.ts';
import { deleteEvent } from '../../support/trash.ts';

/** Prepares a call that succeeds. */
export type Scenario = () => Promise<() => Promise<Outcome>>;

/** Makes what a call needs besides what an owner has. Returns what differs from the owner's request. */
type Situation = (owner: Owner) => Promise<GatewayRequest> | GatewayRequest;

const PASSWORD = { password: person().password };
const NEW_PASSWORD = { ...PASSWORD, new_password: 'a fair new passphrase' };
const KEY = { 'idempotency-key': 'a-key' };
const RETURNED = { prefer: 'return=representation' };
const PER_GUEST = { amount: undefined, unit_amount: 3.5, quantity: 2, per_guest: true, spent: 0 };

const eventOf = ({ requestOf }: Owner) => ({ id: String(requestOf(endpoints.view).path['id']) });
const body =
  (fields: object): Situation =>
  () => ({ body: fields });

/** A call on a budget with these fields in an event with those. */
const ofBudget =
  (fields: object, change: object, ofEvent = {}): Situation =>
  async ({ session }) => ({
    path: await newBudget(session, await newEvent(session, ofEvent), { spent: 0, ...fields }),
    body: change,
  });

const byEditor: Situation = async (owner) => {
  const token = await newToken();
  await share(owner.session, eventOf(owner), token, 'editor');
  return { token };
};

/** A token that is mailed to an account, or to its new address. */
async function mailedTo(session: string, email?: string): Promise<string> {
  const accountId = accountIdOf(session);
  const account = await getAccount(accountId);
  if (!account) throw new Error('There is no account');
  const kind = email === undefined ? 'verify-email' : 'change-email';
  return issueMailedToken({ kind, accountId, fingerprint: fingerprintOf(account, kind), email });
}

/** By a session, or a password. */
const verification =
  (by: object = {}, email?: string): Situation =>
  async () => {
    const token = await newToken();
    return {
      token: 'password' in by ? undefined : token,
      body: { token: await mailedTo(token, email), ...by },
    };
  };

/** A body with the code that the app shows when it is sent. */
const withCodeNow = (fields: object, factor: { secret: string }) => ({
  ...fields,
  get code() {
    return codeOf(factor);
  },
});

/** What the contract's example lacks for some endpoints. */
const usual: Record<string, Situation> = {
  authForgotPassword: ({ requestOf }) => ({
    body: { username: Object(requestOf(endpoints.login).body).username },
  }),
  authVerifyEmail: verification(),
  accountSendVerification: async () => ({ token: await newToken() }),
  membersUpdate: body({ role: 'editor' }),
  factorConfirm: async () => {
    const { token } = await newVerified();
    const factor = await createFactor(token, PASSWORD.password);
    return { token, body: withCodeNow({ confirmation: factor.confirmation }, factor) };
  },
  factorRecoveryCodes: async () => {
    const factor = await newFactorOwner();
    return { token: factor.token, body: withCodeNow(PASSWORD, factor) };
  },
  factorEnd: async () => {
    const factor = await newFactorOwner();
    return { token: factor.token, body: withCodeNow(PASSWORD, factor) };
  },
};

/** Further situations in which endpoints write differently. */
const special: Record<string, Situation> = {
  'authLogout, everywhere': body({ everywhere: true }),
  'sessionsEnd, of another session': async ({ requestOf }) => {
    const { token } = (await call(endpoints.login.handler, requestOf(endpoints.login))).body;
    return { path: { id: String(decodeJwt(String(token))['sid']) } };
  },
  'accountChangePassword, that ends tokens': body({ ...NEW_PASSWORD, end_tokens: true }),
  'tokensCreate, the first': async () => ({ token: (await newVerified()).token, body: accessToken() }),
  'authLogin, with a code': async () => {
    const factor = await newFactorOwner();
    return { body: withCodeNow({ username: factor.email, ...PASSWORD }, factor) };
  },
  'authResetPassword, with a recovery code': async () => {
    const { token, recovery_codes } = await newFactorOwner();
    const accountId = accountIdOf(token);
    const account = await getAccount(accountId);
    const fingerprint = account ? fingerprintOf(account, 'reset-password') : '';
    return {
      body: {
        token: await issueMailedToken({ kind: 'reset-password', accountId, fingerprint }),
        password: NEW_PASSWORD.new_password,
        code: recovery_codes[0],
      },
    };
  },
  'factorEnd, with a recovery code': async () => {
    const { token, recovery_codes } = await newFactorOwner();
    return { token, body: { ...PASSWORD, code: recovery_codes[0] } };
  },
  'authVerifyEmail, by the password': verification(PASSWORD),
  'authVerifyEmail, of a new address': verification({}, person().email),

  'eventsCreate, by an access token': ({ write }) => ({ token: write }),
  'eventsUpdate, of the guests': async (owner) => {
    await newBudget(owner.session, eventOf(owner), PER_GUEST);
    return { body: { guests: 80 } };
  },
  'eventsDelete, of an event of one’s own': async ({ session }) => ({ path: await newEvent(session) }),
  'budgetsCreate, per guest': async ({ session }) => ({
    path: { event_id: (await newEvent(session, { guests: 80 })).id },
    body: catering(PER_GUEST),
  }),
  'budgetsUpdate, of other digits': ofBudget(
    { amount: 15, kind: 'income' },
    { amount: 20 },
    { currency: 'JPY' },
  ),
  'budgetsUpdate, of what one costs': ofBudget(PER_GUEST, { unit_amount: 4 }),
  'budgetsUpdate, of a budget per guest': ofBudget(PER_GUEST, { name: 'Drinks' }),
  'budgetsUpdate, with payments': body({ due_date: null, amount: 7 }),
  'budgetsUpdate, without payments': ofBudget({ spent: 300 }, { amount: 7 }),
  'budgetsDelete, without payments': ofBudget({ spent: 300 }, {}),
  'budgetsImport, of changes': ({ requestOf }) => {
    const id = Number(requestOf(endpoints.updateBudget).path['id']);
    return { body: { budgets: [{ id, version: 1, amount: 7 }, catering()] } };
  },
  'membersRemove, of an invited person': async (owner) => ({
    path: { id: await invite(owner.session, eventOf(owner), person().email) },
  }),
  'membersRemove, of oneself': async (owner) => {
    const token = await newToken();
    return { token, path: { id: await share(owner.session, eventOf(owner), token, 'viewer') } };
  },
};

/** Invites somebody to an event. Returns the id of the invitation. */
async function invite(token: string, { id: event_id }: { id: string }, email: string): Promise<string> {
  const request = { token, path: { event_id }, body: { email, role: 'viewer' } };
  return String(Object((await call(endpoints.inviteMember.handler, request)).body.data).id);
}

const scenarioOf =
  (endpoint: Endpoint, headers: Record<string, string>, ...situations: (Situation | undefined)[]): Scenario =>
  async () => {
    const owner = await newOwner();
    const request: GatewayRequest = { token: owner.session, headers, ...owner.requestOf(endpoint) };
    for (const situation of situations) {
      const { path, ...others } = (await situation?.(owner)) ?? {};
      Object.assign(request, others, { path: { ...request.path, ...path } });
    }
    return () => call(endpoint.handler, request);
  };

/** The calls that follow from an endpoint's contract: by whom, with a key or not, with what was written or not. */
function scenariosOf(endpoint: Endpoint): [name: string, Scenario][] {
  const { name, contract } = endpoint;
  const { idempotent, representation, roles } = contract;
  const callers = [['', undefined] as const, [', by an editor', byEditor] as const];
  const headers = [
    ['', {}],
    ...(representation ? ([[', returned', RETURNED]] as const) : []),
    ...(idempotent ? ([[', with a key', KEY]] as const) : []),
    ...(representation && idempotent ? ([[', returned, with a key', { ...RETURNED, ...KEY }]] as const) : []),
  ] as const;
  return (
    callers
      // An editor may remove nobody else.
      .slice(0, roles?.includes('editor') && name !== 'membersRemove' ? 2 : 1)
      .flatMap(([by, caller]) =>
        headers.map(([asked, sent]): [string, Scenario] => [
          name + by + asked,
          scenarioOf(endpoint, sent, usual[name], caller),
        ]),
      )
  );
}

/** All endpoints that write, whose method is POST. A refresh only signs a token. */
const writing = allEndpoints.filter(({ name, method }) => method === 'POST' && name !== 'authRefresh');

/** Calls of each endpoint that writes, in the situations in which it writes differently. */
export const scenarios: Record<string, Scenario> = Object.fromEntries([
  ...writing.flatMap(scenariosOf),
  ...Object.entries(special).map(([name, situation]) => [
    name,
    scenarioOf(endpointNamed(endpointIn(name)), {}, situation),
  ]),
]);

/** The name of the endpoint in that of a scenario. */
export function endpointIn(scenario: string): string {
  return scenario.replace(/,.*$/, '');
}

/**
 * An account that was deleted, which shares an event, has one in the trash, is a member of another one, and is invited to a
 * third one.
 */
export async function leaving() {
  const { owner: token, event } = await sharedEvent();
  const [id, host] = [accountIdOf(token), await newVerified()];
  const email = String((await getAccount(id))?.email);
  await invite(token, event, person().email);
  await call(endpoints.create.handler, { token, body: party(), headers: KEY });
  await deleteEvent(token, await newEvent(token));
  await share(host.token, await newEvent(host.token), token, 'editor');
  await invite(host.token, await newEvent(host.token), email);
  const { status } = await call(endpoints.deleteAccount.handler, { token, body: PASSWORD });
  if (status !== 200) throw new Error('The account is not leaving');
  return { id, email };
}
