import { importInto } from './budget-files.ts';
import { call, type Outcome } from './call.ts';
import { endpoints, newBudget, newEvent, newPayment, newToken } from './service.ts';
import { newVerified, sharedEvent } from './sharing.ts';

type Name = keyof typeof endpoints;
type Fields = Record<string, unknown>;
type Headers = Record<string, string>;
type Event = { id: string };
type Budget = { event_id: string; id: string };

/** The endpoints whose path has no parameter. */
const GENERAL = [
  ...['signup', 'login', 'logout', 'refresh', 'forgotPassword', 'resetPassword', 'verifyEmail'],
  ...['viewAccount', 'updateAccount', 'changePassword', 'exportAccount', 'deleteAccount', 'changeEmail'],
  ...['sendVerification', 'listSessions', 'createToken', 'listTokens', 'createFactor', 'confirmFactor'],
  ...['endFactor', 'list', 'create', 'listTrash', 'listPayments', 'viewCalendar', 'viewSummary'],
  ...['listInvitations', 'viewSharedEvent'],
] as const satisfies Name[];
const general: readonly string[] = GENERAL;

/** `fields` are the body of a `POST` and the query of a `GET`. */
type Call = (fields?: unknown, headers?: Headers) => Promise<Outcome>;
/** `on` is an event, a budget or a payment as it was made, or what the path has. */
type CallOn = (on: Record<string, string>, fields?: unknown, headers?: Headers) => Promise<Outcome>;

type Calls = { [name in Name]: name extends (typeof GENERAL)[number] ? Call : CallOn };

/** A parameter of a path that isn't in what the call is on is that thing itself: a budget's id is the `budget_id`. */
const pathOf = (template: string, on: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, on[name] ?? on['id'] ?? '']),
  );

function callsOf(token: string | undefined): Calls {
  const calls = Object.entries(endpoints).map(([name, { handler, method, path }]) => {
    const callOn: CallOn = (on, fields, headers = {}) =>
      call(handler, {
        ...{ method, token, headers, path: pathOf(path, on) },
        ...(method === 'GET' ? { query: { ...Object(fields) } } : { body: fields }),
      });
    const callGeneral: Call = (fields, headers) => callOn({}, fields, headers);
    return [name, general.includes(name) ? callGeneral : callOn];
  });
  return Object.fromEntries(calls);
}

/** The calls of whoever has a token. What it makes with `new` is stored, as calls take longer. */
export const clientOf = (token: string) => ({
  token,
  ...callsOf(token),
  /** Imports a CSV file. */
  importFile: (
    event: Event,
    file: string | Buffer,
    query: Record<string, string> = {},
    headers: Headers = {},
  ) => importInto(token, event, file, { query, headers }),
  newEvent: (fields: Fields = {}) => newEvent(token, fields),
  newBudget: (event: Event, fields: Fields = {}) => newBudget(token, event, fields),
  newPayment: (budget: Budget, fields: Fields = {}) => newPayment(token, budget, fields),
});

export type Client = ReturnType<typeof clientOf>;

/** Somebody with an account of their own. */
export const newClient = async (): Promise<Client> => clientOf(await newToken());

/** An event with a budget, and the clients of its owner and of two members. */
export async function sharedClients() {
  const { owner, editor, viewer, ...shared } = await sharedEvent();
  return { ...shared, owner: clientOf(owner), editor: clientOf(editor), viewer: clientOf(viewer) };
}

/** The calls of somebody who isn't logged in. */
export const nobody = callsOf(undefined);

/** Somebody with a verified address, and what they know. */
export async function newVerifiedClient() {
  const { token, ...known } = await newVerified();
  return { ...known, ...clientOf(token) };
}
