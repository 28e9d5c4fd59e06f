import { decodeJwt } from 'jose';
import * as z from 'zod/mini';
import { getAccount } from '../../lib/accounts/repository.ts';
import { fingerprintOf, issueMailedToken, type MailedKind } from '../../lib/auth/mailed-tokens.ts';
import { call } from './call.ts';
import type { Endpoint } from './endpoints.ts';
import { codeOf, newFactorOwner, pendingFactor } from './factor.ts';
import { recordedDeletion } from './history.ts';
import { endpoints, newAccessToken, newBudget, newEvent, newPayment, newToken } from './service.ts';
import { accountIdOf, newShareLink, newVerified, share } from './sharing.ts';
import { deleteEvent } from './trash.ts';
import { wholeTable } from './whole-table.ts';

/** Endpoints for accounts with a second factor. */
export const NEED_FACTOR = ['factorEnd', 'factorRecoveryCodes'];

const invitations = z.array(z.object({ id: z.int() }));

/** Invites somebody. Returns the id of the invitation. */
async function invite({ email, token }: { email: string; token: string }): Promise<string> {
  const host = (await newVerified()).token;
  const path = { event_id: (await newEvent(host)).id };
  await call(endpoints.inviteMember.handler, { token: host, path, body: { email, role: 'viewer' } });
  const { body } = await call(endpoints.listInvitations.handler, { method: 'GET', token });
  return String(invitations.parse(body.data)[0]?.id);
}

/**
 * An account with one thing of each kind, the tokens that it may send, and a valid request to each endpoint. A request to remove
 * the second factor is valid if it has one, and all others if it has none.
 */
export async function newOwner(hasFactor = false) {
  const { recovery_codes, ...secured } = hasFactor
    ? await newFactorOwner()
    : { ...(await newVerified()), recovery_codes: [], secret: undefined };
  const { email, password, token: session } = secured;
  const accountId = accountIdOf(session);
  const event = await newEvent(session);
  const { id: budget, ...eventPath } = await newBudget(session, event, { spent: 0 });
  const version = String(await recordedDeletion(session, await newBudget(session, event)));
  const payment = await newPayment(session, { ...eventPath, id: budget });
  const deleted = await newEvent(session);
  await deleteEvent(session, deleted);
  // Of an account without a second factor, they are ignored.
  const [code, ...codes] = recovery_codes;
  const write = await newAccessToken(session, { code: codes[0] });
  const read = await newAccessToken(session, { access: 'read', code: codes[1] });
  const calendar = await newAccessToken(session, { access: 'calendar', code: codes[2] });
  const link = await newShareLink(session, { event_id: event.id });
  const ids: Record<string, string> = {
    events: event.id,
    trash: deleted.id,
    budgets: budget,
    payments: payment.id,
    members: await share(session, event, await newToken(), 'viewer'),
    sessions: String(decodeJwt(session)['sid']),
    tokens: write.id,
    invitations: await invite({ email, token: session }),
  };
  const account = await getAccount(accountId);
  const mailed = async (kind: MailedKind) =>
    issueMailedToken({ kind, accountId, fingerprint: account ? fingerprintOf(account, kind) : '' });
  const [reset, verification] = [await mailed('reset-password'), await mailed('verify-email')];
  const { secret, confirmation } = await pendingFactor(session);
  const bodies: Record<string, object> = {
    authLogin: { username: email, password },
    authResetPassword: { token: reset, password: 'a fair new passphrase' },
    authVerifyEmail: { token: verification },
    factorEnd: { password, code },
  };
  return {
    session,
    event,
    write: write.token,
    read: read.token,
    calendar: calendar.token,
    link: link.token,
    requestOf: ({ name, method, subject, body }: Endpoint) => ({
      ...(name === 'calendarView' && { query: { token: calendar.token } }),
      ...(name === 'shareLinkView' && { token: link.token }),
      ...{ method, path: { ...payment, id: ids[subject] ?? '', version } },
      // A code is right for a minute.
      body:
        name === 'factorConfirm'
          ? { confirmation, code: codeOf({ secret }) }
          : name === 'factorRecoveryCodes'
            ? { password, code: secured.secret && codeOf({ secret: secured.secret }) }
            : (bodies[name] ?? body?.()),
    }),
  };
}

export type Owner = Awaited<ReturnType<typeof newOwner>>;

/** The same owner each time, as at first, in a table that has nothing else. */
export const sameOwner = wholeTable().remaking(newOwner);
