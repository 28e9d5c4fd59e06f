import { expect } from 'vitest';
import { erased, isErasureQueued } from '../erasing.ts';
import { roleOf } from '../stored.ts';
import type { Intent, SharingWorld } from './world.ts';

/** What a repeated call may do again. */
const REPEATED = [
  ...['accept', 'decline', 'leave', 'setRole', 'remove', 'rename', 'deleteEvent', 'deleteBudget'],
  ...['updateBudget', 'restore', 'deleteForGood', 'deleteAccount'],
];

/** Repeats the calls that failed, and then every erasure twice, one of them late. */
export async function finish(world: SharingWorld): Promise<void> {
  world.calm();
  await world.lane.settled();
  const failed = world.calls.filter(({ kind, answer }) => answer.status >= 500 && REPEATED.includes(kind));
  for (const called of failed) await world.repeat(called);
  for (let times = 0; times < 2; times += 1)
    for (const account of [...world.accounts.values()].filter(({ id }) => isErasureQueued(id))) {
      const called = await world.act({ kind: 'erase' }, account);
      expect(called.answer.status).toBe(200);
      if (account.leftBy !== undefined) erased.add(account.id);
    }
}

/** Each account sees exactly the events in its list that it can open, and that are its own or give it a role. */
export async function expectAgreement(world: SharingWorld): Promise<void> {
  const { record, people } = world;
  const ids = [...new Set(record.moments.map(({ eventId }) => eventId))];
  for (const account of people.flatMap((who) => who.account ?? [])) {
    const allowed = ids.filter((id) => {
      const event = record.events.get(id);
      return event && roleOf(event, account.id);
    });
    const ask = async (intent: Intent) => (await world.act(intent, account)).answer;
    const { text } = await ask({ kind: 'list' });
    const views = await Promise.all(ids.map((eventId) => ask({ kind: 'view', eventId })));
    await Promise.all(allowed.map((eventId) => ask({ kind: 'listMembers', eventId })));
    await ask({ kind: 'listTrash' });
    await ask({ kind: 'listInvitations' });
    const listed = ids.filter((id) => text.includes(`"id":${id},`));
    const opened = ids.filter((_, index) => views[index]?.status === 200);
    expect({ listed, opened }).toEqual({ listed: allowed, opened: allowed });
  }
}
