import { getLinkOwner } from '../accounts/person.ts';
import type { EventHead } from './head.ts';

/** What decides on the share links of events: the `links_epoch` of their owners' accounts, by account id. */
export type LinkEpochs = Map<string, number>;

/** Reads what is missing for these events, each owner once, and only if an event has a link. */
export async function readEpochs(
  events: Pick<EventHead, 'ownerId' | 'share_link'>[],
  epochs: LinkEpochs = new Map(),
): Promise<LinkEpochs> {
  const owners = new Set(events.flatMap(({ ownerId, share_link }) => (share_link ? ownerId : [])));
  const unknown = [...owners].filter((ownerId) => !epochs.has(ownerId));
  await Promise.all(
    unknown.map(async (ownerId) => {
      const owner = await getLinkOwner(ownerId);
      if (owner && !owner.isBlocked) epochs.set(ownerId, owner.linksEpoch);
    }),
  );
  return epochs;
}
