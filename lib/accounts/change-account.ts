import type { Session, SessionReference } from '../auth/session.ts';
import { type Change, equals, remember, Update } from '../dynamodb/changes.ts';
import { getPart, type Part } from '../dynamodb/items.ts';
import { accountKey } from '../dynamodb/keys.ts';
import { changeItem } from '../dynamodb/send.ts';
import { Rejection } from '../errors.ts';
import { type Account, accountItem, type SessionsPart } from './account.ts';
import { AddressLostError, freeAddress, takeAddress } from './repository.ts';

/**
 * Decides what becomes of an account. The same object leaves it as it is. Knows nothing but the account, because it may be
 * called again on a newer one. Throws a `Rejection`.
 */
type DecideAccount<Seen> = (account: Seen) => Seen;

/**
 * Changes an account that was read before, and the pointer of its address with it. Returns whether that was needed. Throws
 * `missing` if the account was removed or is being deleted, `conflict` if another account has its new address, and what the
 * decision throws.
 */
export const changeAccount = (
  account: Account,
  decide: DecideAccount<Account>,
  missing: () => Error,
): Promise<boolean> =>
  change({ accountId: account.account_id, part: accountItem, known: account, decide, missing });

/** Changes a part of the caller's account. Throws `unauthorized`, and what the decision throws. */
export async function changeOwnAccount<Seen extends SessionsPart>(
  caller: SessionReference,
  part: Part<Seen>,
  decide: DecideAccount<Seen>,
): Promise<void> {
  const decideWithSession = (account: Seen) => {
    requireSession(account, caller);
    return decide(account);
  };
  await change({ accountId: caller.accountId, part, decide: decideWithSession, missing: sessionEnded });
}

export const sessionEnded = () => new Rejection('unauthorized');

/** The caller's session in an account. Throws `unauthorized` if it isn't there. */
export function requireSession({ sessions }: SessionsPart, { sessionId }: SessionReference): Session {
  const session = sessions[sessionId];
  if (!session) throw sessionEnded();
  return session;
}

type AccountPart = SessionsPart & Partial<Account>;

interface AccountChange<Seen> {
  accountId: string;
  part: Part<Seen>;
  known?: Seen;
  decide: DecideAccount<Seen>;
  missing: () => Error;
  /** False if the old address leads to another account. */
  hasAddress?: boolean;
}

async function change<Seen extends AccountPart>(toChange: AccountChange<Seen>): Promise<boolean> {
  const { accountId, part, known, decide, missing, hasAddress = true } = toChange;
  try {
    return await changeItem({
      known,
      read: () => getPart(accountKey(accountId), part),
      missing,
      decide: (before, writeId) => {
        if (before.leaving !== undefined) throw missing();
        const after = decide(before);
        if (after === before) return { changes: [], result: false };
        const update = updateOf(accountId, before, after, writeId);
        return { changes: [update, ...pointerChanges(accountId, before, after, hasAddress)], result: true };
      },
    });
  } catch (error) {
    if (error instanceof AddressLostError) return change({ ...toChange, hasAddress: false });
    throw error;
  }
}

/** Sets only what differs, and sessions and access tokens one by one. */
const updateOf = (accountId: string, before: AccountPart, after: AccountPart, writeId: string): Update =>
  remember(new Update(accountKey(accountId)), writeId)
    .require(equals(['version'], before.version))
    // Not every function may see the password hash.
    .hideItem()
    .increase(['version'], 1)
    .setChanged(['sessions'], before.sessions, after.sessions)
    .setChanged(['tokens'], before.tokens, after.tokens)
    .setChanged([], fieldsOf(before), fieldsOf(after));

const fieldsOf = ({ sessions, tokens, ...fields }: AccountPart) => fields;

/** A pointer is there exactly while an account that isn't being deleted has the address. */
function pointerChanges(
  accountId: string,
  before: AccountPart,
  after: AccountPart,
  hasAddress: boolean,
): Change[] {
  const was = addressOf(before);
  const is = addressOf(after);
  if (was === is) return [];
  return [
    ...(is === undefined ? [] : [takeAddress(is, accountId)]),
    ...(was === undefined || !hasAddress ? [] : [freeAddress(was, accountId)]),
  ];
}

const addressOf = ({ email, leaving }: AccountPart): string | undefined =>
  leaving === undefined ? email : undefined;
