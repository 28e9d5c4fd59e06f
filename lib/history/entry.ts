import * as z from 'zod/mini';
import { role } from '../auth/roles.ts';
import type { Attributes } from '../dynamodb/items.ts';
import { versionIn } from '../dynamodb/keys.ts';
import { type Digits, digits } from '../money/amount.ts';
import { type Author, authorIn, storedAuthor } from '../plan/author.ts';
import { eventFields } from '../plan/head.ts';
import {
  budgetPartIn,
  paymentPartIn,
  storedBudget,
  storedMap,
  storedPayment,
} from '../plan/stored-budget.ts';

const SECONDS_KEPT = 90 * 86_400;

const change = z.enum(['created', 'updated', 'deleted']);

/** An update has the fields that differ. A creation has only `after`, a deletion only `before`, with all their fields. */
const sides = <Part extends z.ZodMiniType>(part: Part) => ({
  before: z.optional(part),
  after: z.optional(part),
});

/** A change as it is stored. Budgets and payments have the names of an event's item there. */
const storedChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    /** A deleted event is in the trash, and may be restored. */
    change: z.enum([...change.options, 'restored']),
    /** With `digits` only if they differ. */
    ...sides(z.partial(eventFields)),
  }),
  z.object({
    kind: z.literal('member'),
    change,
    /** Of the membership. */
    id: z.int(),
    account_id: z.string(),
    ...sides(z.partial(z.object({ role }))),
  }),
  z.object({
    kind: z.literal('budget'),
    change,
    id: z.int(),
    name: z.string(),
    ...sides(z.pipe(storedMap, z.transform(budgetPartIn))),
  }),
  z.object({
    kind: z.literal('payment'),
    change,
    id: z.int(),
    budget_id: z.int(),
    /** Of the budget. */
    name: z.string(),
    ...sides(z.pipe(storedMap, z.transform(paymentPartIn))),
  }),
]);

/** One thing that a write changed. Payments of a budget that was created or deleted are in the change of the budget. */
export type RecordedChange = z.output<typeof storedChange>;

export type EventChange = Extract<RecordedChange, { kind: 'event' }>;
export type BudgetChange = Extract<RecordedChange, { kind: 'budget' }>;
export type PaymentChange = Extract<RecordedChange, { kind: 'payment' }>;

/** What one write of an event changed. */
export interface HistoryEntry {
  /** Of the event after the write. */
  version: number;
  /** Unix time in milliseconds. */
  at: number;
  /** `undefined` for a write of an erasure, and for a declined invitation. */
  author: Author | undefined;
  /** Of the amounts. */
  digits: Digits;
  /** Deletions first. */
  changes: RecordedChange[];
  /** How many further changes the write made. */
  more: number;
}

/** What is stored of a change. */
export function storedChangeOf(recorded: RecordedChange): Attributes {
  if (recorded.kind === 'budget') return { ...recorded, ...inSides(recorded, storedBudget) };
  if (recorded.kind === 'payment') return { ...recorded, ...inSides(recorded, storedPayment) };
  return recorded;
}

const inSides = <Part>(
  { before, after }: { before?: Part | undefined; after?: Part | undefined },
  store: (part: Part) => Attributes,
) => ({ before: before && store(before), after: after && store(after) });

/** The item of an entry, without its key. */
export const toEntryItem = ({ at, author, digits, changes, more }: HistoryEntry) => ({
  at,
  author: author && storedAuthor(author),
  digits,
  changes: changes.map(storedChangeOf),
  more,
  expires_at: Math.floor(at / 1_000) + SECONDS_KEPT,
});

/** Whether an entry can be shown. DynamoDB deletes it some time after that. */
export const isKept = ({ at }: HistoryEntry): boolean => at + SECONDS_KEPT * 1_000 > Date.now();

const entryItem = z.object({
  SK: z.string(),
  at: z.int(),
  author: z.optional(authorIn),
  digits,
  changes: z.array(storedChange),
  more: z.int(),
});

/** The entry that an item is. */
export function entryIn(item: unknown): HistoryEntry {
  const { SK, author, ...entry } = entryItem.parse(item);
  return { ...entry, author, version: versionIn(SK) };
}
