import { expect } from 'vitest';
import * as z from 'zod/mini';
import { getItem } from '../../lib/dynamodb/items.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { memberMap } from '../../lib/events/roles.ts';
import { invitationMap } from '../../lib/sharing/invitation.ts';
import type { Name } from './sharing-orders.ts';
import type { Subject } from './sharing-subject.ts';

export const eventItem = z.object({
  head: z.object({ version: z.int(), roles: memberMap }),
  invitations: invitationMap,
});
type StoredEvent = z.output<typeof eventItem>;

/** What the event was after a step of the operation `by`, a number. */
export interface Moment {
  by: number | undefined;
  /** Whether it is after a whole operation, not after a step. */
  isRepeat?: boolean;
  event: StoredEvent | undefined;
}

export async function momentOf({ event }: Subject, by?: number): Promise<Moment> {
  return { by, event: eventItem.safeParse(await getItem(eventKey(event))).data };
}

const membershipsOf = (event: StoredEvent | undefined) =>
  Object.values(event?.head.roles ?? {}).map(({ m }) => m);
/** The ids of the event's invitations. */
export const idsOf = (event: StoredEvent | undefined) =>
  Object.values(event?.invitations ?? {}).map(({ i }) => i);

/** Only editors write, an invitation makes one membership, and what was deleted stays deleted. */
export function expectAllowed({ guest }: Subject, names: Name[], [first, ...moments]: Moment[]): void {
  let before = first?.event;
  const used = new Set(before?.head.roles[guest.accountId] ? [before.head.roles[guest.accountId]?.m] : []);
  for (const { by, event, isRepeat = false } of moments) {
    if (before === undefined) expect(event).toBeUndefined();
    const [role, next] = [before?.head.roles[guest.accountId], event?.head.roles[guest.accountId]];
    const isChanged = event && event.head.version !== before?.head.version;
    if (isChanged && /^(?:create|update)/.test(names[by ?? -1] ?? '')) expect(role?.r).toBe('editor');
    if (next && next.m !== role?.m) {
      const isInvited = isRepeat || idsOf(before).includes(next.m);
      expect([role, used.has(next.m), isInvited]).toEqual([undefined, false, true]);
      used.add(next.m);
    }
    expect(idsOf(event).filter((id) => used.has(id))).toEqual([]);
    before = event;
  }
}

/** What a success without a change of its own needs: another call has done the same. */
const reached: Partial<Record<Name, (subject: Subject, moments: Moment[]) => boolean>> = {
  accept: ({ id }, moments) => moments.some((each) => membershipsOf(each.event).includes(id)),
  'accept at other address': ({ otherId }, moments) =>
    moments.some((each) => membershipsOf(each.event).includes(otherId)),
  removal: ({ id }, moments) => !membershipsOf(moments.at(-1)?.event).includes(id),
  leaving: ({ id }, moments) => !membershipsOf(moments.at(-1)?.event).includes(id),
  'deletion of the event': (_, moments) => moments.at(-1)?.event === undefined,
};

/** A success changed the event once, and an error didn't. */
export function expectHonest(
  name: Name,
  number: number,
  status: number,
  subject: Subject,
  moments: Moment[],
): void {
  expect([200, 201, 401, 403, 404, 409], `${name} answered ${status}`).toContain(status);
  if (/erasure|own event|and accept/.test(name)) return;
  const versions = moments.map(({ event }) => event?.head.version);
  const changes = moments.filter(({ by }, index) => by === number && versions[index] !== versions[index - 1]);
  const isSuccess = status < 300;
  const isReached = changes.length === 0 && reached[name]?.(subject, moments) === true;
  const isHonest = isSuccess ? changes.length === 1 || isReached : changes.length === 0;
  expect([name, status, isHonest]).toEqual([name, status, true]);
}
