import * as z from 'zod/mini';
import { role } from '../auth/roles.ts';
import { requiredDay } from '../day.ts';
import { idResponse } from '../id.ts';
import { count, includedTimes, includedVersion, timesOf } from '../lists/page.ts';
import { amountResponse, toAmount } from '../money/amount.ts';
import type { EventHead } from '../plan/head.ts';
import type { OwnedHead } from '../plan/repository.ts';
import { type Complete, examplesOf, ifSet } from '../schema.ts';
import { eventTexts } from './fields.ts';
import type { EventsQuery } from './query.ts';
import { shareLinkResponse, toShareLinkResponse } from './share-link-response.ts';
import { limitResponse, toLimitResponse, toTotalsResponse, totalsResponse } from './totals-response.ts';

export const eventResponse = z
  .object({
    id: idResponse,
    name: eventTexts.name,
    total_amount: amountResponse,
    budgets_count: count,
    description: eventTexts.description,
    event_date: requiredDay,
    currency: ifSet(z.string().check(z.regex(/^[A-Z]{3}$/)), 'Code of ISO 4217; only if the event has one'),
    limit_amount: limitResponse.shape.limit_amount,
    guests: ifSet(count, 'How many people come; only if it was given'),
  })
  .check(
    z.meta({
      examples: [
        {
          id: 114640874095021,
          name: 'Summer party',
          total_amount: 2050.5,
          budgets_count: 2,
          description: 'In the garden',
          event_date: '2027-07-04',
        },
      ],
    }),
  );

export const toEventResponse = ({ digits, total_cents, limit_cents, ...event }: EventHead) =>
  ({
    id: event.id,
    name: event.name,
    total_amount: toAmount(total_cents, digits),
    budgets_count: event.budgets_count,
    description: event.description,
    event_date: event.event_date,
    // JSON leaves out those that are undefined.
    currency: event.currency,
    limit_amount: limit_cents === undefined ? undefined : toAmount(limit_cents, digits),
    guests: event.guests,
  }) satisfies Complete<z.output<typeof eventResponse>>;

/** Response to a create. */
export const toCreatedEvent = (event: EventHead) => ({
  location: `/events/view/${event.id}`,
  version: event.version,
  representation: () => ({ data: toEventResponse(event) }),
});

const ifShared = <Schema extends z.ZodMiniType>(schema: Schema, description: string) =>
  ifSet(schema, `${description}; only of a shared event`);

/** Description of the header `ETag` of a response that may show an event. */
export const EVENT_ETAG = 'Changes with every write of the event, but not with its owner’s name';

/** An event as its owner or a member sees it. */
export const viewedEvent = z
  .object({
    ...eventResponse.shape,
    role: ifShared(role, 'Your role'),
    owner: ifShared(z.string(), 'Name of the owner'),
    share_link: z.optional(shareLinkResponse),
    version: includedVersion,
  })
  .check(z.meta({ id: 'ViewedEvent', examples: examplesOf(eventResponse) }));

export const toViewedEvent = (event: OwnedHead) => ({ ...toEventResponse(event), ...event.shared });

const inSummary = <Schema extends z.ZodMiniType>(schema: Schema) =>
  ifSet(schema, 'Only with `include=summary`');

// The head of an event doesn't have what was received.
const { total_amount: _, total_received: __, ...totals } = totalsResponse.shape;

export const listedEvent = z
  .object({
    ...viewedEvent.shape,
    ...totals,
    total_spent: inSummary(totals.total_spent),
    remaining: inSummary(totals.remaining),
    to_pay: inSummary(totals.to_pay),
    over_budget: inSummary(totals.over_budget),
    ...limitResponse.shape,
    ...includedTimes('When it, its budgets, members or invitations were last changed'),
  })
  .check(z.meta({ id: 'ListedEvent', examples: examplesOf(viewedEvent) }));

/** To show its share link, the event has to be one of `withActiveLinks`. */
export const toListedEvent = (event: OwnedHead, { include = [] }: Pick<EventsQuery, 'include'>) => ({
  ...toViewedEvent(event),
  ...(include.includes('summary') && { ...toTotalsResponse(event), ...toLimitResponse(event) }),
  ...(include.includes('version') && { version: event.version }),
  ...(include.includes('times') && timesOf(event)),
  ...(include.includes('share_link') &&
    event.share_link && { share_link: toShareLinkResponse(event.share_link) }),
});
