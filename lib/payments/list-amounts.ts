import * as z from 'zod/mini';
import type { Role } from '../auth/roles.ts';
import { budgetResponse, paymentResponse } from '../budgets/response.ts';
import { day } from '../day.ts';
import { padded } from '../dynamodb/keys.ts';
import { Rejection } from '../errors.ts';
import { eventResponse, viewedEvent } from '../events/response.ts';
import { idParameter, idResponse } from '../id.ts';
import { cursorOf, cursorParameter, type Position, positionIn, sortedAfter } from '../lists/cursor.ts';
import { limitParameter, listedVersion, pageOf } from '../lists/page.ts';
import { flagParameter, isPeriod, isWithin, type Period, periodParameters } from '../lists/query.ts';
import { amountResponse, toAmount } from '../money/amount.ts';
import { hasAccess } from '../plan/access.ts';
import { type Budget, kind as budgetKind } from '../plan/budget.ts';
import type { Event } from '../plan/event.ts';
import { allEvents, eventsTooLarge, getEvent, getOwnedHead, type OwnedHead } from '../plan/repository.ts';
import { amountsLeft, amountsPaid, type DatedAmount } from '../plan/sums.ts';
import { problem } from '../problem.ts';
import { ifSet } from '../schema.ts';

/** An amount left to pay on a day, or paid. Only paid amounts may have no day. */
export interface AmountToPay extends DatedAmount {
  budget: Budget;
  paid: boolean;
  event: Pick<Event, 'id' | 'ownerId' | 'name' | 'currency' | 'version' | 'updated_at'>;
  /** The account's, in an event of another one. */
  role: Role | undefined;
}

export const amountsQuery = z
  .object({
    ...periodParameters('Amounts due, or with `paid=true` paid,'),
    kind: z.optional(
      budgetKind.check(
        z.meta({ description: 'Only `expense` or only `income`. A budget without a `kind` is an expense' }),
      ),
    ),
    paid: flagParameter('`true` for what was paid. Otherwise, what is left to pay'),
    event_id: z.optional(idParameter('event whose amounts to list')),
    limit: limitParameter('amounts'),
    cursor: cursorParameter('`from`, `to`, `kind`, `paid` and `event_id`'),
  })
  .check(isPeriod);

type AmountsQuery = z.output<typeof amountsQuery>;

const { name, category, spent, kind, vendor, note } = budgetResponse.shape;

export const amountToPayResponse = z
  .object({
    id: idResponse.check(
      z.meta({
        description: 'That of the payment, or else of the budget. No other entry of the event has it',
      }),
    ),
    name,
    category,
    amount: amountResponse.check(z.meta({ description: 'What is left to pay. If `paid`, what was paid' })),
    kind,
    vendor,
    note,
    due_date: ifSet(day, 'Always if it is not `paid`'),
    paid: z.boolean(),
    spent: ifSet(spent, 'What was spent of the budget; not in the entry of a payment'),
    budget_id: idResponse,
    payment_id: ifSet(idResponse, 'Only in the entry of a payment'),
    paid_on: paymentResponse.shape.paid_on,
    event_id: eventResponse.shape.id,
    event_name: eventResponse.shape.name,
    currency: eventResponse.shape.currency,
    role: viewedEvent.shape.role,
    version: listedVersion,
  })
  .check(
    z.meta({
      id: 'AmountToPay',
      description:
        'A payment, or what of a budget is in no payment. `note` and `due_date` of an entry with a `payment_id` are those of ' +
        'the payment, and otherwise those of the budget',
      examples: [
        {
          id: 114640874105111,
          name: 'Catering',
          category: 'Food',
          amount: 500,
          paid: false,
          due_date: '2027-03-01',
          budget_id: 114640874103215,
          payment_id: 114640874105111,
          event_id: 114640874095021,
          event_name: 'Summer party',
          version: 1,
        },
        {
          id: 114640874107739,
          name: 'Hall',
          category: '',
          amount: 2000,
          spent: 0,
          due_date: '2027-06-30',
          paid: false,
          budget_id: 114640874107739,
          event_id: 114640874095021,
          event_name: 'Summer party',
          version: 0,
        },
      ],
    }),
  );

function toAmountResponse({ budget, payment, cents, paid, event, role }: AmountToPay) {
  const { digits } = budget;
  const { id, note, due_date } = payment ?? budget;
  return {
    id,
    name: budget.name,
    category: budget.category,
    amount: toAmount(cents, digits),
    // JSON leaves out those that are undefined.
    kind: budget.kind,
    vendor: budget.vendor,
    note,
    due_date,
    paid,
    spent: payment ? undefined : toAmount(budget.spent_cents, digits),
    budget_id: budget.id,
    payment_id: payment?.id,
    paid_on: payment?.paid_on,
    event_id: event.id,
    event_name: event.name,
    currency: event.currency,
    role,
    version: budget.version,
  };
}

/** Reads at a time, each of up to 200 KB. */
export const CONCURRENT_READS = 20;

/** Events that one response reads. */
export const MAX_EVENTS = 200;

const tooManyEvents = () =>
  new Rejection('conflict', {
    field: 'events',
    problem: problem(
      'too_large',
      'At most {maximum} events with paid amounts can be listed. Use event_id to list one event.',
      { maximum: MAX_EVENTS },
    ),
  });

export const amountsConflicts = [tooManyEvents, eventsTooLarge];

/** A page of the amounts left to pay, or paid, in one event or in all that an account may read. */
export async function pageOfAmounts(accountId: string, query: AmountsQuery) {
  const { from, to, kind, paid = false, event_id, limit, cursor } = query;
  const list = JSON.stringify(['payments', accountId, from, to, kind, paid, event_id]);
  const after = cursor === undefined ? undefined : positionIn(cursor, list);
  const readable = await readableEvents(accountId, query);
  const events = paid ? withPaid(readable) : startsOf(readable, query, after);
  return pageOf(
    sortedAmounts(events, (event) => amountsOf(accountId, event, paid), after),
    (amount) => (matches(amount, query) ? toAmountResponse(amount) : undefined),
    {
      cursorAfter: (amount) => cursorOf(order.positionOf(amount), list),
      limit,
      ...(events.length > MAX_EVENTS && { maxReads: MAX_EVENTS / CONCURRENT_READS }),
    },
  );
}

async function readableEvents(accountId: string, { event_id }: AmountsQuery): Promise<OwnedHead[]> {
  if (event_id === undefined) return allEvents(accountId);
  const event = await getOwnedHead(accountId, event_id);
  return event ? [event] : [];
}

/** An event, and where the first amount in it may be that a query asks for. */
interface Start {
  event: OwnedHead;
  start: string;
}

/** The events of which something was paid, on any day. Throws `conflict` if they are too many. */
function withPaid(events: OwnedHead[]): Start[] {
  const paid = events.filter(({ paid_count }) => paid_count !== 0);
  if (paid.length > MAX_EVENTS) throw tooManyEvents();
  return paid.map((event) => ({ event, start: '' }));
}

/** The events of which something is left to pay, after a position and in a period, in order of their starts. */
function startsOf(events: OwnedHead[], period: Period, after: Position | undefined): Start[] {
  const isLeft = (start: string) => !after || start >= after.value.slice(0, start.length);
  return events
    .flatMap((event) => {
      const days = Object.keys(event.open_days).filter(
        (day) => event.open_days[day] !== 0 && isWithin(period, day),
      );
      const [start] = days
        .map((day) => placeOf(day, event.id))
        .filter(isLeft)
        .sort();
      return start === undefined ? [] : { event, start };
    })
    .sort((one, other) => byValue(one.start, other.start));
}

/** Yields the amounts of events in order, and reads no event before that is needed. */
async function* sortedAmounts(
  events: Start[],
  read: (event: OwnedHead) => Promise<AmountToPay[]>,
  after: Position | undefined,
): AsyncGenerator<AmountToPay[]> {
  let amounts: AmountToPay[] = [];
  let last = after;
  for (let n = 0; n < events.length; n += CONCURRENT_READS) {
    const round = events.slice(n, n + CONCURRENT_READS);
    amounts.push(...(await Promise.all(round.map(({ event }) => read(event)))).flat());
    const next = events[n + CONCURRENT_READS]?.start;
    const isKnown = (amount: AmountToPay) => next === undefined || order.positionOf(amount).value < next;
    const page = sortedAfter(amounts.filter(isKnown), order, last);
    yield page;
    amounts = amounts.filter((amount) => !isKnown(amount));
    last = page.map(order.positionOf).at(-1) ?? last;
  }
}

/** Amounts of an event that are left to pay, or were paid. None if it was removed, or the account is no longer a member. */
export async function amountsOf(accountId: string, { ownerId, id, shared }: OwnedHead, paid: boolean) {
  const event = await getEvent({ ownerId, eventId: id });
  if (!event || !hasAccess(accountId, event)) return [];
  return event.budgets.flatMap((budget) => {
    const amounts = paid ? amountsPaid(budget) : amountsLeft(budget).filter(({ day }) => day !== undefined);
    return amounts.map((amount) => ({ ...amount, paid, budget, event, role: shared?.role }));
  });
}

const matches = ({ budget, day }: AmountToPay, { kind, from, to }: AmountsQuery): boolean =>
  [undefined, budget.kind ?? 'expense'].includes(kind) &&
  (day === undefined ? !from && !to : isWithin({ from, to }, day));

/** By day, then by event, budget and payment. Letters follow digits, so what has no day comes last. */
const placeOf = (day = 'none', ...ids: number[]): string => [day, ...ids.map(padded)].join(' ');

const byValue = (one: string, other: string): number => Number(one > other) - Number(one < other);

const order = {
  positionOf: ({ day, event, budget, payment }: AmountToPay): Position => ({
    value: placeOf(day, event.id, budget.id),
    id: payment?.id ?? 0,
  }),
  compare: (one: Position, other: Position): number => byValue(one.value, other.value) || one.id - other.id,
};
