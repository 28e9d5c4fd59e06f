import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { takeInvocations, withoutLambda } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import { endpoints, newEvent, person } from '../../support/service.ts';
import {
  accept,
  ageOffer,
  handOver,
  newVerified,
  offer,
  offeredLongAgo,
  setInEvent,
  share,
  verify,
} from '../../support/sharing.ts';

let owner: Awaited<ReturnType<typeof newVerified>>;
let other: Awaited<ReturnType<typeof newVerified>>;
let event: { id: string };
beforeEach(async () => {
  [owner, other] = [await newVerified(), await newVerified()];
  event = await newEvent(owner.token, { event_date: '2027-07-04' });
  takeInvocations();
});
afterEach(resetVariables);

const offered = z.object({ id: z.int(), acceptable_from: z.iso.datetime(), mailed: z.optional(z.boolean()) });
const offerTo = async (email: string, path = event) => {
  const { status, body } = await offer(owner.token, path, email);
  return { status, ...offered.parse(body.data) };
};
const invite = async (email: string, path = event) => {
  const body = { email, role: 'viewer' };
  return call(endpoints.inviteMember.handler, { token: owner.token, path: { event_id: path.id }, body });
};
const remove = (id: unknown, path = event) =>
  call(endpoints.removeMember.handler, { token: owner.token, path: { event_id: path.id, id: String(id) } });
const decline = (id: unknown) =>
  call(endpoints.declineInvitation.handler, { token: other.token, path: { id: String(id) } });
const listed = async (name: 'listMembers' | 'listInvitations', token: string) => {
  const { body } = await call(endpoints[name].handler, {
    method: 'GET',
    token,
    path: { event_id: event.id },
  });
  return z.array(z.looseObject({ role: z.string() })).parse(body.data);
};
const DAY = 86_400_000;
const near = (time: number, days: number) => Math.abs(time - Date.now() - days * DAY) < 60_000;

describe('the mail of an offer', () => {
  it('says what accepting does, and from when until when, and has nothing that a person typed', async () => {
    const { acceptable_from } = await offerTo(other.email);
    const [mail] = await newMails();
    expect([mail?.to, mail?.subject]).toEqual([other.email, 'Event Budget: An event is offered to you']);
    expect(mail?.text).toContain(`you become the owner: the event ${event.id} on 2027-07-04.`);
    const [, from = '', until = ''] =
      /from (\S+ \S+) \(UTC\) until (\S+ \S+) \(UTC\)/.exec(mail?.text ?? '') ?? [];
    expect(`${from.replace(' ', 'T')}.000Z`).toBe(acceptable_from);
    expect(near(Date.parse(`${until}Z`), 14)).toBe(true);
    expect(mail?.text).not.toMatch(/Summer party|Ada|Lovelace/);
  });

  it('is not swallowed by an invitation of the same hour, nor the other way', async () => {
    const { body } = await invite(other.email);
    await remove(Object(body.data).id);
    const { id, mailed } = await offerTo(other.email);
    await remove(id);
    const subjects = (await newMails()).map(({ to, subject }) => (to === other.email ? subject : []));
    expect([mailed, subjects.flat()]).toEqual([
      undefined,
      ['Event Budget: You are invited to an event', 'Event Budget: An event is offered to you'],
    ]);
  });
});

it('an invitation says who sees the address', async () => {
  await invite(other.email);
  const [mail] = await newMails();
  expect(mail?.text).toContain("The event's owner sees your address, also a later owner.");
});

describe('acceptable_from', () => {
  it.each([
    ['an address without an account', async () => person().email],
    ['an address with an account', async () => other.email],
  ])('of an offer to %s is in a day, in the response and in the list of members', async (_, emailOf) => {
    const { acceptable_from } = await offerTo(await emailOf());
    expect(near(Date.parse(acceptable_from), 1)).toBe(true);
    const [own, offeredTo] = await listed('listMembers', owner.token);
    expect([own?.['acceptable_from'], offeredTo?.['acceptable_from']]).toEqual([undefined, acceptable_from]);
  });

  it('is in the invitations of the other, and in the sentence of the 409, and is kept', async () => {
    const { id, acceptable_from } = await offerTo(other.email);
    await invite(other.email, await newEvent(owner.token));
    const shown = await listed('listInvitations', other.token);
    expect(shown.map((each) => each['acceptable_from'])).toEqual([undefined, acceptable_from]);
    const early = await accept(other.token, String(id));
    expect(early.body.errors).toMatchObject([
      { code: 'too_early', message: `Invitation can't be accepted before ${acceptable_from}.` },
    ]);
    await ageOffer(owner.token, event, 24);
    expect((await accept(other.token, String(id))).status).toBe(200);
  });

  it('of a member is the earlier of both times', async () => {
    const membership = await share(owner.token, event, other.token, 'viewer');
    const path = ['head', 'roles', String(JSON.parse(atob(other.token.split('.')[1] ?? '')).sub), 's'];
    const since = Math.floor(Date.now() / 1_000) - 6.5 * 86_400;
    await setInEvent(owner.token, event, path, since);
    const { acceptable_from } = await offerTo(other.email);
    expect(near(Date.parse(acceptable_from), 0.5)).toBe(true);
    const shown = [
      ...(await listed('listInvitations', other.token)),
      ...(await listed('listMembers', owner.token)),
    ].flatMap((each) => each['acceptable_from'] ?? []);
    expect([membership.length > 0, shown]).toEqual([true, [acceptable_from, acceptable_from]]);
  });
});

describe('the former owner', () => {
  it('is told that the event was taken over, once', async () => {
    const id = await handOver(owner.token, event, other);
    const mails = await newMails();
    const told = mails.filter(({ subject }) => subject === 'Event Budget: Your event has a new owner');
    expect(told.map(({ to }) => to)).toEqual([owner.email]);
    expect(told[0]?.text).toContain(`The event ${event.id} on 2027-07-04`);
    expect(told[0]?.text).not.toMatch(new RegExp(`${other.email}|Summer party|Lovelace`));
    expect((await accept(other.token, id)).status).toBe(200);
    expect(await newMails()).toEqual([]);
  });

  it('is told at the address that the account has when the mail is sent', async () => {
    const id = await offeredLongAgo(owner.token, event, other.email);
    await accept(other.token, id);
    const moved = person().email;
    const { Update } = await import('../../../lib/dynamodb/changes.ts');
    const { accountKey } = await import('../../../lib/dynamodb/keys.ts');
    const { send } = await import('../../../lib/dynamodb/send.ts');
    const { accountIdOf } = await import('../../support/sharing.ts');
    await send(new Update(accountKey(accountIdOf(owner.token))).set(['email'], moved));
    const told = (await newMails()).filter(({ subject }) => subject.includes('has a new owner'));
    expect(told.map(({ to }) => to)).toEqual([moved]);
  });

  it('is told of a declined offer, and of no declined invitation', async () => {
    await verify(owner.token);
    const { id } = await offerTo(other.email);
    await newMails();
    await decline(id);
    const [mail, ...others] = await newMails();
    expect([mail?.to, mail?.subject, others]).toEqual([
      owner.email,
      'Event Budget: Your offer was declined',
      [],
    ]);
    const { body } = await invite(other.email);
    await newMails();
    await decline(Object(body.data).id);
    expect(await newMails()).toEqual([]);
  });

  it('is told of the sixth event, too', async () => {
    for (let n = 0; n < 6; n += 1) await offerTo(person().email, await newEvent(owner.token));
    const told = (await newMails()).filter(({ subject }) => subject.includes('was offered to somebody'));
    expect(told).toHaveLength(6);
  });

  it('accepts without mail', async () => {
    const id = await offeredLongAgo(owner.token, event, other.email);
    expect((await withoutLambda(() => accept(other.token, id))).status).toBe(200);
  });
});

describe('`"mailed": false`', () => {
  it('says that the caller had a mail sent to this address within the hour', async () => {
    const first = await offerTo(other.email);
    await remove(first.id);
    const again = await offerTo(other.email);
    expect([first.mailed, again.status, again.mailed]).toEqual([undefined, 201, false]);
    const [one, two] = [await newEvent(owner.token), await newEvent(owner.token)];
    expect((await invite(other.email, one)).body.data).not.toHaveProperty('mailed');
    expect((await invite(other.email, two)).body.data).toMatchObject({ mailed: false });
    const sent = (await newMails()).filter(({ to }) => to === other.email);
    expect(sent).toHaveLength(2);
  });

  it('does not tell that others have mailed so often that no mail is sent', async () => {
    setVariable('MAIL_LIMIT', '1');
    const stranger = owner;
    await offerTo(other.email);
    expect(await newMails()).toHaveLength(2);
    owner = await newVerified();
    event = await newEvent(owner.token);
    const { mailed } = await offerTo(other.email);
    expect([mailed, (await newMails()).map(({ to }) => to)]).toEqual([undefined, [owner.email]]);
    owner = stranger;
  });

  it('says that no mail is sent at all', async () => {
    const withoutMail = await withoutLambda(() => offerTo(other.email));
    expect(withoutMail.mailed).toBe(false);
    setVariable('MAIL_FROM', '');
    const { body } = await invite(person().email, await newEvent(owner.token));
    expect(body.data).toMatchObject({ mailed: false });
  });
});

it('an offer to oneself says that one owns the event already', async () => {
  const own = await offer(owner.token, event, owner.email);
  expect(own.codes).toEqual([409, 'email duplicate']);
  expect(own.body.errors).toMatchObject([{ message: 'You own this event already.' }]);
});
