import * as z from 'zod/mini';
import { sharedEventIn } from './sharing-state.ts';

const item = z.looseObject({ PK: z.string(), SK: z.string() });
const pointerItem = z.object({
  head_id: z.int(),
  head: z.object({ owner_id: z.string(), membership_id: z.int() }),
});
const invitationItem = z.object({ owner_id: z.string(), event_id: z.int(), invitation_id: z.int() });

const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** Items that lead to no event which has their role or invitation, roles without a pointer, and erased accounts. */
export function problemsIn(
  items: unknown[],
  { erased, leftovers }: Record<'erased' | 'leftovers', Set<string>>,
) {
  const all = z.array(item).parse(items);
  const events = new Map(all.flatMap((each) => sharedEventIn(each) ?? []).map((event) => [event.id, event]));
  const isLeftover = (eventId: number, id: number) =>
    [`${eventId} ${id}`, `${eventId} any`].some((each) => leftovers.has(each));
  const stale: string[] = [];
  const erasedIn: string[] = [];
  const pointers = new Set<string>();
  for (const each of all) {
    const [key, partition] = [`${each.PK} ${each.SK}`, each.PK.replace(/^\w+#/, '')];
    let tolerated = false;
    if (each.SK.startsWith('SHARED#')) {
      const { head_id: eventId, head } = pointerItem.parse(each);
      pointers.add(`${partition} ${eventId} ${head.membership_id}`);
      const isLive = events.get(eventId)?.roles[partition]?.m === head.membership_id;
      tolerated = !isLive && isLeftover(eventId, head.membership_id);
      if (!isLive && !tolerated) stale.push(key);
    } else if (each.SK.startsWith('INVITATION#')) {
      const { event_id: eventId, invitation_id: id } = invitationItem.parse(each);
      const isLive = events.get(eventId)?.invitations[partition]?.i === id;
      tolerated = !isLive && isLeftover(eventId, id);
      if (!isLive && !tolerated) stale.push(key);
    }
    const ids = JSON.stringify(each).match(UUID) ?? [];
    if (!tolerated && ids.some((id) => erased.has(id))) erasedIn.push(key);
  }
  const lost = [...events.values()].flatMap(({ id, roles }) =>
    Object.entries(roles)
      .map(([accountId, { m }]) => `${accountId} ${id} ${m}`)
      .filter((role) => !pointers.has(role)),
  );
  return { stale, erasedIn, lost };
}
