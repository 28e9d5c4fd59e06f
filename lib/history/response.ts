import * as z from 'zod/mini';
import { emailResponse } from '../accounts/fields.ts';
import { fullName, type Person } from '../accounts/person.ts';
import { tokenId } from '../auth/access-token.ts';
import { type Role, role } from '../auth/roles.ts';
import { budgetResponse, paymentResponse, toPaymentResponse } from '../budgets/response.ts';
import { eventResponse } from '../events/response.ts';
import { idResponse } from '../id.ts';
import { instant, toInstant } from '../instant.ts';
import { count } from '../lists/page.ts';
import { type Digits, toAmount } from '../money/amount.ts';
import { type Author, type EventCaller, memberWith } from '../plan/access.ts';
import { type Budget, isPaid, type Payment } from '../plan/budget.ts';
import type { EventFields, EventHead } from '../plan/head.ts';
import { plainFieldsOf } from '../plan/plain-fields.ts';
import { type Complete, ifSet, type Some } from '../schema.ts';
import type { HistoryEntry, RecordedChange } from './entry.ts';

const { id: _, total_amount: __, budgets_count: ___, ...eventFields } = eventResponse.shape;
const { id: ____, unscheduled: _____, name, ...budgetFields } = budgetResponse.shape;

const changedFields = z
  .partial(
    z.object({
      ...eventFields,
      name,
      role,
      ...budgetFields,
      paid: paymentResponse.shape.paid,
      paid_on: paymentResponse.shape.paid_on,
    }),
  )
  .check(
    z.meta({
      id: 'ChangedFields',
      description: 'The fields that differ, and are set',
      examples: [{ amount: 800 }],
    }),
  );

export const shownChange = z.enum(['created', 'updated', 'deleted', 'restored']);

const changeResponse = z
  .object({
    kind: z.enum(['event', 'budget', 'payment', 'member', 'share_link']),
    change: shownChange.check(
      z.meta({
        description:
          'A deleted event is in the trash. An event, budget or payment that came back is `restored`',
      }),
    ),
    id: idResponse.check(z.meta({ description: 'Of a share link, that of the event' })),
    budget_id: ifSet(idResponse, 'Only of a payment'),
    name: z.string().check(
      z.meta({
        description:
          'Of the event (also for a share link), the budget (also for a payment) or the member; empty if the member’s account was deleted',
      }),
    ),
    before: z.optional(changedFields),
    after: z.optional(changedFields),
  })
  .check(
    z.meta({
      id: 'RecordedChange',
      description: '`before` is absent if it was created, and `after` if it was deleted',
    }),
  );

const author = z.object({
  name: z.string(),
  you: z.boolean().check(z.meta({ description: 'Whether you wrote it' })),
  owner: z.boolean().check(z.meta({ description: 'Whether the owner of the event wrote it' })),
  membership_id: ifSet(idResponse, 'The `id` that the member had then. Absent for the owner'),
  email: ifSet(
    emailResponse,
    'Of a present member. Only in responses to the owner, and not to access tokens',
  ),
  program: z.boolean().check(z.meta({ description: 'Whether an access token was used' })),
  token_id: ifSet(tokenId, 'Of your access token, if one was used'),
  token_name: ifSet(
    z.string(),
    'Of your access token, unless it was ended. Not in responses to access tokens',
  ),
});

export const historyEntry = z
  .object({
    version: count.check(z.meta({ description: 'Version of the event after the write' })),
    at: instant,
    by: z.nullable(author).check(
      z.meta({
        description: 'Who wrote it; `null` if that account was deleted, or the operator ended a share link',
        override: ({ jsonSchema }) => {
          // Some generators make a type of their own of `anyOf`.
          const [object] = jsonSchema.anyOf ?? [];
          delete jsonSchema.anyOf;
          Object.assign(jsonSchema, object, { type: ['object', 'null'] });
        },
      }),
    ),
    undoes: ifSet(count, 'Only of an undo: the version of the write that it undid'),
    changes: z.array(changeResponse),
    more: count.check(
      z.meta({ description: 'How many more changes the write made, beyond those that are shown' }),
    ),
  })
  .check(
    z.meta({
      id: 'HistoryEntry',
      examples: [
        {
          version: 18,
          at: '2027-02-03T09:30:00.000Z',
          by: {
            name: 'Grace Hopper',
            you: false,
            owner: false,
            membership_id: 114640874103215,
            email: 'grace@example.com',
            program: true,
          },
          changes: [
            {
              kind: 'budget',
              change: 'updated',
              id: 114640874099904,
              name: 'Band',
              before: { amount: 800 },
              after: { amount: 950.5 },
            },
          ],
          more: 0,
        },
      ],
    }),
  );

export interface Reader {
  event: Pick<EventHead, 'id' | 'name' | 'ownerId' | 'members'>;
  caller: EventCaller;
  /** By account id; `undefined` for deleted accounts. */
  people: Map<string, Person | undefined>;
  /** Those of the caller's access tokens, by id, if they are shown. */
  tokenNames?: Map<string, string>;
}

export const toHistoryEntry = (
  { version, at, author, digits, changes, more }: HistoryEntry,
  reader: Reader,
) => {
  const person = author && reader.people.get(author.accountId);
  return {
    version,
    at: toInstant(at),
    by: author && person ? toAuthor(author, person, reader) : null,
    undoes: author?.undoes,
    changes: changes.map((recorded) => ({
      ...thingOf(recorded, reader),
      change: changeShown(recorded, author),
      before: recorded.before && toChangedFields(recorded.before, recorded.after, digits),
      after: recorded.after && toChangedFields(recorded.after, recorded.before, digits),
    })),
    more,
  };
};

function toAuthor(
  { accountId, tokenId, membershipId }: Author,
  person: Person,
  { event, caller, tokenNames }: Reader,
) {
  const you = accountId === caller.accountId;
  const member = memberWith(accountId, event);
  const showsEmail = member && caller.accountId === event.ownerId && caller.tokenId === undefined;
  return {
    name: fullName(person),
    you,
    owner: accountId === event.ownerId,
    membership_id: membershipId,
    email: showsEmail ? person.email : undefined,
    program: tokenId !== undefined,
    ...(you && tokenId !== undefined && { token_id: tokenId, token_name: tokenNames?.get(tokenId) }),
  };
}

/** A restored thing is stored as created, which its undo needs. */
export const changeShown = ({ change }: RecordedChange, author: Author | undefined) =>
  author?.undoes !== undefined && change === 'created' ? 'restored' : change;

function thingOf(recorded: RecordedChange, { event, people }: Reader) {
  if (recorded.kind === 'event' || recorded.kind === 'share_link')
    return { kind: recorded.kind, id: event.id, name: event.name };
  if (recorded.kind === 'member') {
    const person = people.get(recorded.account_id);
    return { kind: recorded.kind, id: recorded.id, name: person ? fullName(person) : '' };
  }
  const budget_id = recorded.kind === 'payment' ? recorded.budget_id : undefined;
  return { kind: recorded.kind, id: recorded.id, budget_id, name: recorded.name };
}

type AnyFields = Some<EventFields & Omit<Budget, 'id'> & Payment & { role: Role }>;

function toChangedFields(fields: AnyFields, others: AnyFields | undefined, digitsOfEntry: Digits) {
  const { digits = digitsOfEntry } = fields;
  const { link, ...kept } = plainFieldsOf(fields);
  const amount = (cents: number | undefined) => (cents === undefined ? undefined : toAmount(cents, digits));
  // JSON leaves out those that are undefined.
  return {
    name: fields.name,
    description: fields.description,
    event_date: fields.event_date,
    currency: fields.currency,
    limit_amount: amount(fields.limit_cents),
    guests: fields.guests,
    role: fields.role,
    category: fields.category,
    amount: amount(fields.amount_cents),
    spent: amount(fields.spent_cents),
    kind: fields.kind,
    ...kept,
    unit_amount: amount(fields.unit_cents),
    quantity: fields.quantity,
    per_guest: fields.per_guest,
    estimate: amount(fields.estimate_cents),
    link,
    payments: fields.payments?.map((payment) => toPaymentResponse(payment, digits)),
    paid: (isPaid(fields) && !isPaid(others ?? {})) || undefined,
    paid_on: fields.paid_on,
  } satisfies Complete<z.output<typeof changedFields>>;
}
