import * as z from 'zod/mini';
import { equals } from '../dynamodb/conditions.ts';
import { MAX_ITEM_BYTES, storedBytesOf } from '../dynamodb/item-size.ts';
import type { Attributes } from '../dynamodb/items.ts';
import { versionPath } from '../dynamodb/keys.ts';
import { eventTooLarge, InvalidFieldsError } from '../errors.ts';
import type { EventCaller } from '../events/access.ts';
import { type Budget, storedById } from '../events/budget.ts';
import { type Event, eventIn, eventWithItem } from '../events/event.ts';
import type { Target } from '../events/event-update.ts';
import { type WriteHeaders, writeRead } from '../events/write-event.ts';
import { nextId } from '../id.ts';
import type { Claim, Made } from '../idempotency/claim.ts';
import { flagParameter } from '../lists/flag.ts';
import { DEFAULT_DIGITS, requireDigits } from '../money/amount.ts';
import { problem } from '../problem.ts';
import { BLANK, examplesOf } from '../schema.ts';
import { amountProblems } from './amounts.ts';
import { newBudgetOf } from './new-budget.ts';
import type { budgetsParameters } from './parameters.ts';
import { additionOf, type EventAfter, MAX_BUDGETS } from './repository.ts';
import { type NewBudget, newBudget } from './request.ts';

const NO_LIST = problem('invalid', 'must be a list');

export const importedBudgets = z
  .object({
    budgets: z
      .array(newBudget, { error: ({ input }) => (input === undefined ? BLANK : NO_LIST) })
      .check(
        z.minLength(1, { error: BLANK }),
        z.maxLength(MAX_BUDGETS, { error: problem('too_long', `are too many (maximum is ${MAX_BUDGETS})`) }),
      ),
  })
  .check(z.meta({ id: 'ImportedBudgets', examples: [{ budgets: examplesOf(newBudget) }] }));

export const importQuery = z.object({
  decimal: z.optional(
    z
      .enum(['.', ','], { error: problem('invalid', 'must be a point or a comma') })
      .check(z.meta({ description: 'The decimal mark of a CSV file, a point by default' })),
  ),
  dry_run: flagParameter('`true` checks without importing anything'),
});

interface Import {
  path: z.output<typeof budgetsParameters>;
  headers: WriteHeaders;
  query: { dry_run?: boolean | undefined };
  body: z.output<typeof importedBudgets>;
}

/** Adds all budgets to an event, or none of them. Throws a `RefusalError`. */
export async function importBudgets(
  caller: EventCaller,
  { path, headers, query, body: { budgets } }: Import,
  claim?: Claim,
): Promise<Made & EventAfter & { version: number }> {
  const amounts = amountsOf(budgets);
  let sent: (Made & { version: number }) | undefined;
  const { result, after } = await writeRead(caller, path.event_id, {
    parse: eventWithItem,
    decide: (target, { item, event }) => {
      const { digits, version } = event;
      const isDone = event.budgets.some(({ write_mark }) => write_mark === target.mark);
      // The event may have been written so often since that it doesn't remember this write.
      if (isDone && sent) return { result: sent };
      requireDigits(amounts, digits);
      requireProducts(budgets, event);
      const added = newBudgetsOf(budgets, event, target);
      const all = { ...Object(item['budgets']), ...storedById(added) };
      const made = { id: nextId(), digits };
      const update = additionOf(target, added)
        .requireVersion(versionPath, headers['if-match'])
        .require(equals(versionPath, version))
        .set(['budgets'], all);
      sent = { ...made, version: query.dry_run ? version : version + 1 };
      return {
        changes: [update, ...(claim ? [claim(made)] : [])],
        result: sent,
        check: () => requireSize({ ...item, budgets: all }),
        isDryRun: query.dry_run ?? false,
      };
    },
    checkWithoutEvent: () => requireDigits(amounts, DEFAULT_DIGITS),
    returnsEvent: headers.prefer,
  });
  return { ...result, event: after && eventIn(after.item) };
}

/** The amounts of all budgets, by the names that errors give them. */
const amountsOf = (budgets: NewBudget[]) =>
  Object.fromEntries(
    budgets.flatMap(({ amounts }, index) =>
      Object.entries(amounts).map(([name, amount]) => [`budgets[${index}].${name}`, amount]),
    ),
  );

/** Throws if amounts that follow from others don't fit, or aren't those that a file has. */
function requireProducts(budgets: NewBudget[], { digits, guests = 0 }: Event): void {
  const problems = budgets.flatMap((budget, index) =>
    amountProblems(budget, { digits, guests }).map(({ field, problem }) => ({
      field: `budgets[${index}].${field}`,
      problem,
    })),
  );
  if (problems.length > 0) throw new InvalidFieldsError(problems);
}

function newBudgetsOf(
  budgets: NewBudget[],
  { digits, guests = 0, budgets: existing }: Event,
  { mark }: Target,
): Budget[] {
  const ids = new Set(existing.map(({ id }) => id));
  return budgets.map((fields) => {
    let id = nextId();
    // Another process may have used the same id in the same millisecond.
    while (ids.has(id)) id = nextId();
    return newBudgetOf(fields, { id, digits, guests, write_mark: mark });
  });
}

/** Throws if DynamoDB would refuse the item, whose size includes its entry in the index `heads`. */
function requireSize(item: Attributes): void {
  const { PK, SK, head_id, head } = item;
  if (storedBytesOf(item) + storedBytesOf({ PK, SK, head_id, head }) > MAX_ITEM_BYTES) throw eventTooLarge();
}
