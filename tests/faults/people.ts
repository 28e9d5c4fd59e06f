import { decodeJwt } from 'jose';
import { person } from '../support/service.ts';
import { chosen, type Operation } from './operations/history.ts';
import type { Events, StoredAccount } from './stored.ts';

/** Somebody with an e-mail address, who has one account after another. */
export interface Person {
  email: string;
  /** All addresses that its accounts ever had. */
  addresses: Set<string>;
  /** The account of the address, or the one that had it last and is being deleted. */
  account: StoredAccount | undefined;
  /** The password of the account. */
  password: string;
  /** All passwords ever sent. */
  passwords: string[];
  /** The events that each account should have, also those that are being deleted. */
  events: Record<string, Events>;
  /** The ids of all events that there ever were. */
  made: Set<string>;
  /** All session tokens ever received. */
  tokens: Token[];
  /** All access tokens ever received. */
  accessTokens: AccessToken[];
}

export interface Token {
  token: string;
  accountId: string;
  sessionId: string;
}

interface AccessToken {
  token: string;
  accountId: string;
  tokenId: string;
}

export function newPerson(): Person {
  const nothing = { account: undefined, passwords: [], events: {}, tokens: [], accessTokens: [] };
  const { email } = person();
  return { email, addresses: new Set([email]), made: new Set(), password: '', ...nothing };
}

export function keepToken(who: Person, token: string): Token {
  const { sub, sid } = decodeJwt(token);
  const kept = { token, accountId: String(sub), sessionId: String(sid) };
  who.tokens.push(kept);
  return kept;
}

/** The account, unless it is being deleted. */
export const accountOf = ({ account }: Person): StoredAccount | undefined =>
  account?.leaving === undefined ? account : undefined;

/** The events of the account, unless it is being deleted. */
const eventsOf = (who: Person): Events => who.events[accountOf(who)?.account_id ?? ''] ?? {};

const isOfTrash = (kind: Operation['kind']): boolean => kind === 'restore' || kind === 'deleteForGood';

/** The ids of the account's events in the trash, or of all others. */
const idsIn = (who: Person, isOfTrash: boolean): string[] =>
  Object.entries(eventsOf(who)).flatMap(([id, { isInTrash }]) => (isInTrash === isOfTrash ? id : []));

/** What is done without an event in the trash, or without any: one is put there, or created. */
export function kindFor(who: Person, { kind, target }: Operation): Operation['kind'] {
  const needsEvent = target === 'own' && (isOfTrash(kind) || kind === 'deleteEvent');
  if (!needsEvent || idsIn(who, isOfTrash(kind)).length > 0) return kind;
  return idsIn(who, false).length > 0 ? 'deleteEvent' : 'create';
}

/** The event that an operation is about. What is in the trash is gone for all but those on the trash. */
export function eventFor(who: Person, other: Person, { kind, target, event }: Operation): string {
  const own = idsIn(who, isOfTrash(kind));
  const gone = [...who.made].filter((id) => !own.includes(id));
  return chosen({ own, foreign: Object.keys(eventsOf(other)), gone }[target], event) ?? '1';
}

export function isLive(who: Person, token: Token | AccessToken): boolean {
  const account = accountOf(who);
  if (account?.account_id !== token.accountId) return false;
  return 'tokenId' in token ? token.tokenId in account.tokens : token.sessionId in account.sessions;
}

/** One of a person's tokens of the kind that the operation needs; `undefined` if there is none. */
export const tokenFor = <Any extends Token | AccessToken>(
  who: Person,
  tokens: Any[],
  { session, choice }: Operation,
): Any | undefined =>
  chosen(
    tokens.filter((token) => isLive(who, token) === (session === 'live')),
    choice,
  );
