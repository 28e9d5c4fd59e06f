import * as z from 'zod/mini';
import { getItem } from '../../lib/dynamodb/items.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { eventIn } from '../../lib/plan/event.ts';
import { call } from './call.ts';
import { endpoints, person } from './service.ts';
import { referenceOf, setInEvent, setInInvitation } from './sharing.ts';

const offered = z.object({ id: z.int() });

/** Offers an event to an address, and returns the response. */
export const offer = (token: string, path: { id: string }, email: string, fields = {}) =>
  call(endpoints.handOver.handler, { token, path, body: { email, password: person().password, ...fields } });

/** Makes the offer of an event some hours old. */
export async function ageOffer(owner: string, event: { id: string }, hours: number): Promise<void> {
  const { invitations } = eventIn(await getItem(eventKey(referenceOf(owner, event))));
  const [offer] = invitations.filter(({ role }) => role === 'owner');
  if (!offer) throw new Error('There is no offer');
  const since = Math.floor(Date.now() / 1_000) - hours * 3_600;
  await setInEvent(owner, event, ['invitations', offer.email, 's'], since);
  await setInInvitation(offer.email, offer.id, ['expires_at'], since + 14 * 86_400);
}

/** Offers an event so that it can be accepted at once. Returns the id of the offer. */
export async function offeredLongAgo(owner: string, event: { id: string }, email: string): Promise<string> {
  const { body } = await offer(owner, event, email);
  await ageOffer(owner, event, 24);
  return String(offered.parse(body.data).id);
}

export const accept = (token: string, id: string) =>
  call(endpoints.acceptInvitation.handler, { token, path: { id } });

/** Hands an event over to an account. Returns the id of the offer. */
export async function handOver(
  from: string,
  event: { id: string },
  to: { email: string; token: string },
): Promise<string> {
  const id = await offeredLongAgo(from, event, to.email);
  const { status } = await accept(to.token, id);
  if (status !== 200) throw new Error(`It was not accepted: ${status}`);
  return id;
}
