import { describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { UNAUTHORIZED } from '../../support/rejections.ts';
import { endpoints, newEvent, person } from '../../support/service.ts';
import { newVerified } from '../../support/sharing.ts';

const gate = await gateToDatabase();

const { deleteAccount, inviteMember, listInvitations, acceptInvitation } = endpoints;

type Verified = Awaited<ReturnType<typeof newVerified>>;

type Send = (ada: Verified, event: { id: string }) => ReturnType<typeof call>;

/** With the status for an account that stays. */
const calls: [name: string, status: number, Send][] = [
  [
    'POST /events/{event_id}/members/invite',
    201,
    ({ token }, { id }) => {
      const body = { email: person().email, role: 'viewer' };
      return call(inviteMember.handler, { token, path: { event_id: id }, body });
    },
  ],
  ['GET /invitations', 200, ({ token }) => call(listInvitations.handler, { method: 'GET', token })],
  [
    'POST /invitations/accept/{id}',
    404,
    ({ token }) => call(acceptInvitation.handler, { token, path: { id: '1' } }),
  ],
];

describe.each(calls)('%s', (_, expected, send) => {
  /** Makes the call, and something between the check of its session and its read of the account. */
  async function sendAround(ada: Verified, meanwhile: () => Promise<unknown>) {
    const event = await newEvent(ada.token);
    const checked = Promise.withResolvers<void>();
    gate.after = ({ body }) => {
      if (body.includes('"leaving"') && !body.includes('"email_verified"')) checked.resolve();
    };
    gate.before = async ({ body }) => {
      if (!body.includes('"email_verified"')) return;
      await checked.promise;
      gate.open();
      await meanwhile();
    };
    return send(ada, event);
  }

  it('answers 401 while the account is being deleted', async () => {
    const ada = await newVerified();
    const body = { password: ada.password };
    const leave = () => call(deleteAccount.handler, { token: ada.token, body });
    const { status, text } = await sendAround(ada, leave);
    expect([status, text]).toEqual([401, UNAUTHORIZED]);
  });

  it(`answers ${expected} if the account stays`, async () => {
    const { status } = await sendAround(await newVerified(), async () => undefined);
    expect(status).toBe(expected);
  });
});
