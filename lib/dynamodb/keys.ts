/** Partition and sort key of an item. */
export interface Key {
  PK: string;
  SK: string;
}

/** A map inside an item, and the name of one of its entries. */
export type Entry = [map: string, name: string];

const ID_DIGITS = 16;

export const accountKey = (email: string): Key => ({ PK: `EMAIL#${email}`, SK: 'ACCOUNT' });

/** Beside the account, where there is one. */
export const failedLoginsKey = (email: string): Key => ({ PK: accountKey(email).PK, SK: 'FAILED_LOGINS' });

export const signupsKey = (network: string): Key => ({ PK: `NETWORK#${network}`, SK: 'SIGNUPS' });

export const eventKey = (accountId: string, id: number): Key => ({
  PK: `ACCOUNT#${accountId}`,
  // Padded, so that the order of the text is the order of the numbers.
  SK: `EVENT#${String(id).padStart(ID_DIGITS, '0')}`,
});

/** Where a budget lies inside its event's item. */
export const budgetAttribute = (id: number): Entry => ['budgets', String(id)];

/** The bounds of a query for the events of an account whose ids are above `after`, lowest first. */
export const eventsAfter = (accountId: string, after: number) => ({
  KeyConditionExpression: 'PK = :account AND SK BETWEEN :first AND :last',
  ExpressionAttributeValues: {
    ':account': eventKey(accountId, after).PK,
    ':first': eventKey(accountId, after + 1).SK,
    ':last': `EVENT#${'9'.repeat(ID_DIGITS)}`,
  },
});
