import fc from 'fast-check';
import type { Kind } from './events.ts';

const ownerKinds = [
  ...(['invite', 'invite', 'invite', 'invite', 'invite', 'setRole', 'setRole', 'remove'] as const),
  ...(['deleteEvent', 'deleteEvent', 'restore', 'restore', 'deleteForGood'] as const),
];

const memberKinds = [
  ...(['rename', 'rename', 'createBudget', 'createBudget', 'updateBudget', 'deleteBudget'] as const),
  ...(['rename', 'rename', 'createBudget', 'updateBudget', 'deleteBudget'] as const),
  ...(['view', 'view', 'listBudgets', 'listMembers'] as const),
];

const otherKinds = [
  ...(['accept', 'accept', 'accept', 'accept', 'accept', 'accept', 'decline', 'leave'] as const),
  ...(['list', 'list', 'listTrash', 'listInvitations', 'create', 'deleteAccount', 'erase', 'erase'] as const),
];

const kinds = [...ownerKinds, ...memberKinds, ...otherKinds];

/** A member is removed, invited again, and accepts. */
const REJOINS = ['rejoin', 'rejoin', 'rejoin', 'rejoin'] as const;

const operation = fc.record({
  kind: fc.constantFrom(...kinds, ...REJOINS),
  /** Who acts, unless it is whom the operation is meant for. */
  actor: fc.nat({ max: 3 }),
  /** Whether the account acts that the operation is meant for, on an event that is shared. */
  isMeant: fc.constantFrom(true, true, true, false),
  /** Whether the event is as it was before one of the writes to it, and may be gone. */
  isOld: fc.constantFrom(false, false, false, false, false, false, false, true),
  event: fc.nat({ max: 99 }),
  /** Who is invited. */
  guest: fc.nat({ max: 3 }),
  role: fc.constantFrom(...(['viewer', 'editor'] as const)),
  /** Which invitation, membership, budget or account. */
  choice: fc.nat({ max: 99 }),
});

const BURST = 5;
/** Neighbouring operations, which may be about the same event and the same member. */
const burst = fc
  .tuple(fc.array(operation, { minLength: BURST, maxLength: BURST }), fc.boolean())
  .map(([operations, isFocused]) => {
    const [first] = operations;
    if (!first || !isFocused) return operations;
    return operations.map((each) => ({ ...each, event: first.event, choice: first.choice }));
  });

export const historyOf = (length: number) =>
  fc.array(burst, { minLength: length / BURST, maxLength: length / BURST }).map((bursts) => bursts.flat());

const contended = fc.constantFrom(
  ...(['setRole', 'setRole', 'remove', 'rename', 'rename', 'invite', 'invite', 'invite'] as const),
  ...(['accept', 'accept', 'accept', 'view', 'list'] as const),
  ...REJOINS,
);

/** Operations on the same event and the same member. */
export const contendedHistoryOf = (length: number) =>
  fc.array(
    fc
      .tuple(operation, contended)
      .map(([other, kind]) => ({ ...other, kind, isMeant: true, event: 0, choice: 0 })),
    { minLength: length, maxLength: length },
  );

export type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

export const isOwnerKind = (kind: Kind): boolean => ownerKinds.some((each) => each === kind);
export const isMemberKind = (kind: Kind): boolean => memberKinds.some((each) => each === kind);
