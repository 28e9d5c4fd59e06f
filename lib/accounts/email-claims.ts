import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { deleteIfEquals } from '../dynamodb/conditional-writes.ts';
import { getItem } from '../dynamodb/items.ts';
import { emailKey } from '../dynamodb/keys.ts';
import { Update } from '../dynamodb/update.ts';
import { put } from '../dynamodb/writes.ts';
import { type Account, getAccount } from './account-repository.ts';

/** Longer than any request that claims an address takes to finish what it began. */
const PENDING_MS = 5 * 60 * 1_000;

/** Points from an e-mail address to the account that claimed it. Valid only while that account has this address. */
const claimItem = z.object({
  account_id: z.string(),
  claim_id: z.string(),
  /** Unix time in milliseconds. */
  claimed_at: z.int(),
});

export type Claim = z.output<typeof claimItem>;

export async function getClaim(email: string): Promise<Claim | undefined> {
  const item = await getItem(emailKey(email));
  return item && claimItem.parse(item);
}

/** The account of an e-mail address. An unknown address takes the same two requests. */
export async function findAccount(email: string): Promise<Account | undefined> {
  const claim = await getClaim(email);
  const account = await getAccount(claim?.account_id ?? randomUUID());
  return account && hasEmail(account, email) ? account : undefined;
}

/** Claims an e-mail address for an account. `pending` if another request may be about to use it. */
export async function claimEmail(email: string, accountId: string): Promise<'done' | 'taken' | 'pending'> {
  const claim = { account_id: accountId, claim_id: randomUUID(), claimed_at: Date.now() };
  const failure = await put({ ...emailKey(email), ...claim }, 'attribute_not_exists(PK)');
  if (!failure) return 'done';
  const existing = claimItem.parse(failure.item);
  if (existing.claim_id === claim.claim_id) return 'done';
  const state = await stateOf(existing, email, accountId);
  return state === 'free' ? takeOver(email, existing, claim) : state;
}

/** Gives up a claim, unless it was taken over or renewed since it was read. */
export async function dropClaim(email: string, { claim_id }: Claim): Promise<void> {
  await deleteIfEquals(emailKey(email), ['claim_id'], claim_id);
}

const hasEmail = ({ email, leaving }: Account, address: string): boolean =>
  email === address && leaving === undefined;

async function stateOf(
  { account_id, claimed_at }: Claim,
  email: string,
  accountId: string,
): Promise<'taken' | 'pending' | 'free'> {
  const account = await getAccount(account_id);
  if (account && hasEmail(account, email)) return 'taken';
  // A missing account may be a signup under way; one with another address, a change of address.
  const isSettled = account?.leaving !== undefined || account_id === accountId;
  return isSettled || claimed_at + PENDING_MS < Date.now() ? 'free' : 'pending';
}

async function takeOver(email: string, existing: Claim, claim: Claim): Promise<'done' | 'taken' | 'pending'> {
  const update = new Update(emailKey(email)).ifEquals(['claim_id'], existing.claim_id);
  for (const [name, value] of Object.entries(claim)) update.set([name], value);
  const failure = await update.send({ returnItem: true });
  const isOwn = failure?.item?.['claim_id'] === claim.claim_id;
  // Another request was faster: look again at what it made.
  return !failure || isOwn ? 'done' : claimEmail(email, claim.account_id);
}
