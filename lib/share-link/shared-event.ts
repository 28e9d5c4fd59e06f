import * as z from 'zod/mini';
import { fullName, getLinksOwner, hasCredentialsVersion } from '../accounts/person.ts';
import type { LinkTarget } from '../auth/share-token.ts';
import { toEventTotals } from '../budgets/event-totals.ts';
import { budgetResponse, paymentResponse } from '../budgets/response.ts';
import { day } from '../day.ts';
import { getItem } from '../dynamodb/items.ts';
import { linkUnitsKey } from '../dynamodb/keys.ts';
import { countAttempt, requireBelowLimit } from '../dynamodb/rate-limit.ts';
import { Rejection } from '../errors.ts';
import { eventResponse } from '../events/response.ts';
import { shareLinkResponse, toShareLinkResponse } from '../events/share-link-response.ts';
import { limitResponse, totalsResponse } from '../events/totals-response.ts';
import { includeParameter } from '../lists/page.ts';
import { amountResponse, toAmount } from '../money/amount.ts';
import { type Budget, isPaid } from '../plan/budget.ts';
import { type Event, readUnitsOf } from '../plan/event.ts';
import { isLinkActive, type ShareLink, showsOwner } from '../plan/head.ts';
import { getEvent } from '../plan/repository.ts';
import { amountsLeft, leftOf } from '../plan/sums.ts';
import { ifSet } from '../schema.ts';

/** Read units of calls with one link. */
const LIMIT = { attempts: 3_000, windowSeconds: 60 };

/** Units that aren't counted, so that many guests can open the link of a small event at once. */
const FREE_UNITS = 8;

export const linkQuery = z.object({
  include: includeParameter(['share_link'], 'What the response also has. `share_link`: the link itself'),
});

type LinkedEvent = Event & { share_link: ShareLink; owner?: string | undefined };

/**
 * The event that a share link shows. Throws `unauthorized` if the event doesn't name this link, or has been deleted, or its
 * owner has ended the link, is blocked or being deleted, and `too_many` at the limit. The event may be large, so it is read last.
 */
export async function readSharedEvent({
  linkId,
  credentialsVersion,
  event,
}: LinkTarget): Promise<LinkedEvent> {
  const owner = await getLinksOwner(event.ownerId);
  if (!owner || !hasCredentialsVersion(owner, credentialsVersion ?? owner.links_epoch ?? 0))
    throw new Rejection('unauthorized');
  const found = await countedEvent(linkId, event);
  const link = found?.share_link;
  if (!link || link.id !== linkId || !isLinkActive(link, owner)) throw new Rejection('unauthorized');
  return { ...found, share_link: link, owner: showsOwner(link) ? fullName(owner) : undefined };
}

async function countedEvent(linkId: string, reference: LinkTarget['event']): Promise<Event | undefined> {
  const counter = linkUnitsKey(linkId);
  requireBelowLimit(await getItem(counter), LIMIT);
  const event = await getEvent(reference);
  const units = event ? readUnitsOf(event) : 0;
  if (units > FREE_UNITS) await countAttempt(counter, LIMIT, units);
  return event;
}

const { name, description, event_date, currency, guests, limit_amount } = eventResponse.shape;

const shownTotals = z.pick(totalsResponse, {
  total_amount: true,
  total_spent: true,
  remaining: true,
  to_pay: true,
  over_budget: true,
  total_income: true,
  total_received: true,
  to_receive: true,
  balance: true,
});

const sharedCategory = z
  .extend(shownTotals, { category: budgetResponse.shape.category })
  .check(z.meta({ id: 'ShownCategory' }));

const { left, over_limit } = limitResponse.shape;
const sharedSummary = z
  .extend(shownTotals, { limit_amount, left, over_limit, categories: z.array(sharedCategory) })
  .check(z.meta({ id: 'ShownSummary' }));

const paymentDue = z
  .object({
    due_date: ifSet(day, 'Only if it has one'),
    name: ifSet(budgetResponse.shape.name, 'Of the budget; only if the link shows budgets'),
    category: budgetResponse.shape.category,
    amount: amountResponse.check(z.meta({ description: 'What is left to pay' })),
  })
  .check(z.meta({ id: 'ShownPaymentDue' }));

const sharedPayment = z
  .object({
    due_date: paymentResponse.shape.due_date,
    amount: amountResponse,
    paid: z.boolean(),
  })
  .check(z.meta({ id: 'ShownPayment' }));

const sharedBudget = z
  .object({
    name: budgetResponse.shape.name,
    category: budgetResponse.shape.category,
    kind: budgetResponse.shape.kind,
    amount: amountResponse,
    spent: amountResponse,
    to_pay: ifSet(amountResponse, 'What is still to pay; only of an expense'),
    to_receive: ifSet(amountResponse, 'What is still to receive; only of income'),
    due_date: ifSet(day, 'Only if it was given'),
    payments: ifSet(z.array(sharedPayment), 'Oldest first; only if there are any'),
  })
  .check(z.meta({ id: 'ShownBudget' }));

const ALL_TO_PAY = {
  total_amount: 1250.5,
  total_spent: 0,
  remaining: 1250.5,
  to_pay: 1250.5,
  over_budget: false,
};

/** All that a share link shows. A new field of an event or a budget is shown only if it is added here. */
export const sharedEvent = z
  .object({
    name,
    description,
    event_date,
    currency,
    guests,
    limit_amount,
    owner: ifSet(z.string(), 'The name of the owner; only if the link shows it'),
    summary: sharedSummary,
    payments_due: z
      .array(paymentDue)
      .check(z.meta({ description: 'What is left to pay of expenses, by day, and last what has no day' })),
    budgets: ifSet(z.array(sharedBudget), 'Oldest first; only if the link shows budgets'),
    share_link: z.optional(shareLinkResponse),
  })
  .check(
    z.meta({
      id: 'ShownEvent',
      examples: [
        {
          name: 'Summer party',
          description: 'In the garden',
          event_date: '2027-07-04',
          currency: 'EUR',
          summary: {
            ...ALL_TO_PAY,
            categories: [{ category: 'Food', ...ALL_TO_PAY }],
          },
          payments_due: [{ due_date: '2027-03-01', name: 'Catering', category: 'Food', amount: 1250.5 }],
          budgets: [
            {
              name: 'Catering',
              category: 'Food',
              amount: 1250.5,
              spent: 0,
              to_pay: 1250.5,
              due_date: '2027-03-01',
            },
          ],
        },
      ],
    }),
  );

/** Returns the event as a share link shows it: all budgets, or only the sums of expenses. */
export function toSharedEvent({ share_link: link, owner, ...event }: LinkedEvent, include?: string[]) {
  const { digits, limit_cents } = event;
  const expenses = event.budgets.filter(({ kind }) => kind !== 'income');
  const showsBudgets = link.shows === 'budgets';
  const totals = toEventTotals(showsBudgets ? event : { ...event, budgets: expenses });
  return {
    name: event.name,
    description: event.description,
    event_date: event.event_date,
    // JSON leaves out those that are undefined.
    currency: event.currency,
    guests: event.guests,
    limit_amount: limit_cents === undefined ? undefined : toAmount(limit_cents, digits),
    owner,
    // Without the other totals.
    summary: sharedSummary.parse(totals),
    payments_due: paymentsDue(expenses, showsBudgets).map(({ cents, ...due }) => ({
      ...due,
      amount: toAmount(cents, digits),
    })),
    budgets: showsBudgets ? event.budgets.map(toSharedBudget) : undefined,
    share_link: include && toShareLinkResponse(link),
  };
}

function toSharedBudget(budget: Budget) {
  const { digits, kind, payments } = budget;
  const left = toAmount(leftOf(budget), digits);
  return {
    name: budget.name,
    category: budget.category,
    kind,
    amount: toAmount(budget.amount_cents, digits),
    spent: toAmount(budget.spent_cents, digits),
    ...(kind === 'income' ? { to_receive: left } : { to_pay: left }),
    due_date: budget.due_date,
    payments:
      payments.length === 0
        ? undefined
        : payments.map((payment) => ({
            due_date: payment.due_date,
            amount: toAmount(payment.amount_cents, digits),
            paid: isPaid(payment),
          })),
  };
}

/** Amounts left to pay by day: each with its budget's name, or the sums of each category. */
function paymentsDue(expenses: Budget[], showsBudgets: boolean) {
  const all = expenses.flatMap((budget) =>
    amountsLeft(budget).map(({ day, cents }) => ({
      ...(day !== undefined && { due_date: day }),
      ...(showsBudgets && { name: budget.name }),
      ...{ category: budget.category, cents },
    })),
  );
  const shown = showsBudgets
    ? all
    : [
        ...Map.groupBy(all, ({ due_date, category }) => JSON.stringify([due_date, category])).values(),
      ].flatMap(summed);
  return shown.sort(byDay);
}

interface Due {
  due_date?: string;
  category: string;
  /** In minor units. */
  cents: number;
}

/** A single one with their sum. */
const summed = ([first, ...others]: Due[]): Due[] =>
  first ? [{ ...first, cents: others.reduce((sum, { cents }) => sum + cents, first.cents) }] : [];

/** Amounts without a day come last. */
const byDay = ({ due_date: one = '~' }: Due, { due_date: other = '~' }: Due): number =>
  Number(one > other) - Number(one < other);
