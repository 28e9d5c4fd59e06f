import * as z from 'zod/mini';
import type { Path } from './expression.ts';

/** Partition and sort key of an item. */
export const primaryKey = z.object({ PK: z.string(), SK: z.string() });

export type PrimaryKey = z.output<typeof primaryKey>;

/** An event's id, and the account that has it. */
export interface EventReference {
  ownerId: string;
  eventId: number;
}

/** Pads an id, so that text order is numeric order. */
export const padded = (id: number): string => String(id).padStart(16, '0');

/** The account with its sessions and access tokens. */
export const accountKey = (accountId: string): PrimaryKey => ({ PK: `PERSON#${accountId}`, SK: 'ACCOUNT' });

/** Points to the account that has an e-mail address. */
export const emailKey = (email: string): PrimaryKey => ({ PK: `EMAIL#${email}`, SK: 'ACCOUNT' });

/** The path of a session in its account's item. */
export const sessionPath = (sessionId: string): Path => ['sessions', sessionId];

/** The path of an access token in its account's item. */
export const tokenPath = (tokenId: string): Path => ['tokens', tokenId];

/** Counters begin so, because most of the functions that count may change nothing else. */
const COUNTER = 'COUNTER#';
const ofEmail = (hmac: string): string => `${COUNTER}EMAIL#${hmac}`;
const ofNetwork = (network: string): string => `${COUNTER}NETWORK#${network}`;

/** A counter of failed logins to an e-mail address, of which the key has an HMAC. */
export const failedLoginsKey = (emailHmac: string): PrimaryKey => ({
  PK: ofEmail(emailHmac),
  SK: 'FAILED_LOGINS',
});

export const loginsKey = (emailHmac: string, network: string): PrimaryKey => ({
  PK: ofEmail(emailHmac),
  SK: `LOGINS#${network}`,
});

export const networkLoginsKey = (network: string): PrimaryKey => ({ PK: ofNetwork(network), SK: 'LOGINS' });

/** A counter of an account's expensive calls. */
export const expensiveCallsKey = (accountId: string): PrimaryKey => ({
  PK: `${COUNTER}ACCOUNT#${accountId}`,
  SK: 'EXPENSIVE_CALLS',
});

/** A counter of the calls with a calendar's token. */
export const calendarCallsKey = (accountId: string, tokenId: string): PrimaryKey => ({
  PK: `${COUNTER}ACCOUNT#${accountId}`,
  SK: `CALENDAR_CALLS#${tokenId}`,
});

/** A counter of the read units that calls with a share link's token take. */
export const linkUnitsKey = (linkId: string): PrimaryKey => ({ PK: `${COUNTER}LINK#${linkId}`, SK: 'UNITS' });

/** A counter of the codes of an account's second factor, in windows of a kind. The key has an HMAC of the account's id. */
export const codesKey = (accountHmac: string, window: 'hour' | 'day'): PrimaryKey => ({
  PK: `${COUNTER}ACCOUNT#${accountHmac}`,
  SK: `CODES#${window}`,
});

/** A counter of the passwords that a session has sent. */
export const passwordsKey = (sessionId: string): PrimaryKey => ({
  PK: `${COUNTER}SESSION#${sessionId}`,
  SK: 'PASSWORDS',
});

export const signupsKey = (network: string): PrimaryKey => ({ PK: ofNetwork(network), SK: 'SIGNUPS' });

/** A counter of mails of one kind to an e-mail address, of which the key has an HMAC. */
export const mailsKey = (emailHmac: string, kind: string): PrimaryKey => ({
  PK: ofEmail(emailHmac),
  SK: `MAILS#${kind}`,
});

export const networkMailsKey = (network: string, kind: string): PrimaryKey => ({
  PK: ofNetwork(network),
  SK: `MAILS#${kind}`,
});

export const accountPartition = (accountId: string): string => `ACCOUNT#${accountId}`;

const EVENT = 'EVENT#';

export const eventKey = ({ ownerId, eventId }: EventReference): PrimaryKey => ({
  PK: accountPartition(ownerId),
  SK: `${EVENT}${padded(eventId)}`,
});

/** The id of the account that has a partition. */
export const accountIdIn = (partitionKey: string): string => partitionKey.replace(/^[A-Z]+#/, '');

export const isEventKey = (sortKey: unknown): boolean => String(sortKey).startsWith(EVENT);

export const SHARED = 'SHARED#';

/** A pointer to an event that another account shares with this one. */
export const sharedKey = (accountId: string, eventId: number): PrimaryKey => ({
  PK: accountPartition(accountId),
  SK: `${SHARED}${padded(eventId)}`,
});

export const isSharedKey = (sortKey: unknown): boolean => String(sortKey).startsWith(SHARED);

/** An invitation of the person with an e-mail address. */
export const invitationKey = (email: string, invitationId: number): PrimaryKey => ({
  PK: `EMAIL#${email}`,
  SK: `INVITATION#${padded(invitationId)}`,
});

/** Points to the event that a share link shows. */
export const linkKey = (linkId: string): PrimaryKey => ({ PK: `LINK#${linkId}`, SK: 'LINK' });

/** A counter of the invitations that an account sent. */
export const invitationsKey = (accountId: string): PrimaryKey => ({
  PK: accountPartition(accountId),
  SK: 'INVITATIONS',
});

/** The id of the event in the sort key of the event or of a pointer to it. */
export const eventIdIn = (sortKey: string): number => Number(sortKey.replace(/^[A-Z]+#/, ''));

/** The idempotency records of an account are apart from its events, so that who may read these can't read these. */
export const idempotencyPartition = (accountId: string): string => `CLAIM#${accountId}`;

/** An idempotency record, of which the key has a hash. */
export const idempotencyRecordKey = (accountId: string, hash: string): PrimaryKey => ({
  PK: idempotencyPartition(accountId),
  SK: hash,
});

/**
 * The history of an event. It is apart from the account's events, so that who may read these can't read it, and takes nothing
 * of their 10 GB.
 */
export const historyPartition = ({ ownerId, eventId }: EventReference): string =>
  `HISTORY#${ownerId}#${eventId}`;

/** Key of an entry of the history: the changes of one write. */
export const historyKey = (event: EventReference, version: number): PrimaryKey => ({
  PK: historyPartition(event),
  SK: padded(version),
});

/** The parts of entries are apart, because between two versions they would be in the way of who reads these. */
export const historyPartPartition = ({ ownerId, eventId }: EventReference): string =>
  `HISTORY_PART#${ownerId}#${eventId}`;

/** A part of what one write changed of an event, if that is much. */
export const historyPartKey = (event: EventReference, version: number, part: number): PrimaryKey => ({
  PK: historyPartPartition(event),
  SK: `${padded(version)}#${String(part).padStart(3, '0')}`,
});

/** The version in the sort key of what a write changed. */
export const versionIn = (sortKey: string): number => Number(sortKey);

/** The path of a budget in its event's item. */
export const budgetPath = (budgetId: number): Path => ['budgets', String(budgetId)];

/** The path of an attribute of an event's head, which the index `heads` projects. */
export const headPath = (name: string): Path => ['head', name];

/** The path of an event's version. */
export const versionPath = headPath('version');

/** The path of the version of all that belongs to an event but its budgets. */
export const structureVersionPath = headPath('frame');

/** The path of the number of an event's open amounts that are due on a day. */
export const openDayPath = (day: string): Path => [...headPath('open_days'), day];

/** The path of a member in the event's item. */
export const memberPath = (accountId: string): Path => [...headPath('roles'), accountId];
