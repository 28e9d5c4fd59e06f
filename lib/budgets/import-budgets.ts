import type * as z from 'zod/mini';
import { digitsOf, requireDigits } from '../amount.ts';
import { bytesOf, MAX_ITEM_BYTES } from '../dynamodb/item-size.ts';
import { type Attributes, getItem } from '../dynamodb/items.ts';
import { eventKey, headPath } from '../dynamodb/keys.ts';
import { eventTooLarge, RetryLaterError } from '../errors.ts';
import { writeAmounts } from '../events/access.ts';
import { EventWrite, newMark, versionPath } from '../events/event-write.ts';
import { type EventAccess, isAllowed } from '../events/roles.ts';
import { nextId } from '../id.ts';
import type { ClaimedId } from '../idempotency/claimed-id.ts';
import type { NewBudget } from './budget-fields.ts';
import { eventFull, MAX_BUDGETS } from './budget-repository.ts';
import { addedBy, newLine, plannedEvent } from './line.ts';
import type { budgetsParameters } from './parameters.ts';

/** How often an import is tried while others change the event. */
const MAX_TRIES = 5;

interface Import {
  path: z.output<typeof budgetsParameters>;
  headers: { 'if-match'?: number[] | undefined };
  query: { dry_run?: boolean | undefined };
  body: { budgets: NewBudget[] };
}

/** What adds all budgets to an event of the caller, or one that is shared with the caller, or none of them. */
export const importBudgets =
  (callerId: string, { path, headers, query, body: { budgets } }: Import) =>
  async (claim?: ClaimedId) => {
    const mark = claim?.mark ?? newMark();
    const terms = { mark, versions: headers['if-match'], isDryRun: query.dry_run ?? false };
    const amounts = amountsOf(budgets);
    return writeAmounts('budgetsImport', callerId, path.event_id, amounts, async (event) => {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const tried = await tryImport(event, budgets, terms);
        if (tried !== 'outdated') return tried;
      }
      throw new RetryLaterError('The event was changed during every try');
    });
  };

interface Terms {
  /** Of the budgets, by which a repeat knows that they were imported. */
  mark: string;
  versions: number[] | undefined;
  isDryRun: boolean;
}

async function tryImport(event: EventAccess, budgets: NewBudget[], { mark, versions, isDryRun }: Terms) {
  const item = await getItem(eventKey(event));
  if (item?.['head'] === undefined) return 'no event';
  const { head, budgets: existing } = plannedEvent.parse(item);
  if (event.member && !head.roles[event.member.accountId]) return 'no event';
  const digits = digitsOf(head);
  requireDigits(amountsOf(budgets), digits);
  if (!isAllowed(event, head.roles)) return 'forbidden';
  if (existing.some(({ write_mark }) => write_mark === mark)) return { version: head.version, digits };
  if (versions && !versions.includes(head.version)) return 'changed';
  if (existing.length + budgets.length > MAX_BUDGETS) throw eventFull();
  const lines = budgets.map((fields) => newLine(fields, digits, mark));
  const all = withNewIds(item['budgets'], lines);
  requireSize({ ...item, budgets: all });
  if (isDryRun) return { version: head.version, digits };
  const write = new EventWrite(event).set(['budgets'], all).increase(headPath('budgets_count'), lines.length);
  for (const [name, added] of addedBy(lines)) write.add(headPath(name), added);
  const outcome = await write.sendIf(versionPath, [head.version]);
  if (outcome === 'changed') return 'outdated';
  if (outcome === 'missing') return 'no event';
  return typeof outcome === 'string' ? outcome : { ...outcome, digits };
}

/** The amounts of all budgets, by the names that errors give them. */
const amountsOf = (budgets: NewBudget[]) =>
  Object.fromEntries(
    budgets.flatMap(({ amounts }, index) =>
      Object.entries(amounts).map(([name, amount]) => [`budgets[${index}].${name}`, amount]),
    ),
  );

function withNewIds(existing: unknown, lines: object[]): Attributes {
  const all: Attributes = { ...Object(existing) };
  for (const line of lines) {
    let id = nextId();
    // Another process may have used the same id in the same millisecond.
    while (Object.hasOwn(all, id)) id = nextId();
    all[id] = line;
  }
  return all;
}

/** Throws if DynamoDB would refuse the item, whose size includes its entry in the index `heads`. */
function requireSize(item: Attributes): void {
  const { PK, SK, head_id, head } = item;
  if (bytesOf(item) + bytesOf({ PK, SK, head_id, head }) > MAX_ITEM_BYTES) throw eventTooLarge();
}
