import { expect, it } from 'vitest';
import { newVerifiedClient } from '../../support/client.ts';
import { gateToDatabase } from '../../support/proxied-database.ts';
import { UNAUTHORIZED } from '../../support/rejections.ts';
import { person } from '../../support/service.ts';

const gate = await gateToDatabase();

it.each(['inviteMember', 'listInvitations', 'acceptInvitation'] as const)(
  '%s answers 401 while the account is being deleted, and does its work if it stays',
  async (name) => {
    const ada = await newVerifiedClient();
    const event = await ada.newEvent();
    const send = () =>
      ({
        inviteMember: () =>
          ada.inviteMember({ event_id: event.id }, { email: person().email, role: 'viewer' }),
        listInvitations: () => ada.listInvitations(),
        acceptInvitation: () => ada.acceptInvitation({ id: '1' }),
      })[name]();
    /** Makes the call, and something between the check of its session and its read of the account. */
    const sendAround = async (meanwhile: () => Promise<unknown>) => {
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
      return send();
    };
    const expected = { inviteMember: 201, listInvitations: 200, acceptInvitation: 404 }[name];
    expect((await sendAround(async () => undefined)).status).toBe(expected);
    const { status, text } = await sendAround(() => ada.deleteAccount({ password: ada.password }));
    expect([status, text]).toEqual([401, UNAUTHORIZED]);
  },
);
