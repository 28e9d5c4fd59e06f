import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { storedBytesOf } from '../../../lib/dynamodb/item-size.ts';
import { accountKey, eventKey, headPath, memberPath, sharedKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { getPointer } from '../../../lib/plan/repository.ts';
import { expectLinks } from '../../faults/stored.ts';
import { type Client, clientOf, newClient, newVerifiedClient } from '../../support/client.ts';
import { resetVariables, setVariable } from '../../support/environment.ts';
import { erase } from '../../support/erase.ts';
import { eventItem } from '../../support/event-item.ts';
import { newFactorOwner } from '../../support/factor.ts';
import { historyOf, recorded } from '../../support/history.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { newMails, resetTokenOf } from '../../support/mail.ts';
import { PASSWORD } from '../../support/person.ts';
import { allBudgets, allEvents, newAccessToken, person, viewEvent } from '../../support/service.ts';
import {
  accountIdOf,
  ageOffer,
  expire,
  handOver,
  newShareLink,
  offer,
  offeredLongAgo,
  pointAt,
  referenceOf,
  setInEvent,
  setInInvitation,
  share,
  viewShared,
} from '../../support/sharing.ts';
import { putItem, rejected, tableContent } from '../../support/table.ts';
import { itemOf } from '../../support/trash.ts';

type Person = Awaited<ReturnType<typeof newVerifiedClient>>;
let planner: Person;
let couple: Person;
let event: { id: string };
beforeEach(async () => {
  [planner, couple] = [await newVerifiedClient(), await newVerifiedClient()];
  event = await planner.newEvent();
  takeInvocations();
});

const offered = (email = couple.email, fields = {}, by: { token: string } = planner) =>
  offer(by.token, event, email, fields);
/** Offers the event so that it can be accepted at once. Returns the path of the offer. */
const oldOffer = async () => ({ id: await offeredLongAgo(planner.token, event, couple.email) });
const handedOver = (from = planner, to = couple) => handOver(from.token, event, to);

const members = async (client: Client = planner) =>
  z
    .array(z.looseObject({ id: z.optional(z.coerce.string()), role: z.string(), state: z.string() }))
    .parse((await client.listMembers(event)).body.data);
const receivedBy = async (client: Client) =>
  z
    .array(z.object({ id: z.coerce.string(), role: z.string() }))
    .parse((await client.listInvitations()).body.data);
const withdraw = (by: Client, id: string) => by.removeMember({ event_id: event.id, id });
const invite = (email: string, by = planner) => by.inviteMember(event, { email, role: 'viewer' });
const statusOfView = async (client: Client) => (await client.view(event)).status;
const rename = (by: Client, name: string) => by.update(event, { name });
const keysWith = async (text: string) =>
  Object.keys(await tableContent()).filter((key) => key.includes(text));
const setInAccount = (path: string[], value: unknown, { token }: { token: string } = planner) =>
  send(new Update(accountKey(accountIdOf(token))).set(path, value));

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

describe('an offer', () => {
  it('is seen by the owner and the other, and nothing else changes', async () => {
    const { status, headers, body } = await offered(couple.email.toUpperCase());
    const { id } = Object(body.data);
    expect([status, body.message]).toEqual([201, 'Event offered successfully']);
    expect(headers['location']).toBe(`/events/${event.id}/members`);
    const acceptable_from = expect.any(String);
    expect(body.data).toEqual({ id, email: couple.email, role: 'owner', state: 'invited', acceptable_from });
    expect(await receivedBy(couple)).toEqual([{ id: String(id), role: 'owner' }]);
    expect(await members()).toMatchObject([
      { role: 'owner', state: 'active' },
      { id: String(id), email: couple.email, role: 'owner', state: 'invited' },
    ]);
    expect(await statusOfView(couple)).toBe(404);
    await expectWhole();
  });

  it('is read as the next version may store it', async () => {
    const { id } = await oldOffer();
    await setInEvent(planner.token, event, ['invitations', couple.email, 'r'], 'owner');
    await setInInvitation(couple.email, Number(id), ['role'], 'owner');
    expect(await receivedBy(couple)).toEqual([{ id, role: 'owner' }]);
    expect(await members()).toMatchObject([{ role: 'owner' }, { id, role: 'owner', state: 'invited' }]);
    expect((await couple.acceptInvitation({ id })).status).toBe(200);
  });

  it('has a notice mailed to the owner at once, and a mail to the other', async () => {
    await offered();
    const mails = await newMails();
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [couple.email, 'Event Budget: An event is offered to you'],
      [planner.email, 'Event Budget: One of your events was offered to somebody'],
    ]);
    for (const { text } of mails) expect(text).not.toMatch(/Summer party|Ada|Lovelace/);
  });

  describe('by an owner with a second factor', () => {
    let owner: Awaited<ReturnType<typeof newFactorOwner>>;
    let code: string | undefined;
    beforeEach(async () => {
      owner = await newFactorOwner();
      [code] = owner.recovery_codes;
      event = await clientOf(owner.token).newEvent();
    });

    it('needs a code, and uses it up', async () => {
      expect((await offered(couple.email, {}, owner)).codes).toEqual([403, 'code second_factor']);
      expect((await offered(couple.email, { code: '000' }, owner)).codes).toEqual([403, 'code wrong']);
      expect((await offered(couple.email, { code }, owner)).status).toBe(201);
      event = await clientOf(owner.token).newEvent();
      expect((await offered(couple.email, { code }, owner)).status).toBe(403);
      expect(await receivedBy(couple)).toHaveLength(1);
    });

    it('uses up no code if it is rejected', async () => {
      expect((await offer(owner.token, { id: '1' }, couple.email, { code })).status).toBe(404);
      expect((await offered(owner.email, { code }, owner)).status).toBe(409);
      expect((await offered(couple.email, { code }, owner)).status).toBe(201);
    });

    it('waits for 7 days after that was added', async () => {
      const since = Date.now() - 7 * 86_400_000 + 60_000;
      await setInAccount(['factor', 's'], since, owner);
      const early = await offered(couple.email, { code }, owner);
      expect(early.codes).toEqual([409, 'second_factor too_early']);
      expect(JSON.parse(early.text).errors[0].from).toBe(new Date(since + 7 * 86_400_000).toISOString());
      await setInAccount(['factor', 's'], since - 60_000, owner);
      expect((await offered(couple.email, { code }, owner)).status).toBe(201);
    });
  });

  it('looks at the event before the password, and counts wrong ones', async () => {
    await share(planner.token, event, couple.token, 'editor');
    const wrong = { password: 'wrong' };
    const stranger = await newVerifiedClient();
    expect((await offered(planner.email, wrong, couple)).status).toBe(403);
    expect((await offered(planner.email, wrong, stranger)).status).toBe(404);
    setVariable('LOGIN_LIMIT', '2');
    for (const _ of [1, 2])
      expect((await offered(couple.email, wrong)).codes).toEqual([422, 'password wrong']);
    expect((await offered()).status).toBe(429);
    resetVariables();
    expect((await members()).filter(({ state }) => state === 'invited')).toEqual([]);
  });

  it('may be made to a member of a full event, and adds no member to one that has more than 50', async () => {
    const strangers = Array.from({ length: 50 }, (_, n) => [randomUUID(), { r: 'viewer', m: n + 1, s: 1 }]);
    const roles = Object.fromEntries(strangers);
    await setInEvent(planner.token, event, headPath('roles'), roles);
    const { email } = person();
    expect((await invite(email)).status).toBe(409);
    const { status, body } = await offered(email);
    expect(status).toBe(201);
    await withdraw(planner, String(Object(body.data).id));
    const member = { [accountIdOf(couple.token)]: { r: 'viewer', m: 51, s: 1 } };
    await setInEvent(planner.token, event, headPath('roles'), { ...roles, ...member });
    expect((await offered(email)).codes).toEqual([409, 'members full']);
    expect((await offered()).status).toBe(201);
  });

  it.each([
    [{ email: 'nobody' }, 'email invalid'],
    [{ email: undefined }, 'email blank'],
    [{ password: undefined }, 'password blank'],
  ])('is rejected with %j', async (fields, error) => {
    expect((await rejected(() => offered(couple.email, fields))).codes).toEqual([422, error]);
  });

  it('is rejected to the own address, and while another offer is open', async () => {
    expect((await offered(planner.email)).codes).toEqual([409, 'email duplicate']);
    await offered();
    for (const email of [couple.email, person().email]) {
      const { codes, body } = await offered(email);
      expect(codes).toEqual([409, 'event duplicate']);
      expect(body.errors).toMatchObject([{ message: 'Event has already been offered to someone.' }]);
    }
    await expire(planner.token, event, couple.email);
    expect((await offered()).status).toBe(201);
    await expectWhole();
  });

  it('of two at once, one is made', async () => {
    const answers = await Promise.all([person(), person()].map(({ email }) => offered(email)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    await expectWhole();
  });

  it('is made by a verified owner with a session only', async () => {
    const program = await newAccessToken(planner.token);
    expect((await offered(couple.email, {}, program)).status).toBe(403);
    const unverified = await newClient();
    event = await unverified.newEvent();
    expect((await offered(couple.email, {}, unverified)).codes).toEqual([403, 'account unverified']);
    expect(await receivedBy(couple)).toEqual([]);
  });

  it('counts as an invitation', async () => {
    setVariable('INVITATION_LIMIT', '1');
    expect((await invite(person().email)).status).toBe(201);
    expect((await offered()).status).toBe(429);
    resetVariables();
  });

  it('takes the place of an open invitation of the address, which can’t be invited then', async () => {
    await invite(couple.email);
    const [{ id } = { id: '' }] = await receivedBy(couple);
    const path = await oldOffer();
    expect(await receivedBy(couple)).toEqual([{ ...path, role: 'owner' }]);
    await expectWhole();
    expect((await couple.acceptInvitation({ id })).status).toBe(404);
    expect((await invite(couple.email)).status).toBe(409);
  });

  it('gives no role: members can’t get it by an invite or an update', async () => {
    const path = { event_id: event.id, id: await join(couple, 'editor', 0) };
    const role = { role: 'owner' };
    const invited = await planner.inviteMember(event, { email: person().email, ...role });
    expect(invited.codes).toEqual([422, 'role invalid']);
    expect((await planner.updateMember(path, role)).codes).toEqual([422, 'role invalid']);
  });
});

describe('an offer that is accepted', () => {
  it('makes the other the owner of all of it, and the former owner an editor', async () => {
    const guest = await newVerifiedClient();
    const guestId = await share(planner.token, event, guest.token, 'viewer');
    await planner.newPayment(await planner.newBudget(event, { spent: 0 }));
    await invite('grace-later@example.com');
    const before = await viewEvent(planner.token, event);
    const budgets = await allBudgets(planner.token, event);
    const program = clientOf((await newAccessToken(planner.token)).token);
    const { status, headers, body } = await couple.acceptInvitation(await oldOffer());
    expect([status, body.message]).toEqual([200, 'Invitation accepted successfully']);
    expect(headers['location']).toBe(`/events/view/${event.id}`);
    for (const { token } of [planner, couple, guest])
      expect(await viewEvent(token, event)).toMatchObject(before);
    expect(await allBudgets(couple.token, event)).toEqual(budgets);
    const shown = await members(couple);
    expect(shown).toMatchObject([
      { role: 'owner', email: couple.email, you: true },
      { id: guestId, role: 'viewer', email: guest.email },
      { role: 'editor', email: planner.email, you: false },
      { role: 'viewer', state: 'invited', email: 'grace-later@example.com' },
    ]);
    expect(await members()).toHaveLength(3);
    expect(await receivedBy(couple)).toEqual([]);
    for (const { token } of [planner, couple])
      expect((await allEvents(token)).map(({ id }) => String(id))).toEqual([event.id]);
    await expectWhole();
    const pointer = await getPointer(accountIdOf(guest.token), Number(event.id));
    expect(pointer?.event.ownerId).toBe(accountIdOf(couple.token));
    for (const client of [planner, program]) {
      expect((await client.delete(event)).status).toBe(403);
      expect((await rename(client, 'Planned')).status).toBe(200);
    }
    expect((await withdraw(planner, String(shown[2]?.id))).status).toBe(200);
    expect(await statusOfView(planner)).toBe(404);
    await expectWhole();
  });

  it('is not open before a day has passed, and says when', async () => {
    const path = await oldOffer();
    await ageOffer(planner.token, event, 23);
    const early = await couple.acceptInvitation(path);
    expect(early.codes).toEqual([409, 'invitation too_early']);
    const from = Date.parse(JSON.parse(early.text).errors[0].from);
    expect(Math.abs(from - Date.now() - 3_600_000)).toBeLessThan(60_000);
    expect(await statusOfView(couple)).toBe(404);
    await ageOffer(planner.token, event, 24);
    expect((await couple.acceptInvitation(path)).status).toBe(200);
  });

  it.each([
    [6, 409],
    [7, 200],
  ])('of a member for %s days, at once: %s', async (days, expected) => {
    await join(couple, 'viewer', days);
    const { id } = Object((await offered()).body.data);
    expect((await couple.acceptInvitation({ id: String(id) })).status).toBe(expected);
    await expectWhole();
    expect((await members(couple))[0]).toMatchObject({ you: expected === 200 });
  });

  it('responds the same again as long as the event is the caller’s by this offer', async () => {
    const path = { id: await handedOver() };
    const again = await rejected(() => couple.acceptInvitation(path));
    expect([again.status, again.headers['location']]).toEqual([200, `/events/view/${event.id}`]);
    for (const other of [planner, await newVerifiedClient()])
      expect((await other.acceptInvitation(path)).status).toBe(404);
    await handedOver(couple, planner);
    expect((await couple.acceptInvitation(path)).status).toBe(404);
  });

  it('twice at once is done once', async () => {
    const path = await oldOffer();
    const answers = await Promise.all([1, 2, 3].map(() => couple.acceptInvitation(path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await expectWhole();
  });

  it('needs a verified address, and is for nobody else', async () => {
    const path = await oldOffer();
    expect((await (await newClient()).acceptInvitation(path)).status).toBe(403);
    for (const other of [planner, await newVerifiedClient()])
      expect((await rejected(() => other.acceptInvitation(path))).status).toBe(404);
  });

  it.each([
    [
      'an event of that id',
      () => putItem(eventKey(referenceOf(couple.token, event)), eventItem(Number(event.id), 0)),
    ],
    [
      'a pointer to another event of that id',
      async () => pointAt((await newClient()).token, event, couple.token),
    ],
  ])('is rejected for somebody who has %s', async (_, make) => {
    const path = await oldOffer();
    await make();
    const { codes } = await rejected(() => couple.acceptInvitation(path));
    expect(codes).toEqual([409, 'event duplicate']);
  });

  it('moves an event of almost 200 KB with 50 members, and ends its link', { timeout: 60_000 }, async () => {
    const item = eventItem(Number(event.id), 500, { note: 'n'.repeat(330) });
    await putItem(eventKey(referenceOf(planner.token, event)), item);
    expect(storedBytesOf(item)).toBeGreaterThan(190_000);
    for (let n = 1; n < 50; n += 1) {
      const accountId = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      await setInEvent(planner.token, event, memberPath(accountId), { r: 'viewer', m: n, s: 1 });
      const head = { owner_id: accountIdOf(planner.token), membership_id: n };
      await putItem(sharedKey(accountId, Number(event.id)), { head_id: Number(event.id), head });
    }
    await join(couple, 'editor', 8);
    const link = await newShareLink(planner.token, { event_id: event.id });
    const budgets = await allBudgets(planner.token, event);
    const { id } = Object((await offered()).body.data);
    expect((await couple.acceptInvitation({ id: String(id) })).status).toBe(200);
    expect(await allBudgets(couple.token, event)).toEqual(budgets);
    expect(await itemOf(planner.token, event)).toBeUndefined();
    await expectWhole();
    expect((await viewShared(link.token)).status).toBe(401);
    expect(await keysWith('LINK#')).toEqual([]);
    expect((await invite(person().email, couple)).status).toBe(409);
  });

  it('shows an id, and opens nothing, to who repeats the create under its key', async () => {
    const body = { name: 'Wedding', event_date: '2027-08-21' };
    const create = () => planner.create(body, { 'idempotency-key': 'a-key' });
    event = { id: (await create()).id };
    await handedOver();
    const left = (await members(planner)).find(({ you }) => you);
    expect((await withdraw(planner, String(left?.id))).status).toBe(200);
    expect((await create()).id).toBe(event.id);
    expect(await statusOfView(planner)).toBe(404);
  });
});

describe('an offer has ended', () => {
  const NEW_PASSWORD = 'a fair new passphrase';
  const resetPassword = async () =>
    planner.resetPassword({ token: await resetTokenOf(planner.email), password: NEW_PASSWORD });
  const changePassword = () => planner.changePassword({ password: PASSWORD, new_password: NEW_PASSWORD });

  it.each([
    ['a logout everywhere', () => planner.logout({ everywhere: true })],
    ['a reset of the password', resetPassword],
    ['a change of the password', changePassword],
    ['the operator has blocked the owner', () => setInAccount(['blocked'], true)],
    ['the deletion of the event', () => planner.delete(event)],
    [
      'its deletion and a restore',
      async () => {
        await planner.delete(event);
        await planner.restore(event);
      },
    ],
    ['the deletion of the owner’s account', () => planner.deleteAccount({ password: PASSWORD })],
    ['its expiry', () => expire(planner.token, event, couple.email)],
  ])('after %s', async (_, end) => {
    const path = await oldOffer();
    expect(await receivedBy(couple)).toHaveLength(1);
    await end();
    expect(await receivedBy(couple)).toEqual([]);
    expect((await couple.acceptInvitation(path)).status).toBe(404);
    expect(await statusOfView(couple)).toBe(404);
  });

  it('after a change of the password, so that the event is offered or the address invited again', async () => {
    await offered();
    await changePassword();
    expect(await members()).toHaveLength(1);
    expect((await invite(couple.email)).status).toBe(201);
    expect((await offered(couple.email, { password: NEW_PASSWORD })).status).toBe(201);
    await expectWhole();
  });

  it('after it was withdrawn or declined', async () => {
    const withdrawn = await oldOffer();
    expect((await withdraw(planner, withdrawn.id)).status).toBe(200);
    const declined = await oldOffer();
    expect((await couple.declineInvitation(declined)).status).toBe(200);
    for (const path of [withdrawn, declined]) expect((await couple.acceptInvitation(path)).status).toBe(404);
    expect(await members()).toHaveLength(1);
    await expectWhole();
  });

  it('when the member leaves or is removed whom it was for, and not when another does', async () => {
    const guestId = await join(await newVerifiedClient(), 'viewer', 8);
    const first = await join(couple, 'viewer', 8);
    await offered();
    await withdraw(planner, guestId);
    expect(await receivedBy(couple)).toHaveLength(1);
    await withdraw(planner, first);
    expect(await receivedBy(couple)).toEqual([]);
    const second = await join(couple, 'viewer', 8);
    await offered();
    await withdraw(couple, second);
    expect(await receivedBy(couple)).toEqual([]);
    await expectWhole();
  });

  it('too late to be withdrawn by who was the owner, who stays an editor', async () => {
    expect((await withdraw(planner, await handedOver())).status).toBe(404);
    expect((await rename(planner, 'Still here')).status).toBe(200);
  });
});

describe('after an event was handed over', () => {
  /** Hands the event over, and has both writes recorded, as the stream tells of them. */
  const moved = async (from: Person, to: Person) => {
    const id = await offeredLongAgo(from.token, event, to.email);
    const accept = () => to.acceptInvitation({ id });
    await recorded(to.token, event, () => recorded(from.token, event, accept));
  };
  const renamed = (name: string) => recorded(planner.token, event, () => rename(planner, name));
  const newest = async ({ token }: Client) => (await historyOf(token, event))[0]?.version ?? 0;
  const undo = async (by: Client, version: number) =>
    (await by.undo({ ...event, version: String(version) })).status;
  const historyKeysOf = ({ token }: Person) => keysWith(`HISTORY#${accountIdOf(token)}#${event.id}`);

  it('its history begins with what there was, and nothing from before can be seen or undone', async () => {
    const budget = await planner.newBudget(event, { spent: 0 });
    for (const name of ['A secret', 'Wedding']) await renamed(name);
    const old = await newest(planner);
    await moved(planner, couple);
    const [entry, ...others] = await historyOf(couple.token, event);
    expect([entry?.by, others]).toMatchObject([{ you: true, owner: true }, []]);
    expect(entry?.changes).toMatchObject([{ kind: 'event', change: 'created' }, {}, {}]);
    const created = { kind: 'budget', change: 'created', id: Number(budget.id) };
    expect(entry?.changes).toContainEqual(expect.objectContaining(created));
    expect(JSON.stringify(entry)).not.toContain('A secret');
    expect([await undo(couple, old), await undo(couple, entry?.version ?? 0)]).toEqual([404, 409]);
    expect(await historyKeysOf(planner)).toEqual([]);
  });

  it('and back, the history doesn’t come back, even if it is still to be erased', async () => {
    await renamed('A secret');
    const old = await newest(planner);
    // Nothing is recorded or erased, as if the stream were late.
    await handedOver();
    await handedOver(couple, planner);
    expect(await historyOf(planner.token, event)).toEqual([]);
    expect(await undo(planner, old)).toBe(404);
    expect(Object(await itemOf(planner.token, event)).head.history_from).toBeGreaterThan(old);
    await expectWhole();
  });

  it('and back, the erasure of the old history leaves the new one', async () => {
    await renamed('A secret');
    await moved(planner, couple);
    await moved(couple, planner);
    await renamed('Back again');
    expect(await historyOf(planner.token, event)).toHaveLength(2);
    expect(await historyKeysOf(planner)).toHaveLength(2);
    expect(await historyKeysOf(couple)).toEqual([]);
    expect(await undo(planner, await newest(planner))).toBe(200);
  });

  it('the erasure of the former owner leaves it, and that of the new one deletes it for all', async () => {
    await handedOver();
    for (const client of [planner, couple]) {
      expect(await statusOfView(couple)).toBe(200);
      await client.deleteAccount({ password: PASSWORD });
      await erase(accountIdOf(client.token));
      const left = JSON.stringify(await tableContent());
      expect(left).not.toContain(`ACCOUNT#${accountIdOf(client.token)}`);
    }
    expect(await keysWith(event.id)).toEqual([]);
  });
});
