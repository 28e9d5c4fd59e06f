import type { Path } from './expression.ts';

/** Partition and sort key of an item. */
export interface PrimaryKey {
  PK: string;
  SK: string;
}

/** Which event, and in whose account. */
export interface EventReference {
  ownerId: string;
  eventId: number;
}

const ID_DIGITS = 16;

/** The account with its sessions. */
export const accountKey = (accountId: string): PrimaryKey => ({ PK: `PERSON#${accountId}`, SK: 'ACCOUNT' });

/** Points to the account that has claimed an e-mail address. */
export const emailKey = (email: string): PrimaryKey => ({ PK: `EMAIL#${email}`, SK: 'ACCOUNT' });

/** The path of a session in its account's item. */
export const sessionPath = (sessionId: string): Path => ['sessions', sessionId];

/** A counter of failed logins to an e-mail address, of which the key has an HMAC. */
export const failedLoginsKey = (emailHmac: string): PrimaryKey => ({
  PK: `EMAIL#${emailHmac}`,
  SK: 'FAILED_LOGINS',
});

export const loginsKey = (emailHmac: string, network: string): PrimaryKey => ({
  PK: `EMAIL#${emailHmac}`,
  SK: `LOGINS#${network}`,
});

export const networkLoginsKey = (network: string): PrimaryKey => ({ PK: `NETWORK#${network}`, SK: 'LOGINS' });

export const signupsKey = (network: string): PrimaryKey => ({ PK: `NETWORK#${network}`, SK: 'SIGNUPS' });

/** A counter of requested mails of one kind to an e-mail address, of which the key has an HMAC. */
export const mailsKey = (emailHmac: string, kind: string): PrimaryKey => ({
  PK: `EMAIL#${emailHmac}`,
  SK: `MAILS#${kind}`,
});

export const networkMailsKey = (network: string, kind: string): PrimaryKey => ({
  PK: `NETWORK#${network}`,
  SK: `MAILS#${kind}`,
});

const accountPartition = (accountId: string): string => `ACCOUNT#${accountId}`;

export const eventKey = ({ ownerId, eventId }: EventReference): PrimaryKey => ({
  PK: accountPartition(ownerId),
  // Padded so that text order is numeric order.
  SK: `EVENT#${String(eventId).padStart(ID_DIGITS, '0')}`,
});

/** A claim of an `Idempotency-Key`, of which the key has a hash. */
export const claimKey = (accountId: string, hash: string): PrimaryKey => ({
  PK: accountPartition(accountId),
  SK: `CLAIM#${hash}`,
});

/** The path of a budget in its event's item. */
export const budgetPath = (budgetId: number): Path => ['budgets', String(budgetId)];

/** The path of an attribute of an event's head, which the index `heads` projects. */
export const headPath = (name: string): Path => ['head', name];

/** Query for the keys of all items in an account's partition. */
export const partitionKeys = (accountId: string) => ({
  KeyConditionExpression: 'PK = :account',
  ExpressionAttributeValues: { ':account': accountPartition(accountId) },
  ProjectionExpression: 'PK, SK',
});

/** Query for an account's events with ids greater than `after`, with their budgets, lowest first. */
export const eventsAfter = (ownerId: string, after: number) => ({
  KeyConditionExpression: 'PK = :account AND SK BETWEEN :first AND :last',
  ExpressionAttributeValues: {
    ':account': accountPartition(ownerId),
    ':first': eventKey({ ownerId, eventId: after + 1 }).SK,
    ':last': eventKey({ ownerId, eventId: Number.MAX_SAFE_INTEGER }).SK,
  },
  // The tombstone of a deleted event has none.
  FilterExpression: 'attribute_exists(head_id)',
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
  KeyConditionExpression: 'PK = :account AND head_id < :before',
  ExpressionAttributeValues: { ':account': accountPartition(ownerId), ':before': before },
  ScanIndexForward: false,
});

/** Query for the head of one event. */
export const headOf = ({ ownerId, eventId }: EventReference) => ({
  IndexName: 'heads',
  KeyConditionExpression: 'PK = :account AND head_id = :id',
  ExpressionAttributeValues: { ':account': accountPartition(ownerId), ':id': eventId },
});
