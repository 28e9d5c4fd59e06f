import { isDeepStrictEqual } from 'node:util';
import type { Attributes } from '../dynamodb/items.ts';
import { type Facts, type FieldProblem, problem } from '../problem.ts';

/** The budget, and maybe the payment of it, that something is about. Empty for the event. */
type Place = Pick<Facts, 'budget_id' | 'payment_id' | 'name'>;

/** An update of a thing: only fields that differ and are set. */
export interface Sides {
  before?: object | undefined;
  after?: object | undefined;
}

/** The names of the fields that an update changed. */
export const namesIn = ({ before, after }: Sides): string[] => Object.keys({ ...before, ...after });

/** A list of each field, and one of those that are set back together if there is any of them. */
export const listsOf = (names: string[], together: string[] = []): string[][] => [
  ...(names.some((name) => together.includes(name)) ? [together] : []),
  ...names.filter((name) => !together.includes(name)).map((name) => [name]),
];

/** Counts what is undone, and what isn't because it was changed since. */
export class Undoing {
  undone_count = 0;
  kept_count = 0;
  /** Later changes. */
  readonly changed: FieldProblem[] = [];

  /** True if a thing, or so many fields, can be undone: not if anything of it was changed since. */
  tryUndo(changed: FieldProblem[], count = 1): boolean {
    if (changed.length > 0) this.kept_count += count;
    else this.undone_count += count;
    this.changed.push(...changed);
    return changed.length === 0;
  }

  /** The fields of a thing as they were before an update. Of each of these lists, all fields are set back or none. */
  setBack(is: object, update: Sides, lists: string[][], place: Place): Attributes {
    const fields: Attributes = { ...is };
    const before: Attributes = { ...update.before };
    const written = namesIn(update);
    for (const names of lists) {
      const count = responseNamesOf(names.filter((name) => written.includes(name))).length;
      if (!this.tryUndo(changedFields(is, update.after, names, place), count)) continue;
      for (const name of names) fields[name] = before[name];
    }
    return fields;
  }
}

/** Names in responses, of fields that have others in what is stored. */
const RESPONSE_NAMES = new Map([
  ['amount_cents', 'amount'],
  ['spent_cents', 'spent'],
  ['unit_cents', 'unit_amount'],
  ['estimate_cents', 'estimate'],
  ['limit_cents', 'limit_amount'],
  // They are set together.
  ['digits', 'currency'],
]);

const responseNamesOf = (names: string[]): string[] => [
  ...new Set(names.map((name) => RESPONSE_NAMES.get(name) ?? name)),
];

/** Returns those of these fields that aren't as the write left them. */
export function changedFields(
  is: object,
  after: object | undefined,
  names: string[],
  place: Place,
): FieldProblem[] {
  const [now, then]: [Attributes, Attributes] = [{ ...is }, { ...after }];
  const message = place.name === undefined ? 'has been changed since' : 'of {name} has been changed since';
  return responseNamesOf(names.filter((name) => !isDeepStrictEqual(now[name], then[name]))).map((field) => ({
    field,
    problem: problem('changed', message, place),
  }));
}

/** The problem that a whole budget or payment was changed since. */
export const changedThing = (
  place: Place,
  state: 'no longer exists' | 'exists again' | 'has been added since',
): FieldProblem =>
  place.payment_id === undefined
    ? { field: 'budget', problem: problem('changed', `{name} ${state}`, place) }
    : { field: 'payment', problem: problem('changed', `of {name} ${state}`, place) };
