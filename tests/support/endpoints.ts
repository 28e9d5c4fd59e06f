import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { issueMailedToken } from '../../lib/auth/mailed-tokens.ts';
import { issueSessionToken } from '../../lib/auth/session-tokens.ts';
import { newShareToken } from '../../lib/auth/share-token.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { accessOf, examplesIn, methodOf, requestBodyOf } from './contract.ts';
import { type Handler, handlers } from './handlers.ts';
import { dayIn, PASSWORD, person } from './person.ts';

/** An endpoint with its failure message and, if it needs a body, a valid one. */
export interface Tested {
  handler: Handler;
  method: 'GET' | 'POST';
  failure: string;
  body?: () => Record<string, unknown>;
}

/** An endpoint with its contract. Method and access are the OpenAPI document's, from which a wrong contract differs. */
export interface Endpoint extends Tested {
  /** The name of its function. */
  name: string;
  path: string;
  /** Of what the id in its path is, such as `budgets`. */
  subject: string;
  /** What a token has to allow. */
  access: string | undefined;
  contract: Contract;
}

/** The owner of an account that is gone. */
const gone = { accountId: randomUUID(), fingerprint: 'a fingerprint' };
const mailed: Record<string, string> = {
  authResetPassword: await issueMailedToken({ kind: 'reset-password', ...gone }),
  authVerifyEmail: await issueMailedToken({ kind: 'verify-email', ...gone }),
};

/** All endpoints, but not the pages and files that the service serves. */
export const allEndpoints: Endpoint[] = handlers
  .filter(({ name }) => !name.startsWith('system'))
  .map(({ name, path, handler }) => {
    const { contract } = handler;
    const { input, messages } = contract;
    const subject = /^[a-z]+/.exec(name)?.[0] ?? '';
    const method = z
      .enum(['GET', 'POST'], `Run npm run generate, which has no ${name}`)
      .parse(methodOf(handler));
    const body = input.body?.safeParse(undefined).success === false && {
      body: () => exampleFor(name, handler),
    };
    const tested = { handler, method, failure: messages.failure, ...body };
    return { name, path, subject, access: accessOf(handler), contract, ...tested };
  });

/** The endpoint of a function. */
export function endpointNamed(name: string): Endpoint {
  const found = allEndpoints.find((each) => each.name === name);
  if (!found) throw new Error(`No endpoint is named ${name}`);
  return found;
}

/** The endpoints of the operations on an event, by their functions. */
export const eventOperations: Endpoint[] = allEndpoints.filter(({ contract }) => contract.roles);

/** Those that need the token of a session, or an access token. */
export const bearers = allEndpoints.filter(({ access }) => access !== undefined && access !== 'share-link');

/** The example of a request's body, with what differs in each test in its place. */
function exampleFor(name: string, handler: unknown): Record<string, unknown> {
  const [example] = examplesIn(requestBodyOf(handler));
  const own = { password: PASSWORD, email: person().email, expires_on: dayIn(30), token: mailed[name] };
  const body = z.record(z.string(), z.unknown()).parse(example);
  return { ...body, ...Object.fromEntries(Object.entries(own).filter(([field]) => field in body)) };
}

/** A token for the header that only the database can reject. */
export const undecidedToken = ({ access }: Endpoint): Promise<string> | string =>
  access === 'share-link'
    ? newShareToken().text
    : issueSessionToken({ accountId: 'account-1', sessionId: 'session-1' }, 2 ** 33);
