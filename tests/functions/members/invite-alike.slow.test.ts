import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { hmacOf } from '../../../lib/auth/signing-keys.ts';
import { Delete } from '../../../lib/dynamodb/changes.ts';
import { invitationsKey, mailsKey, structureVersionPath, versionPath } from '../../../lib/dynamodb/keys.ts';
import { clearAttempts } from '../../../lib/dynamodb/rate-limit.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import type { Outcome } from '../../support/call.ts';
import { type Client, clientOf, newVerifiedClient, nobody } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { setVariable } from '../../support/environment.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import { PASSWORD } from '../../support/person.ts';
import { person } from '../../support/service.ts';
import { accountIdOf, setInEvent, verify } from '../../support/sharing.ts';
import { putItem } from '../../support/table.ts';

const KINDS = [
  'without an account',
  'verified',
  'not verified',
  'being deleted',
  'beyond its mails',
] as const;

/** All addresses have the same length. */
const addressOf = (kind: (typeof KINDS)[number]) => `guest-${KINDS.indexOf(kind)}@example.com`;

let owner: Client;
let event: { id: string };
beforeAll(async () => {
  setVariable('MAIL_LIMIT', '1000');
  owner = await newVerifiedClient();
  event = await owner.newEvent();
  // What a request names of it has three digits from now on.
  for (const path of [versionPath, structureVersionPath]) await setInEvent(owner.token, event, path, 100);
  const signedUp = async (kind: (typeof KINDS)[number]) => {
    const { body } = await nobody.signup(person({ email: addressOf(kind) }));
    return clientOf(String(body.token));
  };
  await verify((await signedUp('verified')).token);
  await signedUp('not verified');
  await (await signedUp('being deleted')).deleteAccount({ password: PASSWORD });
  // As after so many invitations to the address.
  const key = mailsKey(hmacOf('email', addressOf('beyond its mails')), 'invited');
  await putItem(key, { attempts: 1_000, expires_at: Math.floor(Date.now() / 1_000) + 3_600 });
  takeInvocations();
});

const invite = (email: string) => owner.inviteMember(event, { email, role: 'viewer' });

/** Withdraws the invitation, and forgets that it was sent. */
async function withdraw({ body }: Outcome): Promise<void> {
  const { id, email } = z.object({ id: z.coerce.string(), email: z.string() }).parse(body.data);
  expect((await owner.removeMember({ event_id: event.id, id })).status).toBe(200);
  await clearAttempts({ key: invitationsKey(accountIdOf(owner.token)) });
  await send(new Delete(mailsKey(hmacOf('email', `${email}\n${accountIdOf(owner.token)}`), 'invited')));
}

/** What an invitation answers, asks the database and invokes, without its address and id. */
async function observe(email: string) {
  takeRequests();
  takeInvocations();
  const outcome = await invite(email);
  const { names, sizes, units } = takeRequests();
  const invoked = takeInvocations().map(({ functionName }) => functionName);
  await withdraw(outcome);
  const { 'x-request-id': _, ...headers } = outcome.headers;
  const text = outcome.text.replace(email, '…').replace(/"id":\d+/, '"id":…');
  const sent = sizes.map((size) => size.sent);
  return { status: outcome.status, headers, text, names, sent, units, invoked };
}

describe('inviting an address', () => {
  it.each(KINDS)('%s responds and makes requests as for all others', async (kind) => {
    await observe(addressOf('without an account'));
    const found = await observe(addressOf(kind));
    expect(found.status).toBe(201);
    expect(found.invoked).toHaveLength(1);
    expect(found).toEqual(await observe(addressOf('without an account')));
  });

  it('sends a mail to each but the one that has had its mails', async () => {
    for (const kind of KINDS) await withdraw(await invite(addressOf(kind)));
    const sent = (await newMails()).map(({ to }) => to);
    expect(sent).toEqual(KINDS.slice(0, -1).map(addressOf));
  });
});
