import fc from 'fast-check';
import type { AccountKind } from './accounts.ts';

const eventKinds = [
  ...(['create', 'create', 'rename', 'deleteEvent', 'list', 'view', 'listBudgets'] as const),
  ...(['deleteEvent', 'deleteEvent', 'deleteEvent', 'restore', 'restore', 'restore'] as const),
  ...(['deleteForGood', 'deleteForGood', 'listTrash', 'listTrash', 'create', 'create'] as const),
  ...(['createBudget', 'createBudget', 'createBudget', 'updateBudget', 'deleteBudget'] as const),
];

const accountKinds: AccountKind[] = [
  ...(['signup', 'login', 'login', 'refresh', 'listSessions', 'endSession', 'endSession'] as const),
  ...(['logout', 'logoutEverywhere', 'changePassword', 'changePassword', 'deleteAccount'] as const),
  ...(['changeAddress', 'changeAddress', 'createToken', 'createToken', 'endToken'] as const),
  ...(['reset', 'requestAddress'] as const),
];

const operation = fc.record({
  kind: fc.constantFrom(...eventKinds, ...accountKinds, 'erase' as const, 'erase' as const),
  actor: fc.constantFrom(...([0, 1] as const)),
  /** Whether the session of the token, or the access token, lives. */
  session: fc.constantFrom(...(['live', 'live', 'live', 'live', 'live', 'ended'] as const)),
  /** Whether an access token calls, if one may and there is one. */
  byAccessToken: fc.boolean(),
  password: fc.constantFrom(...(['right', 'right', 'right', 'old'] as const)),
  /** Whether the target is an event, session, access token or address of the account, of the other account, or one that is gone. */
  target: fc.constantFrom(...(['own', 'own', 'own', 'own', 'own', 'own', 'foreign', 'gone'] as const)),
  /** Which of those events, which of its budgets, and which token, session, address, password or deleted account. */
  event: fc.nat({ max: 2 }),
  budget: fc.nat({ max: 7 }),
  choice: fc.nat({ max: 99 }),
  name: fc.string({ minLength: 1, maxLength: 20 }).filter((name) => name.trim() !== ''),
  cents: fc.integer({ min: 0, max: 99_999_999_999 }),
});

export const historyOf = (length: number) => fc.array(operation, { minLength: length, maxLength: length });

type Valued<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never;
export type Operation = Valued<typeof operation>;
export type EventKind = (typeof eventKinds)[number];

export const isAccountKind = (kind: string): kind is AccountKind =>
  accountKinds.some((each) => each === kind);

export const chosen = <Item>(items: readonly Item[], choice: number): Item | undefined =>
  items[choice % items.length];
