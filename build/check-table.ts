import { json } from 'node:stream/consumers';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { linkItem } from '../lib/auth/share-token.ts';
import { nowInSeconds } from '../lib/instant.ts';
import { roleMap, shareLink } from '../lib/plan/head.ts';
import { invitationItem, invitationMap, isOpen } from '../lib/plan/invitation.ts';

const account = z.object({ email: z.string(), leaving: z.optional(z.int()) });
const addressPointer = z.object({ account_id: z.string() });
const eventPointer = z.object({ head: z.object({ owner_id: z.string(), membership_id: z.int() }) });
const event = z.object({
  head: z.object({ roles: roleMap, share_link: z.optional(shareLink) }),
  invitations: invitationMap,
});

/** A fact that two items both state about each other. */
function statementsOf(item: Record<string, unknown>): string[] {
  const [kind, id = ''] = String(item['PK']).split(/#(.*)/);
  const [sort, sortId] = String(item['SK']).split('#');
  const inEvent = (owner: string) => `event ${Number(sortId)} of ${owner}`;
  if (kind === 'PERSON') {
    const { email, leaving } = account.parse(item);
    return leaving === undefined ? [`${email} is the address of ${id}`] : [];
  }
  if (kind === 'EMAIL' && sort === 'ACCOUNT')
    return [`${id} is the address of ${addressPointer.parse(item).account_id}`];
  if (sort === 'INVITATION') {
    const invitation = invitationItem.parse(item);
    const { ownerId, eventId } = invitation.event;
    return isOpen(invitation)
      ? [`${id} is invited to event ${eventId} of ${ownerId} (${invitation.id})`]
      : [];
  }
  if (sort === 'SHARED') {
    const { owner_id, membership_id } = eventPointer.parse(item).head;
    return [`${id} is a member of ${inEvent(owner_id)} (${membership_id})`];
  }
  if (kind === 'LINK') {
    const { owner_id, event_id, expires_at } = linkItem.parse(item);
    return expires_at > nowInSeconds() ? [`${id} is the link of event ${event_id} of ${owner_id}`] : [];
  }
  if (sort !== 'EVENT') return [];
  const { head, invitations } = event.parse(item);
  return [
    ...(head.share_link && head.share_link.end > nowInSeconds()
      ? [`${head.share_link.id} is the link of ${inEvent(id)}`]
      : []),
    ...Object.entries(head.roles).map(([member, { m }]) => `${member} is a member of ${inEvent(id)} (${m})`),
    ...Object.entries(invitations)
      .filter(([, { s }]) => isOpen({ since: s }))
      .map(([email, { i }]) => `${email} is invited to ${inEvent(id)} (${i})`),
  ];
}

/**
 * Facts that only one of two items states, although one transaction writes both. A table restored from a backup may hold half of
 * a transaction.
 */
export function halvesIn(items: Record<string, unknown>[]): string[] {
  const sayers = Map.groupBy(
    items.flatMap(({ PK, SK, ...rest }) =>
      statementsOf({ PK, SK, ...rest }).map((statement) => ({ statement, key: `${PK} ${SK}` })),
    ),
    ({ statement }) => statement,
  );
  return [...sayers].flatMap(([statement, [only, ...others]]) =>
    only && others.length === 0 ? `Only ${only.key} says: ${statement}` : [],
  );
}

const scan = z.object({ Items: z.array(z.custom<Parameters<typeof unmarshall>[0]>()) });

// The result of `aws dynamodb scan`.
if (import.meta.main) {
  const { data } = scan.safeParse(await json(process.stdin).catch(() => undefined));
  if (!data) {
    console.error('This needs the output of aws dynamodb scan as its input');
    process.exit(1);
  }
  const halves = halvesIn(data.Items.map((item) => unmarshall(item)));
  for (const half of halves) console.log(half);
  console.log(`${data.Items.length} items, ${halves.length} halves.`);
  if (halves.length > 0) process.exitCode = 1;
}
