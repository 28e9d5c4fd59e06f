import { decodeJwt } from 'jose';
import { hmacOf } from '../../lib/auth/hmac.ts';
import type { Lane } from '../support/fault-lane.ts';
import { person } from '../support/service.ts';
import type { Events } from './model.ts';
import { chosen, type Operation } from './operations.ts';
import type { StoredAccount } from './stored.ts';

/** Somebody with an e-mail address, who has one account after another. */
export interface Person {
  email: string;
  /** All addresses that its accounts ever had. */
  addresses: Set<string>;
  /** The account of the address, or the one that had it last and is leaving. */
  account: StoredAccount | undefined;
  /** The password of the account. */
  password: string;
  /** All passwords ever sent. */
  passwords: string[];
  /** The events that each account should have, also those that are being deleted. */
  events: Record<string, Events>;
  /** The ids of all events that there ever were. */
  made: Set<string>;
  /** All tokens ever received. */
  tokens: Token[];
}

export interface Token {
  token: string;
  accountId: string;
  sessionId: string;
}

export function newPerson(lane: Lane): Person {
  const nothing = { account: undefined, passwords: [], events: {}, made: new Set<string>(), tokens: [] };
  const email = newAddress(lane);
  return { email, addresses: new Set([email]), password: '', ...nothing };
}

/** An e-mail address whose requests are disturbed. */
export function newAddress(lane: Lane): string {
  const { email } = person();
  lane.add(email);
  lane.add(hmacOf('email', email));
  return email;
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

/** The event that an operation is about. */
export function eventFor(who: Person, other: Person, { target, event }: Operation): string {
  const own = Object.keys(eventsOf(who));
  const gone = [...who.made].filter((id) => !own.includes(id));
  return chosen({ own, foreign: Object.keys(eventsOf(other)), gone }[target], event) ?? '1';
}

export function isLive(who: Person, { accountId, sessionId }: Token): boolean {
  const account = accountOf(who);
  return account?.account_id === accountId && sessionId in account.sessions;
}

/** A token of the kind that the operation needs; `undefined` if the person has none. */
export const tokenFor = (who: Person, { session, choice }: Operation): Token | undefined =>
  chosen(
    who.tokens.filter((token) => isLive(who, token) === (session === 'live')),
    choice,
  );
