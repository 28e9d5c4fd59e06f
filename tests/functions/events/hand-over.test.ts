import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { storedBytesOf } from '../../../lib/dynamodb/item-size.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { accountKey, eventKey, headPath, memberPath, sharedKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { getPointer } from '../../../lib/plan/repository.ts';
import { expectLinks } from '../../faults/stored.ts';
import { call, errorsOf } from '../../support/call.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { erase } from '../../support/erase.ts';
import { eventItem } from '../../support/event-item.ts';
import { newFactorOwner } from '../../support/factor.ts';
import { accept, ageOffer, handOver, offer, offeredLongAgo } from '../../support/hand-over.ts';
import { historyOf, recorded, undo } from '../../support/history.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { newMails } from '../../support/mail.ts';
import { resetTokenOf } from '../../support/mailed-account.ts';
import { putItem } from '../../support/put-items.ts';
import {
  allBudgets,
  allEvents,
  endpoints,
  newAccessToken,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  person,
  viewEvent,
} from '../../support/service.ts';
import { newShareLink, viewShared } from '../../support/share-link.ts';
import {
  accountIdOf,
  expire,
  newVerified,
  pointAt,
  setInEvent,
  setInInvitation,
  share,
} from '../../support/sharing.ts';
import { tableContent } from '../../support/table-content.ts';
import { deleteEvent, restore } from '../../support/trash.ts';

type Person = Awaited<ReturnType<typeof newVerified>>;
let planner: Person;
let couple: Person;
let event: { id: string };
beforeEach(async () => {
  [planner, couple] = [await newVerified(), await newVerified()];
  event = await newEvent(planner.token);
  takeInvocations();
});

const PATH = () => ({ event_id: event.id });
const list = z.array(z.looseObject({ id: z.optional(z.int()), role: z.string(), state: z.string() }));

async function members(token = planner.token) {
  const { body } = await call(endpoints.listMembers.handler, { method: 'GET', token, path: PATH() });
  return list.parse(body.data);
}

const invitations = z.array(z.object({ id: z.int(), role: z.string() }));

async function receivedBy(token: string) {
  const { body } = await call(endpoints.listInvitations.handler, { method: 'GET', token });
  return invitations.parse(body.data);
}

const remove = (token: string, id: string) =>
  call(endpoints.removeMember.handler, { token, path: { ...PATH(), id } });
const invite = (token: string, email: string, role = 'viewer') =>
  call(endpoints.inviteMember.handler, { token, path: PATH(), body: { email, role } });
const statusOfView = async (token: string) =>
  (await call(endpoints.view.handler, { method: 'GET', token, path: event })).status;
const rename = async (token: string, name: string) =>
  (await call(endpoints.update.handler, { token, path: event, body: { name } })).status;

/** Each pointer and each invitation is where it has to be, and no other. */
const expectWhole = async () =>
  expectLinks(
    z
      .array(z.looseObject({ SK: z.string() }))
      .parse(Object.values(await tableContent()))
      .filter((item) => item.SK !== 'ACCOUNT' && JSON.stringify(item).includes(event.id)),
  );

/** Makes an account a member who joined days ago. */
async function join(who: Person, role: 'viewer' | 'editor', days: number): Promise<string> {
  const id = await share(planner.token, event, who.token, role);
  const since = Math.floor(Date.now() / 1_000) - days * 86_400;
  await setInEvent(planner.token, event, [...memberPath(accountIdOf(who.token)), 's'], since);
  return id;
}

describe('POST /events/hand-over/{id}', () => {
  it('offers the event, which the owner and the other see, and nothing else changes', async () => {
    const { status, headers, body } = await offer(planner.token, event, couple.email.toUpperCase());
    const id = Number(Object(body.data).id);
    expect([status, body.message]).toEqual([201, 'Event offered successfully']);
    expect(headers['location']).toBe(`/events/${event.id}/members`);
    const acceptable_from = expect.any(String);
    expect(body.data).toEqual({ id, email: couple.email, role: 'owner', state: 'invited', acceptable_from });
    expect(await receivedBy(couple.token)).toEqual([{ id, role: 'owner' }]);
    expect(await members()).toMatchObject([
      { role: 'owner', state: 'active' },
      { id, email: couple.email, role: 'owner', state: 'invited' },
    ]);
    expect(await statusOfView(couple.token)).toBe(404);
    await expectWhole();
  });

  it('is read as the next version may store it', async () => {
    const id = Number(await offeredLongAgo(planner.token, event, couple.email));
    await setInEvent(planner.token, event, ['invitations', couple.email, 'r'], 'owner');
    await setInInvitation(couple.email, id, ['role'], 'owner');
    expect(await receivedBy(couple.token)).toEqual([{ id, role: 'owner' }]);
    expect(await members()).toMatchObject([{ role: 'owner' }, { id, role: 'owner', state: 'invited' }]);
    expect((await accept(couple.token, String(id))).status).toBe(200);
  });

  it('needs a code if the owner has a second factor, and uses it up', async () => {
    const owner = await newFactorOwner();
    const [first, second] = [await newEvent(owner.token), await newEvent(owner.token)];
    const [code] = owner.recovery_codes;
    const missing = await offer(owner.token, first, couple.email);
    expect(errorsOf(missing)).toEqual([403, 'code second_factor']);
    const wrong = await offer(owner.token, first, couple.email, { code: '000' });
    expect(errorsOf(wrong)).toEqual([403, 'code wrong']);
    expect(await receivedBy(couple.token)).toEqual([]);
    expect((await offer(owner.token, first, couple.email, { code })).status).toBe(201);
    expect((await offer(owner.token, second, couple.email, { code })).status).toBe(403);
    expect(await receivedBy(couple.token)).toHaveLength(1);
  });

  it('uses up no code if it is refused', async () => {
    const owner = await newFactorOwner();
    const own = await newEvent(owner.token);
    const [code] = owner.recovery_codes;
    expect((await offer(owner.token, { id: '1' }, couple.email, { code })).status).toBe(404);
    expect((await offer(owner.token, own, owner.email, { code })).status).toBe(409);
    expect((await offer(owner.token, own, couple.email, { code })).status).toBe(201);
  });

  it('waits for 7 days after a second factor was added', async () => {
    const owner = await newFactorOwner();
    const own = await newEvent(owner.token);
    const since = Date.now() - 7 * 86_400_000 + 60_000;
    const setStart = (time: number) =>
      send(new Update(accountKey(accountIdOf(owner.token))).set(['factor', 's'], time));
    await setStart(since);
    const [code] = owner.recovery_codes;
    const early = await offer(owner.token, own, couple.email, { code });
    expect(errorsOf(early)).toEqual([409, 'second_factor too_early']);
    expect(JSON.parse(early.text).errors[0].from).toBe(new Date(since + 7 * 86_400_000).toISOString());
    await setStart(since - 60_000);
    expect((await offer(owner.token, own, couple.email, { code })).status).toBe(201);
  });

  it('looks at the event before the password', async () => {
    await share(planner.token, event, couple.token, 'editor');
    const { token: stranger } = await newVerified();
    const wrong = { password: 'wrong' };
    expect((await offer(couple.token, event, planner.email, wrong)).status).toBe(403);
    expect((await offer(stranger, event, planner.email, wrong)).status).toBe(404);
    expect((await offer(planner.token, event, couple.email, wrong)).status).toBe(422);
  });

  it('adds no member to an event that has more than 50', async () => {
    const membershipOf = (n: number) => ({ r: 'viewer', m: n + 1, s: 1 });
    const strangers = Array.from({ length: 50 }, (_, n) => [randomUUID(), membershipOf(n)]);
    await setInEvent(planner.token, event, headPath('roles'), Object.fromEntries(strangers));
    const { email } = await newVerified();
    const { status, body } = await offer(planner.token, event, email);
    expect(status).toBe(201);
    await remove(planner.token, String(Object(body.data).id));
    const roles = { ...Object.fromEntries(strangers), [accountIdOf(couple.token)]: membershipOf(50) };
    await setInEvent(planner.token, event, headPath('roles'), roles);
    const full = await offer(planner.token, event, email);
    expect(errorsOf(full)).toEqual([409, 'members full']);
    expect((await offer(planner.token, event, couple.email)).status).toBe(201);
  });

  it('has a notice mailed to the owner at once, and a mail to the other', async () => {
    await offer(planner.token, event, couple.email);
    const mails = await newMails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [couple.email, 'Event Budget: An event is offered to you'],
      [planner.email, 'Event Budget: One of your events was offered to somebody'],
    ]);
    for (const { text } of mails) expect(text).not.toMatch(/Summer party|Ada|Lovelace/);
  });

  it('takes the owner’s password, and counts wrong ones', async () => {
    setVariable('LOGIN_LIMIT', '2');
    const wrong = () => offer(planner.token, event, couple.email, { password: 'wrong' });
    for (const code of ['wrong', 'wrong']) {
      expect(errorsOf(await wrong())).toEqual([422, `password ${code}`]);
    }
    expect((await offer(planner.token, event, couple.email)).status).toBe(429);
    resetVariables();
    expect(await members()).toHaveLength(1);
  });

  it.each([
    [{ email: 'nobody' }, 'email invalid'],
    [{ email: undefined }, 'email blank'],
    [{ password: undefined }, 'password blank'],
  ])('answers 422 to %j', async (fields, error) => {
    expect(errorsOf(await offer(planner.token, event, couple.email, fields))).toEqual([422, error]);
  });

  it('answers 409 to the own address, and while another offer is open', async () => {
    const own = await offer(planner.token, event, planner.email);
    expect(errorsOf(own)).toEqual([409, 'email duplicate']);
    await offer(planner.token, event, couple.email);
    for (const email of [couple.email, person().email]) {
      const another = await offer(planner.token, event, email);
      expect(errorsOf(another)).toEqual([409, 'event duplicate']);
      expect(another.body.errors).toMatchObject([{ message: 'Event has already been offered to someone.' }]);
    }
    await expire(planner.token, event, couple.email);
    expect((await offer(planner.token, event, couple.email)).status).toBe(201);
    await expectWhole();
  });

  it('answers one of two at once', async () => {
    const answers = await Promise.all([1, 2].map(() => offer(planner.token, event, person().email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    await expectWhole();
  });

  it('answers 403 if the owner’s address is not verified, and counts no invitation', async () => {
    const token = await newToken();
    expect(errorsOf(await offer(token, await newEvent(token), couple.email))).toEqual([
      403,
      'account unverified',
    ]);
  });

  it('is for the owner with a session only', async () => {
    await join(couple, 'editor', 8);
    expect(errorsOf(await offer(couple.token, event, person().email))).toEqual([403, 'event forbidden']);
    expect((await offer((await newVerified()).token, event, person().email)).status).toBe(404);
    const { token } = await newAccessToken(planner.token);
    expect((await offer(token, event, couple.email)).status).toBe(403);
    expect((await members()).filter(({ state }) => state === 'invited')).toEqual([]);
  });

  it('counts as an invitation', async () => {
    setVariable('INVITATION_LIMIT', '1');
    expect((await invite(planner.token, person().email)).status).toBe(201);
    expect((await offer(planner.token, event, couple.email)).status).toBe(429);
    resetVariables();
  });

  it('takes the place of an open invitation of the address, which can’t be invited then', async () => {
    await invite(planner.token, couple.email);
    const [invited] = await receivedBy(couple.token);
    const id = await offeredLongAgo(planner.token, event, couple.email);
    expect(await receivedBy(couple.token)).toEqual([{ id: Number(id), role: 'owner' }]);
    await expectWhole();
    expect((await accept(couple.token, String(invited?.id))).status).toBe(404);
    expect((await invite(planner.token, couple.email)).status).toBe(409);
  });

  it('is possible for a full event, and for a member', async () => {
    for (let n = 0; n < 50; n += 1) {
      const value = { r: 'viewer', m: n + 1, s: 1 };
      await setInEvent(planner.token, event, memberPath(`00000000-0000-4000-8000-${n}`), value);
    }
    expect((await invite(planner.token, person().email)).status).toBe(409);
    expect((await offer(planner.token, event, couple.email)).status).toBe(201);
  });

  it('gives no role: members can’t get it by an invite or an update', async () => {
    const id = await join(couple, 'editor', 0);
    const invited = await invite(planner.token, person().email, 'owner');
    expect(errorsOf(invited)).toEqual([422, 'role invalid']);
    const path = { ...PATH(), id };
    const body = { role: 'owner' };
    const updated = await call(endpoints.updateMember.handler, { token: planner.token, path, body });
    expect(errorsOf(updated)).toEqual([422, 'role invalid']);
  });
});

describe('an ownership offer that is accepted', () => {
  it('makes the other the owner of all of it, and the former owner an editor', async () => {
    const guest = await newVerified();
    const guestId = await share(planner.token, event, guest.token, 'viewer');
    const budget = await newBudget(planner.token, event, { spent: 0 });
    await newPayment(planner.token, budget);
    await invite(planner.token, 'grace-later@example.com');
    const before = await viewEvent(planner.token, event);
    const budgets = await allBudgets(planner.token, event);
    const id = await offeredLongAgo(planner.token, event, couple.email);
    const { status, headers, body } = await accept(couple.token, id);
    expect([status, body.message]).toEqual([200, 'Invitation accepted successfully']);
    expect(headers['location']).toBe(`/events/view/${event.id}`);
    for (const { token } of [planner, couple, guest])
      expect(await viewEvent(token, event)).toMatchObject(before);
    expect(await allBudgets(couple.token, event)).toEqual(budgets);
    const shown = await members(couple.token);
    expect(shown).toMatchObject([
      { role: 'owner', email: couple.email, you: true },
      { id: Number(guestId), role: 'viewer', email: guest.email },
      { role: 'editor', email: planner.email, you: false },
      { role: 'viewer', state: 'invited', email: 'grace-later@example.com' },
    ]);
    expect(await members(planner.token)).toHaveLength(3);
    expect(await receivedBy(couple.token)).toEqual([]);
    expect((await allEvents(planner.token)).map((each) => String(each.id))).toEqual([event.id]);
    expect((await allEvents(couple.token)).map((each) => String(each.id))).toEqual([event.id]);
    await expectWhole();
    expect((await call(endpoints.delete.handler, { token: planner.token, path: event })).status).toBe(403);
    expect(await rename(planner.token, 'Planned')).toBe(200);
    expect((await remove(planner.token, String(shown[2]?.id))).status).toBe(200);
    expect(await statusOfView(planner.token)).toBe(404);
    await expectWhole();
  });

  it('is not open before a day has passed, and says when', async () => {
    await offer(planner.token, event, couple.email);
    const [{ id } = { id: 0 }] = await receivedBy(couple.token);
    await ageOffer(planner.token, event, 23);
    const early = await accept(couple.token, String(id));
    expect(errorsOf(early)).toEqual([409, 'invitation too_early']);
    const from = Date.parse(JSON.parse(early.text).errors[0].from);
    expect(Math.abs(from - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect(await statusOfView(couple.token)).toBe(404);
    await ageOffer(planner.token, event, 24);
    expect((await accept(couple.token, String(id))).status).toBe(200);
  });

  it.each([
    [6, 409],
    [7, 200],
  ])('of a member for %s days, at once: %s', async (days, expected) => {
    await join(couple, 'viewer', days);
    const { body } = await offer(planner.token, event, couple.email);
    expect((await accept(couple.token, String(Object(body.data).id))).status).toBe(expected);
    await expectWhole();
    expect((await members(couple.token))[0]).toMatchObject({ you: expected === 200 });
  });

  it('answers the same again as long as the event is the caller’s by this offer', async () => {
    const id = await handOver(planner.token, event, couple);
    const before = await tableContent();
    const again = await accept(couple.token, id);
    expect([again.status, again.headers['location']]).toEqual([200, `/events/view/${event.id}`]);
    expect(await tableContent()).toEqual(before);
    expect((await accept(planner.token, id)).status).toBe(404);
    expect((await accept((await newVerified()).token, id)).status).toBe(404);
    await handOver(couple.token, event, planner);
    expect((await accept(couple.token, id)).status).toBe(404);
  });

  it('twice at once is done once', async () => {
    const id = await offeredLongAgo(planner.token, event, couple.email);
    const answers = await Promise.all([1, 2, 3].map(() => accept(couple.token, id)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expectWhole();
  });

  it('needs a verified address, and is for nobody else', async () => {
    const token = await newToken();
    const id = await offeredLongAgo(planner.token, event, couple.email);
    expect((await accept(token, id)).status).toBe(403);
    for (const other of [planner.token, (await newVerified()).token])
      expect((await accept(other, id)).status).toBe(404);
    expect((await members())[0]).toMatchObject({ you: true });
  });

  it.each([
    ['an event of that id', () => putItem(keyOf(couple.token), eventItem(Number(event.id), 0))],
    [
      'a pointer to another event of that id',
      async () => pointAt((await newVerified()).token, event, couple.token),
    ],
  ])('answers 409 to somebody who has %s', async (_, make) => {
    const id = await offeredLongAgo(planner.token, event, couple.email);
    await make();
    const before = await tableContent();
    expect(errorsOf(await accept(couple.token, id))).toEqual([409, 'event duplicate']);
    expect(await tableContent()).toEqual(before);
  });

  it('moves an event of almost 200 KB with 50 members and a link', { timeout: 60_000 }, async () => {
    const item = eventItem(Number(event.id), 500, { note: 'n'.repeat(330) });
    const key = keyOf(planner.token);
    await putItem(key, item);
    expect(storedBytesOf(item)).toBeGreaterThan(190_000);
    for (let n = 1; n < 50; n += 1) {
      const accountId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      await setInEvent(planner.token, event, memberPath(accountId), { r: 'viewer', m: n, s: 1 });
      const head = { owner_id: accountIdOf(planner.token), membership_id: n };
      await putItem(sharedKey(accountId, Number(event.id)), { head_id: Number(event.id), head });
    }
    await join(couple, 'editor', 8);
    await newShareLink(planner.token, PATH());
    const budgets = await allBudgets(planner.token, event);
    const { body } = await offer(planner.token, event, couple.email);
    expect((await accept(couple.token, String(Object(body.data).id))).status).toBe(200);
    expect(await allBudgets(couple.token, event)).toEqual(budgets);
    expect(await getItem(key)).toBeUndefined();
    await expectWhole();
    expect((await invite(couple.token, person().email)).status).toBe(409);
  });

  it('ends the share link', async () => {
    const { token } = await newShareLink(planner.token, PATH());
    await handOver(planner.token, event, couple);
    expect((await viewShared(token)).status).toBe(401);
    expect(Object.keys(await tableContent()).filter((key) => key.startsWith('LINK#'))).toEqual([]);
  });

  it('leaves the former owner’s access token an editor', async () => {
    const { token } = await newAccessToken(planner.token);
    await handOver(planner.token, event, couple);
    expect(await rename(token, 'By a program')).toBe(200);
    expect((await call(endpoints.delete.handler, { token, path: event })).status).toBe(403);
  });

  it('shows an id, and opens nothing, to who repeats the create under its key', async () => {
    const request = { token: planner.token, body: person(), headers: { 'idempotency-key': 'a-key' } };
    const create = () =>
      call(endpoints.create.handler, {
        ...request,
        body: { name: 'Wedding', event_date: '2027-08-21' },
      });
    const { headers } = await create();
    event = { id: String(headers['location']).replace('/events/view/', '') };
    await handOver(planner.token, event, couple);
    const left = (await members(planner.token)).find(({ you }) => you);
    expect((await remove(planner.token, String(left?.id))).status).toBe(200);
    expect((await create()).headers['location']).toBe(headers['location']);
    expect(await statusOfView(planner.token)).toBe(404);
  });
});

describe('an ownership offer has ended', () => {
  const everywhere = () =>
    call(endpoints.logout.handler, { token: planner.token, body: { everywhere: true } });
  const withPassword = async () => {
    const token = await resetTokenOf(planner.email);
    return call(endpoints.resetPassword.handler, { body: { token, password: 'a fair new passphrase' } });
  };
  const changing = () =>
    call(endpoints.changePassword.handler, {
      token: planner.token,
      body: { password: planner.password, new_password: 'a fair new passphrase' },
    });

  it.each([
    ['a logout everywhere', everywhere],
    ['a reset of the password', withPassword],
    ['a change of the password', changing],
    ['the operator has blocked the owner', () => setInAccount(['blocked'], true)],
    ['the deletion of the event', () => deleteEvent(planner.token, event)],
    [
      'its deletion and a restore',
      async () => {
        await deleteEvent(planner.token, event);
        await restore(planner.token, event);
      },
    ],
    [
      'the deletion of the owner’s account',
      () =>
        call(endpoints.deleteAccount.handler, { token: planner.token, body: { password: planner.password } }),
    ],
    ['its expiry', () => expire(planner.token, event, couple.email)],
  ])('after %s', async (_, end) => {
    const id = await offeredLongAgo(planner.token, event, couple.email);
    expect(await receivedBy(couple.token)).toHaveLength(1);
    await end();
    expect(await receivedBy(couple.token)).toEqual([]);
    expect((await accept(couple.token, id)).status).toBe(404);
    expect(await statusOfView(couple.token)).toBe(404);
  });

  it('after a change of the password, so that the event can be offered or the address invited again', async () => {
    await offer(planner.token, event, couple.email);
    await changing();
    expect(await members()).toHaveLength(1);
    expect((await invite(planner.token, couple.email)).status).toBe(201);
    const password = 'a fair new passphrase';
    expect((await offer(planner.token, event, couple.email, { password })).status).toBe(201);
    await expectWhole();
  });

  it('after it was withdrawn or declined', async () => {
    const withdrawn = await offeredLongAgo(planner.token, event, couple.email);
    expect((await remove(planner.token, withdrawn)).status).toBe(200);
    expect((await accept(couple.token, withdrawn)).status).toBe(404);
    const declined = await offeredLongAgo(planner.token, event, couple.email);
    const path = { id: declined };
    expect((await call(endpoints.declineInvitation.handler, { token: couple.token, path })).status).toBe(200);
    expect((await accept(couple.token, declined)).status).toBe(404);
    expect(await members()).toHaveLength(1);
    await expectWhole();
  });

  it('when the member leaves or is removed whom it was for, and not when another does', async () => {
    const guest = await newVerified();
    const guestId = await join(guest, 'viewer', 8);
    const first = await join(couple, 'viewer', 8);
    await offer(planner.token, event, couple.email);
    await remove(planner.token, guestId);
    expect(await receivedBy(couple.token)).toHaveLength(1);
    await remove(planner.token, first);
    expect(await receivedBy(couple.token)).toEqual([]);
    const second = await join(couple, 'viewer', 8);
    await offer(planner.token, event, couple.email);
    await remove(couple.token, second);
    expect(await receivedBy(couple.token)).toEqual([]);
    await expectWhole();
  });

  it('too late to be withdrawn by who was the owner, who stays an editor', async () => {
    const id = await handOver(planner.token, event, couple);
    expect((await remove(planner.token, id)).status).toBe(404);
    expect(await rename(planner.token, 'Still here')).toBe(200);
  });
});

describe('after an event was handed over', () => {
  it('its history begins with what there was, and nothing from before can be seen or undone', async () => {
    const budget = await newBudget(planner.token, event, { spent: 0 });
    await recorded(planner.token, event, () => rename(planner.token, 'A secret'));
    await recorded(planner.token, event, () => rename(planner.token, 'Wedding'));
    const [old] = await historyOf(planner.token, event);
    await moved(planner, couple);
    const entries = await historyOf(couple.token, event);
    expect(entries).toMatchObject([
      { by: { you: true, owner: true }, changes: [{ kind: 'event', change: 'created' }, {}, {}] },
    ]);
    expect(entries[0]?.changes).toContainEqual(
      expect.objectContaining({ kind: 'budget', change: 'created', id: Number(budget.id) }),
    );
    expect(JSON.stringify(entries)).not.toContain('A secret');
    expect((await undo(couple.token, event, Number(old?.version))).status).toBe(404);
    expect((await undo(couple.token, event, Number(entries[0]?.version))).status).toBe(409);
    expect(await historyKeysOf(planner)).toEqual([]);
  });

  it('and back, the history doesn’t come back, even if it is still to be erased', async () => {
    await recorded(planner.token, event, () => rename(planner.token, 'A secret'));
    const [old] = await historyOf(planner.token, event);
    // Nothing is recorded or erased, as if the stream were late.
    await handOver(planner.token, event, couple);
    await handOver(couple.token, event, planner);
    expect(await historyOf(planner.token, event)).toEqual([]);
    expect((await undo(planner.token, event, Number(old?.version))).status).toBe(404);
    const version = Number(old?.version);
    const key = eventKey({ ownerId: accountIdOf(planner.token), eventId: Number(event.id) });
    expect(Object(await getItem(key)).head.history_from).toBeGreaterThan(version);
    await expectWhole();
  });

  it('and back, the erasure of the old history leaves the new one', async () => {
    await recorded(planner.token, event, () => rename(planner.token, 'A secret'));
    await moved(planner, couple);
    await moved(couple, planner);
    await recorded(planner.token, event, () => rename(planner.token, 'Back again'));
    const versions = (await historyOf(planner.token, event)).map(({ version }) => version);
    expect(versions).toHaveLength(2);
    expect(await historyKeysOf(planner)).toHaveLength(2);
    expect(await historyKeysOf(couple)).toEqual([]);
    expect((await undo(planner.token, event, Number(versions[0]))).status).toBe(200);
  });

  it('the erasure of the former owner leaves it, and that of the new one deletes it for all', async () => {
    await handOver(planner.token, event, couple);
    for (const { token, password } of [planner, couple]) {
      const view = await statusOfView(couple.token);
      expect(view).toBe(200);
      await call(endpoints.deleteAccount.handler, { token, body: { password } });
      await erase(accountIdOf(token));
      expect(JSON.stringify(await tableContent())).not.toContain(`ACCOUNT#${accountIdOf(token)}`);
    }
    expect(Object.keys(await tableContent()).filter((key) => key.includes(event.id))).toEqual([]);
  });

  it('a member’s pointer leads to the new owner', async () => {
    const guest = await newVerified();
    await share(planner.token, event, guest.token, 'editor');
    await handOver(planner.token, event, couple);
    const pointer = await getPointer(accountIdOf(guest.token), Number(event.id));
    expect(pointer?.event.ownerId).toBe(accountIdOf(couple.token));
    expect(await rename(guest.token, 'By the guest')).toBe(200);
  });
});

const keyOf = (token: string) => eventKey({ ownerId: accountIdOf(token), eventId: Number(event.id) });

const setInAccount = (path: string[], value: unknown) =>
  send(new Update(accountKey(accountIdOf(planner.token))).set(path, value));

/** Hands the event over, and has both writes recorded, as the stream tells of them. */
async function moved(from: Person, to: Person): Promise<void> {
  await offeredLongAgo(from.token, event, to.email);
  const [{ id } = { id: 0 }] = await receivedBy(to.token);
  await recorded(to.token, event, () => recorded(from.token, event, () => accept(to.token, String(id))));
}

const historyKeysOf = async ({ token }: Person) =>
  Object.keys(await tableContent()).filter((key) =>
    key.startsWith(`HISTORY#${accountIdOf(token)}#${event.id}`),
  );
