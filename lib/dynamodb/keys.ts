import * as z from 'zod/mini';
import type { Path } from './expression.ts';

export const primaryKey = z.object({ PK: z.string(), SK: z.string() });

export type PrimaryKey = z.output<typeof primaryKey>;

const key = (PK: string, SK: string): PrimaryKey => ({ PK, SK });

export interface EventReference {
  ownerId: string;
  eventId: number;
}

/** Pads an id, so that text order is numeric order. */
export const padded = (id: number): string => String(id).padStart(16, '0');

/** The account with its sessions and access tokens. */
export const accountKey = (accountId: string) => key(`PERSON#${accountId}`, 'ACCOUNT');
export const sessionPath = (sessionId: string): Path => ['sessions', sessionId];
export const tokenPath = (tokenId: string): Path => ['tokens', tokenId];

const emailPartition = (email: string): string => `EMAIL#${email}`;

/** Points to the account that has an e-mail address. */
export const emailKey = (email: string) => key(emailPartition(email), 'ACCOUNT');

/** An invitation of the person with an e-mail address. */
export const invitationKey = (email: string, invitationId: number) =>
  key(emailPartition(email), `INVITATION#${padded(invitationId)}`);

/** Counters begin so, because most of the functions that count may change nothing else. */
const COUNTER = 'COUNTER#';
const ofEmail = (hmac: string): string => `${COUNTER}EMAIL#${hmac}`;
const ofNetwork = (network: string): string => `${COUNTER}NETWORK#${network}`;
const ofAccount = (id: string): string => `${COUNTER}ACCOUNT#${id}`;

export const failedLoginsKey = (emailHmac: string) => key(ofEmail(emailHmac), 'FAILED_LOGINS');
export const loginsKey = (emailHmac: string, network: string) => key(ofEmail(emailHmac), `LOGINS#${network}`);
export const networkLoginsKey = (network: string) => key(ofNetwork(network), 'LOGINS');
export const expensiveCallsKey = (accountId: string) => key(ofAccount(accountId), 'EXPENSIVE_CALLS');

/** Counts the calls with a calendar's token. */
export const calendarCallsKey = (accountId: string, tokenId: string) =>
  key(ofAccount(accountId), `CALENDAR_CALLS#${tokenId}`);

/** Counts the read units that calls with a share link's token take. */
export const linkUnitsKey = (linkId: string) => key(`${COUNTER}LINK#${linkId}`, 'UNITS');

const ofSession = (id: string): string => `${COUNTER}SESSION#${id}`;

/** Counts the codes of an account's second factor, by its number: those sent in a session, or without one. */
export const codesKey = (
  accountHmac: string,
  factor: number,
  sessionId: string | undefined,
  window: 'hour' | 'day',
) =>
  key(sessionId === undefined ? ofAccount(accountHmac) : ofSession(sessionId), `CODES#${factor}#${window}`);

export const passwordsKey = (sessionId: string) => key(ofSession(sessionId), 'PASSWORDS');
export const signupsKey = (network: string) => key(ofNetwork(network), 'SIGNUPS');
export const mailsKey = (emailHmac: string, kind: string) => key(ofEmail(emailHmac), `MAILS#${kind}`);
export const networkMailsKey = (network: string, kind: string) => key(ofNetwork(network), `MAILS#${kind}`);

export const accountPartition = (accountId: string): string => `ACCOUNT#${accountId}`;

export const accountIdIn = (partitionKey: string): string => partitionKey.replace(/^[A-Z]+#/, '');

const EVENT = 'EVENT#';

export const eventKey = ({ ownerId, eventId }: EventReference) =>
  key(accountPartition(ownerId), `${EVENT}${padded(eventId)}`);

export const isEventKey = (sortKey: unknown): boolean => String(sortKey).startsWith(EVENT);

const SHARED = 'SHARED#';

/** A pointer to an event that another account shares with this one. */
export const sharedKey = (accountId: string, eventId: number) =>
  key(accountPartition(accountId), `${SHARED}${padded(eventId)}`);

export const isSharedKey = (sortKey: unknown): boolean => String(sortKey).startsWith(SHARED);

/** The id of the event in the sort key of the event or of a pointer to it. */
export const eventIdIn = (sortKey: string): number => Number(sortKey.replace(/^[A-Z]+#/, ''));

/** Points to the event that a share link shows. */
export const linkKey = (linkId: string) => key(`LINK#${linkId}`, 'LINK');

export const invitationsKey = (accountId: string) => key(accountPartition(accountId), 'INVITATIONS');

/** Idempotency records are apart from events, so that who may read events can't read them. */
export const idempotencyPartition = (accountId: string): string => `CLAIM#${accountId}`;

export const idempotencyRecordKey = (accountId: string, hash: string) =>
  key(idempotencyPartition(accountId), hash);

/** Histories are apart from events, so that who may read events can't read them. They take nothing of an account's 10 GB. */
export const historyPartition = ({ ownerId, eventId }: EventReference): string =>
  `HISTORY#${ownerId}#${eventId}`;

/** An entry of the history: the changes of one write. */
export const historyKey = (event: EventReference, version: number) =>
  key(historyPartition(event), padded(version));

/** The parts of entries are apart, because a query of two versions would read what is between them. */
export const historyPartPartition = ({ ownerId, eventId }: EventReference): string =>
  `HISTORY_PART#${ownerId}#${eventId}`;

/** A part of an entry that is too large for one item. */
export const historyPartKey = (event: EventReference, version: number, part: number) =>
  key(historyPartPartition(event), `${padded(version)}#${String(part).padStart(3, '0')}`);

/** The version in the sort key of an entry of the history. */
export const versionIn = (sortKey: string): number => Number(sortKey);

/** The path of a budget in its event's item. */
export const budgetPath = (budgetId: number): Path => ['budgets', String(budgetId)];

/** The path of an attribute of an event's head, which the index `heads` projects. */
export const headPath = (name: string): Path => ['head', name];
export const versionPath = headPath('version');

/** The path of the version of all that belongs to an event but its budgets. */
export const structureVersionPath = headPath('frame');

/** The path of the number of an event's open amounts that are due on a day. */
export const openDayPath = (day: string): Path => [...headPath('open_days'), day];

/** The path of a member's role in the event's item. */
export const memberPath = (accountId: string): Path => [...headPath('roles'), accountId];

export const keysIn = (partition: string) => ({
  KeyConditionExpression: 'PK = :partition',
  ExpressionAttributeValues: { ':partition': partition },
  ProjectionExpression: 'PK, SK',
});

/** Query for the keys of an event's entries or of their parts, of versions before one if it is given. */
export const historyKeysIn = (partition: string, before = Number.MAX_SAFE_INTEGER) => ({
  ...keysIn(partition),
  KeyConditionExpression: 'PK = :partition AND SK < :before',
  ExpressionAttributeValues: { ':partition': partition, ':before': padded(before) },
});

const between = (first: PrimaryKey, last: PrimaryKey) => ({
  KeyConditionExpression: 'PK = :partition AND SK BETWEEN :first AND :last',
  ExpressionAttributeValues: { ':partition': first.PK, ':first': first.SK, ':last': last.SK },
});

/** Query for the entries of an event's history from the first to the last version, newest first. */
export const historyBetween = (event: EventReference, first: number, last: number) => ({
  ...between(historyKey(event, first), historyKey(event, last)),
  ScanIndexForward: false,
});

/** Query for the first entry of an event's history from a version on. */
export const historyFrom = (event: EventReference, version: number) => ({
  ...historyBetween(event, version, Number.MAX_SAFE_INTEGER),
  ScanIndexForward: true,
  Limit: 1,
});

/** Query for the parts of the entry of one version, in their order. */
export const historyPartsOf = (event: EventReference, version: number) => ({
  KeyConditionExpression: 'PK = :parts AND begins_with(SK, :version)',
  ExpressionAttributeValues: { ':parts': historyPartPartition(event), ':version': `${padded(version)}#` },
});

/** Above every id, so that the range after the highest one is valid, and empty. */
const BEYOND_IDS = 2 ** 53;

/** Query for an account's events with ids greater than `after`, up to `last`, with their budgets, lowest first. */
export const eventsAfter = (ownerId: string, after: number, last = BEYOND_IDS) =>
  between(eventKey({ ownerId, eventId: after + 1 }), eventKey({ ownerId, eventId: last }));

/** Query for the invitations of the person with an e-mail address, with ids from `first` to `last`, oldest first. */
export const invitationsOf = (
  email: string,
  { first = 0, last = BEYOND_IDS }: { first?: number; last?: number },
) => between(invitationKey(email, first), invitationKey(email, last));

const headsBetween = (ownerId: string, first: number, last: number) => ({
  IndexName: 'heads',
  KeyConditionExpression: 'PK = :account AND head_id BETWEEN :first AND :last',
  ExpressionAttributeValues: { ':account': accountPartition(ownerId), ':first': first, ':last': last },
});

/** Query for the heads of an account's events with ids greater than `after`, lowest first. */
export const headsAfter = (ownerId: string, after: number) => ({
  IndexName: 'heads',
  KeyConditionExpression: 'PK = :account AND head_id > :after',
  ExpressionAttributeValues: { ':account': accountPartition(ownerId), ':after': after },
});

/** Query for the heads of an account's events with ids less than `before`, highest first. */
export const headsBefore = (ownerId: string, before: number) => ({
  ...headsBetween(ownerId, 0, before - 1),
  ScanIndexForward: false,
});

/** Query for the heads of an account's events in the trash, whose `head_id` is negative. */
export const headsInTrash = (ownerId: string) => headsBetween(ownerId, -Number.MAX_SAFE_INTEGER, -1);

export const headWithId = ({ ownerId, eventId }: EventReference) => headsBetween(ownerId, eventId, eventId);

export const pointersOf = (accountId: string) => ({
  KeyConditionExpression: 'PK = :account AND begins_with(SK, :shared)',
  ExpressionAttributeValues: { ':account': accountPartition(accountId), ':shared': SHARED },
  ProjectionExpression: 'PK, SK, head',
});
