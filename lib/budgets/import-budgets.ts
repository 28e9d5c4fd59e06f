import * as z from 'zod/mini';
import type { Change } from '../dynamodb/changes.ts';
import { InvalidFieldsError } from '../errors.ts';
import type { Budget } from '../events/budget.ts';
import type { EventCaller } from '../events/caller.ts';
import { changeEvent, type WriteHeaders } from '../events/change-event.ts';
import { type Event, MAX_BUDGETS } from '../events/event.ts';
import { nextId } from '../id.ts';
import { flagParameter } from '../lists/flag.ts';
import type { FieldProblem } from '../money/amount.ts';
import { problem } from '../problem.ts';
import { BLANK, examplesOf } from '../schema.ts';
import { newBudgetOf } from './new-budget.ts';
import type { budgetsParameters } from './parameters.ts';
import { withNewBudgets } from './repository.ts';
import { type NewBudget, newBudget } from './request.ts';

const NO_LIST = problem('invalid', 'must be a list');

export const importedBudgets = z
  .object({
    budgets: z.array(newBudget, { error: ({ input }) => (input === undefined ? BLANK : NO_LIST) }).check(
      z.minLength(1, { error: BLANK }),
      z.maxLength(MAX_BUDGETS, {
        error: problem('too_long', 'are too many (maximum is {maximum})', { maximum: MAX_BUDGETS }),
      }),
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

interface Imported {
  /** The event's version. */
  version: number;
  /** Ids of the new budgets; none after a dry run. */
  added: number[];
  /** The event if asked for; after a dry run, as it would be. */
  event?: Event | undefined;
}

/** Adds all budgets to an event, or none of them. Throws a `RefusalError`. */
export async function importBudgets(
  caller: EventCaller,
  { path, headers, query: { dry_run: isDryRun = false }, body }: Import,
  claim?: (version: number) => Change,
): Promise<Imported> {
  const { result, event } = await changeEvent(
    caller,
    path.event_id,
    (before) => {
      const budgets = newBudgetsOf(body.budgets, before);
      const after = withNewBudgets(before, budgets);
      return { event: after, result: { before, budgets, after } };
    },
    {
      versions: headers['if-match'],
      needsVersion: true,
      returnsEvent: headers.prefer,
      claim: claim && (({ before }) => claim(before.version + 1)),
      isDryRun,
    },
  );
  const { version } = result.before;
  if (isDryRun) return { version, added: [], event: headers.prefer ? result.after : undefined };
  return { version: version + 1, added: result.budgets.map(({ id }) => id), event };
}

/** Throws `InvalidFieldsError` with the problems of all budgets. */
function newBudgetsOf(bodies: NewBudget[], event: Event): Budget[] {
  const taken = new Set(event.budgets.map(({ id }) => id));
  const problems: FieldProblem[] = [];
  const budgets = bodies.flatMap((body, index) => {
    let id = nextId();
    // Another process may have used the same id in the same millisecond.
    while (taken.has(id)) id = nextId();
    try {
      return newBudgetOf(body, event, id);
    } catch (error) {
      if (!(error instanceof InvalidFieldsError)) throw error;
      problems.push(
        ...error.fields.map(({ field, problem }) => ({ field: `budgets[${index}].${field}`, problem })),
      );
      return [];
    }
  });
  if (problems.length > 0) throw new InvalidFieldsError(problems);
  return budgets;
}
