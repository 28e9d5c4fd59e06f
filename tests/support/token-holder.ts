import { resolve } from 'node:path';
import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import { getAccount } from '../../lib/accounts/repository.ts';
import { emailFingerprint, fingerprintOf, issueMailedToken } from '../../lib/auth/mailed-tokens.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { routes } from '../../resources/definitions.ts';
import { call } from './call.ts';
import { forged } from './forged-token.ts';
import {
  dayIn,
  endpoints,
  newAccessToken,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  person,
  type Tested,
} from './service.ts';
import { accountIdOf, newVerified, share } from './sharing.ts';

export interface Operation extends Tested {
  name: string;
  path: string;
  authentication: Contract['authentication'];
}

/** The endpoints with their functions' names, their paths, and what their contracts say of tokens. */
export const operations: Operation[] = (
  await Promise.all(
    routes.map(async ({ name, file, route }) => {
      const { handler } = await import(resolve(file));
      const tested = Object.values<Tested>(endpoints).find((each) => each.handler === handler);
      const { authentication }: Pick<Contract, 'authentication'> = handler.contract;
      return tested ? [{ ...tested, name, path: route.replace('ANY ', ''), authentication }] : [];
    }),
  )
).flat();

const invitations = z.array(z.object({ id: z.int() }));

/** Invites somebody. Returns the id of the invitation. */
async function invite({ email, token }: { email: string; token: string }): Promise<string> {
  const host = (await newVerified()).token;
  const path = { event_id: (await newEvent(host)).id };
  await call(endpoints.inviteMember.handler, { token: host, path, body: { email, role: 'viewer' } });
  const { body } = await call(endpoints.listInvitations.handler, { method: 'GET', token });
  return String(invitations.parse(body.data)[0]?.id);
}

/** An account with one thing of each kind, and what may be sent to prove that one is its owner. */
export async function newTokenHolder() {
  const { email, password, token: session } = await newVerified();
  const accountId = accountIdOf(session);
  const event = await newEvent(session);
  const { id: budget, ...eventPath } = await newBudget(session, event, { spent: 0 });
  const payment = await newPayment(session, { ...eventPath, id: budget });
  const write = await newAccessToken(session);
  const ended = await newAccessToken(session);
  await call(endpoints.endToken.handler, { token: session, path: { id: ended.id } });
  const stranger = await newToken();
  const ids: Record<string, string> = {
    events: event.id,
    budgets: budget,
    payments: payment.id,
    members: await share(session, event, await newToken(), 'viewer'),
    sessions: String(decodeJwt(session)['sid']),
    tokens: write.id,
    invitations: await invite({ email, token: session }),
  };
  const account = await getAccount(accountId);
  const fingerprint = account ? fingerprintOf(account) : '';
  const reset = await issueMailedToken({ kind: 'reset-password', accountId, fingerprint });
  const verification = await issueMailedToken({
    ...{ kind: 'verify-email', accountId },
    fingerprint: emailFingerprint(email),
  });
  const bodies: Record<string, object> = {
    authLogin: { username: email, password },
    authResetPassword: { token: reset, password: 'a fair new passphrase' },
    authVerifyEmail: { token: verification },
    // Its budget has a payment, which says what was spent.
    budgetsUpdate: { name: 'Choir' },
  };
  return {
    credentials: {
      session,
      write: write.token,
      read: (await newAccessToken(session, { access: 'read' })).token,
      ended: ended.token,
      /** Once the day is over. */
      expired: (await newAccessToken(session, { expires_on: dayIn(0) })).token,
      forged: forged(write.token),
      'another account': (await newAccessToken(stranger)).token,
      none: undefined,
    },
    /** The token of another account's session. */
    stranger,
    password: person().password,
    event,
    /** The request of an operation on what the account has. */
    requestOf: ({ name, method, body }: Operation) => {
      const kind = Object.keys(ids).find((each) => name.startsWith(each)) ?? '';
      return { method, path: { ...payment, id: ids[kind] ?? '' }, body: bodies[name] ?? body?.() };
    },
  };
}
