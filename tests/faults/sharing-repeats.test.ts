import { beforeEach, describe, expect, it } from 'vitest';
import { eraseAccount } from '../../lib/accounts/erase.ts';
import { accept } from '../../lib/sharing/accept.ts';
import { release } from '../../lib/sharing/release.ts';
import { call } from '../support/call.ts';
import { gateToDatabase } from '../support/gate.ts';
import { killedAfter } from '../support/kill.ts';
import { endpoints } from '../support/service.ts';
import { type Held, start } from '../support/stepping.ts';
import { tableContent } from '../support/table.ts';
import { operations } from './sharing-orders.ts';
import { newSubject, type Subject } from './sharing-subject.ts';

const gate = await gateToDatabase();

/** The keys of items that lead an account or an address of the subject to its event. */
async function traces({ event, guest, otherEmail }: Subject): Promise<string[]> {
  const texts = [String(event.eventId), guest.accountId, guest.email, otherEmail];
  const keys = Object.keys(await tableContent());
  return keys.filter((key) => /SHARED#|INVITATION#/.test(key) && texts.some((text) => key.includes(text)));
}

const viewedBy = async ({ token }: Subject['guest'], { event }: Subject) =>
  (await call(endpoints.view.handler, { method: 'GET', token, path: { id: String(event.eventId) } })).status;

/** Executes a call's requests up to its first write of an item of this kind. */
async function stepTo(call: Pick<ReturnType<typeof start>, 'next' | 'step'>, kind: string): Promise<void> {
  const isReached = ({ isWrite, key }: Held) => isWrite && key.includes(` ${kind}`);
  for (let next = await call.next(); next && !isReached(next); next = await call.next()) await call.step();
}

let subject: Subject;

describe.each(['removal', 'leaving', 'deletion of the event'] as const)('a %s', (name) => {
  it('that stopped after any of its requests can be repeated, and leaves no pointer', async () => {
    let isKilled = true;
    for (let requests = 1; isKilled; requests += 1) {
      subject = await newSubject(true);
      const { status } = await killedAfter(requests, () => operations[name](subject));
      isKilled = status === 500;
      if (isKilled) await operations[name](subject);
      const left = await traces(subject);
      expect(left.filter((key) => key.includes('SHARED#'))).toEqual([]);
      if (name === 'deletion of the event') expect(left).toEqual([]);
      const items = Object.values(await tableContent());
      expect(
        JSON.stringify(items.filter((item) => Object(item).head_id === subject.event.eventId)),
      ).not.toContain(subject.guest.accountId);
      expect(await viewedBy(subject.guest, subject)).toBe(404);
    }
  });
});

describe('an acceptance', () => {
  beforeEach(async () => {
    subject = await newSubject(false);
  });
  const toOther = () => accept(subject.guest.accountId, subject.otherEmail, subject.otherId);
  const toOwn = () => accept(subject.guest.accountId, subject.guest.email, subject.id);

  it.each(['removal', 'decline', 'deletion of the event'] as const)(
    'that stopped after the pointer leaves none when it is repeated after a %s',
    async (name) => {
      await killedAfter(7, () => toOwn().catch(() => undefined));
      expect((await traces(subject)).filter((key) => key.includes('SHARED#'))).toHaveLength(1);
      expect((await operations[name](subject)).status).toBe(200);
      expect((await operations.accept(subject)).status).toBe(404);
      expect((await traces(subject)).filter((key) => key.includes('SHARED#'))).toEqual([]);
    },
  );

  it('that stopped after the pointer leaves none when the account has an event of this id by then', async () => {
    await killedAfter(7, () => toOwn().catch(() => undefined));
    expect((await operations['own event of the same id'](subject)).status).toBe(201);
    expect((await operations.accept(subject)).status).toBe(409);
    expect((await traces(subject)).filter((key) => key.includes('SHARED#'))).toEqual([]);
  });

  it('that is refused leaves another attempt the pointer', async () => {
    const ownEvent = new RegExp(`^GetItem.*"ACCOUNT#${subject.guest.accountId}".*"EVENT#`);
    const refused = await gate.hold(() => operations.accept(subject), ownEvent);
    expect((await operations.accept(subject)).status).toBe(200);
    expect((await operations['own event of the same id'](subject)).status).toBe(201);
    expect(await refused()).toBe(409);
    expect((await traces(subject)).filter((key) => key.includes('SHARED#'))).toHaveLength(1);
  });

  it.each(['EVENT#', 'SHARED#'])(
    'that comes second, before its write of %s, gives the pointer back',
    async (kind) => {
      const first = start(toOwn, /^ACCOUNT#/);
      const second = start(() => toOther().catch(() => 'refused'), /^ACCOUNT#/);
      await stepTo(first, 'EVENT#');
      await stepTo(second, kind);
      for (const each of [first, second]) while (await each.next()) await each.step();
      expect([await first.result, await second.result]).toEqual([subject.event, 'refused']);
      expect(await viewedBy(subject.guest, subject)).toBe(200);
      expect((await operations.removal(subject)).status).toBe(200);
      expect((await traces(subject)).filter((key) => key.includes('SHARED#'))).toEqual([]);
    },
  );

  it('whose invitation is withdrawn leaves no pointer', async () => {
    const joining = start(toOwn, /^ACCOUNT#/);
    await stepTo(joining, 'EVENT#');
    expect((await operations.removal(subject)).status).toBe(200);
    while (await joining.next()) await joining.step();
    expect(await joining.result).toBe('missing');
    expect((await traces(subject)).filter((key) => key.includes('SHARED#'))).toEqual([]);
  });

  it('whose invitation is withdrawn leaves the pointer of another', async () => {
    const [first, second] = [start(toOwn, /^ACCOUNT#/), start(toOther, /^ACCOUNT#/)];
    for (const each of [first, second]) await stepTo(each, 'EVENT#');
    expect((await operations.removal({ ...subject, id: subject.otherId })).status).toBe(200);
    for (const each of [second, first]) while (await each.next()) await each.step();
    expect([await first.result, await second.result]).toEqual([subject.event, 'missing']);
    expect(await viewedBy(subject.guest, subject)).toBe(200);
  });

  it('during the erasure of the owner’s account is refused', async () => {
    const { owner, guest } = subject;
    const deletion = { token: owner.token, body: endpoints.deleteAccount.body?.() };
    expect((await call(endpoints.deleteAccount.handler, deletion)).status).toBe(200);
    let status: number | undefined;
    // The event has been read, and isn't deleted yet.
    gate.after = async ({ operation, body }) => {
      if (operation !== 'Query' || !body.includes(`"ACCOUNT#${owner.accountId}"`)) return;
      gate.open();
      ({ status } = await operations.accept(subject));
    };
    expect(await eraseAccount(owner.accountId, { wait: async () => undefined, release })).toBe('erased');
    expect(status).toBe(404);
    expect(await traces(subject)).toEqual([]);
    expect(JSON.stringify(await tableContent())).not.toContain(owner.accountId);
    expect(JSON.stringify(await tableContent())).toContain(guest.accountId);
  });

  it('during the deletion of the event leaves no pointer', async () => {
    gate.before = async ({ operation, body }) => {
      if (operation !== 'UpdateItem' || !body.includes('expires_at') || !body.includes('EVENT#')) return;
      gate.open();
      expect((await operations.accept(subject)).status).toBe(200);
    };
    expect((await operations['deletion of the event'](subject)).status).toBe(200);
    expect(await traces(subject)).toEqual([]);
  });
});
