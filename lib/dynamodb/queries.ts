import {
  accountPartition,
  type EventReference,
  eventKey,
  historyKey,
  historyPartition,
  historyPartPartition,
  invitationKey,
  padded,
  SHARED,
} from './keys.ts';

/** Query for the keys of all items in a partition. */
export const keysIn = (partition: string) => ({
  KeyConditionExpression: 'PK = :partition',
  ExpressionAttributeValues: { ':partition': partition },
  ProjectionExpression: 'PK, SK',
});

/** Query for the keys of an event's entries or of their parts, of those only that are older than a version if it is given. */
export const historyKeysIn = (partition: string, before = Number.MAX_SAFE_INTEGER) => ({
  ...keysIn(partition),
  KeyConditionExpression: 'PK = :partition AND SK < :before',
  ExpressionAttributeValues: { ':partition': partition, ':before': padded(before) },
});

/** Query for what the writes of an event changed that made versions of it from the first to the last, newest first. */
export const historyBetween = (event: EventReference, first: number, last: number) => ({
  KeyConditionExpression: 'PK = :history AND SK BETWEEN :first AND :last',
  ExpressionAttributeValues: {
    ':history': historyPartition(event),
    ':first': historyKey(event, first).SK,
    ':last': historyKey(event, last).SK,
  },
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

/** Query for an account's events with ids greater than `after`, up to `last`, with their budgets, lowest first. */
export const eventsAfter = (ownerId: string, after: number, last = Number.MAX_SAFE_INTEGER) => ({
  KeyConditionExpression: 'PK = :account AND SK BETWEEN :first AND :last',
  ExpressionAttributeValues: {
    ':account': accountPartition(ownerId),
    ':first': eventKey({ ownerId, eventId: after + 1 }).SK,
    ':last': eventKey({ ownerId, eventId: last }).SK,
  },
});

/** Query for the heads of an account's events with ids greater than `after`, lowest first. */
export const headsAfter = (ownerId: string, after: number) => ({
  IndexName: 'heads',
  KeyConditionExpression: 'PK = :account AND head_id > :after',
  ExpressionAttributeValues: { ':account': accountPartition(ownerId), ':after': after },
});

/** Query for the heads of an account's events with ids less than `before`, highest first. */
export const headsBefore = (ownerId: string, before: number) => ({
  IndexName: 'heads',
  KeyConditionExpression: 'PK = :account AND head_id BETWEEN :first AND :last',
  ExpressionAttributeValues: { ':account': accountPartition(ownerId), ':first': 0, ':last': before - 1 },
  ScanIndexForward: false,
});

/** Query for the heads of an account's events in the trash. */
export const headsInTrash = (ownerId: string) => ({
  IndexName: 'heads',
  KeyConditionExpression: 'PK = :account AND head_id < :zero',
  ExpressionAttributeValues: { ':account': accountPartition(ownerId), ':zero': 0 },
});

/** Query for the head of one event. */
export const headWithId = ({ ownerId, eventId }: EventReference) => ({
  IndexName: 'heads',
  KeyConditionExpression: 'PK = :account AND head_id = :id',
  ExpressionAttributeValues: { ':account': accountPartition(ownerId), ':id': eventId },
});

/** Query for an account's pointers to shared events. */
export const pointersOf = (accountId: string) => ({
  KeyConditionExpression: 'PK = :account AND begins_with(SK, :shared)',
  ExpressionAttributeValues: { ':account': accountPartition(accountId), ':shared': SHARED },
  ProjectionExpression: 'PK, SK, head',
});

/** Query for the invitations of the person with an e-mail address, with ids from `first` to `last`, oldest first. */
export const invitationsOf = (email: string, { first = 0, last = Number.MAX_SAFE_INTEGER } = {}) => ({
  KeyConditionExpression: 'PK = :email AND SK BETWEEN :first AND :last',
  ExpressionAttributeValues: {
    ':email': invitationKey(email, 0).PK,
    ':first': invitationKey(email, first).SK,
    ':last': invitationKey(email, last).SK,
  },
});
