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

export const accountKey = (email: string): PrimaryKey => ({ PK: `EMAIL#${email}`, SK: 'ACCOUNT' });

/** In the account's partition, whether or not the account exists. */
export const failedLoginsKey = (email: string): PrimaryKey => ({
  PK: accountKey(email).PK,
  SK: 'FAILED_LOGINS',
});

export const signupsKey = (network: string): PrimaryKey => ({ PK: `NETWORK#${network}`, SK: 'SIGNUPS' });

export const eventKey = ({ ownerId, eventId }: EventReference): PrimaryKey => ({
  PK: `ACCOUNT#${ownerId}`,
  // Padded so that text order is numeric order.
  SK: `EVENT#${String(eventId).padStart(ID_DIGITS, '0')}`,
});

/** The path of a budget in its event's item. */
export const budgetPath = (budgetId: number): Path => ['budgets', String(budgetId)];

/** Query for an account's events with ids greater than `after`, lowest first. */
export const eventsAfter = (ownerId: string, after: number) => ({
  KeyConditionExpression: 'PK = :account AND SK BETWEEN :first AND :last',
  ExpressionAttributeValues: {
    ':account': eventKey({ ownerId, eventId: after }).PK,
    ':first': eventKey({ ownerId, eventId: after + 1 }).SK,
    ':last': `EVENT#${'9'.repeat(ID_DIGITS)}`,
  },
});
