import * as z from 'zod/mini';
import type { CellType } from '../csv/cell.ts';
import { day } from '../day.ts';
import { link, newLink } from '../link.ts';
import { type NewText, newLine, newText } from '../new-text.ts';
import { changedBy, ifSet, text } from '../schema.ts';

/** What is made of a field. `storedAs` is its name in an event's item, and `column` says what its cells in files hold. */
const kept = <Stored extends z.ZodMiniType, Rule extends z.ZodMiniType>(
  storedAs: string,
  column: CellType,
  stored: Stored,
  rule: Rule,
) => ({
  storedAs,
  column,
  stored: z.optional(stored),
  requested: z.nullable(rule),
  newText: undefined,
  response: ifSet(rule, 'Only if it was given'),
});

/** A text. `newText` is its rule for new values, which stored ones needn't follow. */
const keptText = (storedAs: string, rule: z.ZodMiniString, newText: NewText) => ({
  ...kept(storedAs, 'text', z.string(), rule),
  rule,
  newText,
});

const keptDay = (storedAs: string) => kept(storedAs, 'day', z.string(), day);

/** The fields of a budget that are kept as they were sent. None of its amounts follows from them. */
export const KEPT = {
  vendor: keptText('v', text({ min: 0, max: 100, trim: true }), newLine),
  note: keptText('t', text({ min: 0, max: 500 }), newText),
  due_date: keptDay('d'),
  link: keptText(
    'l',
    link(
      'Where its contract or invoice is kept: an `https://` address with a host, without user or password',
    ),
    newLink,
  ),
};

type Table = typeof KEPT;
type KeptName = keyof Table;

/** The fields in what is stored. */
export type Kept = { [Name in KeptName]: z.output<Table[Name]['stored']> };

/** The fields in a request. */
export type RequestedKept = { [Name in KeptName]?: Kept[Name] | null | undefined };

const isKept = (name: string): name is KeptName => Object.hasOwn(KEPT, name);

const NAMES = Object.keys(KEPT).filter(isKept);

/** An object with a value for each field. Its second signature is for the loop, whose types TypeScript can't follow. */
export function eachKept<Values>(of: (name: KeptName) => Values[KeptName & keyof Values]): Values;
export function eachKept(of: (name: KeptName) => unknown): object {
  const values: Record<string, unknown> = {};
  for (const name of NAMES) values[name] = of(name);
  return values;
}

/** One part of each field, such as its schema in responses. */
export function partOf<Part extends keyof Table[KeptName]>(
  part: Part,
): { [Name in KeptName]: Table[Name][Part] };
export function partOf(part: keyof Table[KeptName]): object {
  return eachKept<Record<KeptName, unknown>>((name) => KEPT[name][part]);
}

/** The fields of a budget, or of a part of one. */
export const keptOf = (budget: Partial<Kept>): Kept => eachKept<Kept>((name) => budget[name]);

/** The fields of a new budget. `null` is the same as nothing. */
export const newKept = (body: RequestedKept): Kept => eachKept<Kept>((name) => body[name] ?? undefined);

/** The fields of a budget after changes of it. */
export const changedKept = (changes: RequestedKept, before: Partial<Kept>): Kept =>
  eachKept<Kept>((name) => changedBy<Kept[KeptName]>(changes[name], before[name]));
