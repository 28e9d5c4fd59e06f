import * as z from 'zod/mini';
import type { CellType } from '../csv/cell.ts';
import { day } from '../day.ts';
import { link, newLink } from '../link.ts';
import { type NewText, newLine, newText } from '../new-text.ts';
import { changedBy, ifSet, text } from '../schema.ts';

/** `storedAs` is the field's name in an event's item, and `column` says what its cells in files hold. */
const plain = <Rule extends z.ZodMiniType>(storedAs: string, column: CellType, rule: Rule) => ({
  storedAs,
  column,
  stored: z.optional(z.string()),
  requested: z.nullable(rule),
  newText: undefined,
  response: ifSet(rule, 'Only if it was given'),
});

/** `newText` is the rule for new values, which stored ones needn't follow. */
const plainText = (storedAs: string, rule: z.ZodMiniString, newText: NewText) => ({
  ...plain(storedAs, 'text', rule),
  newText,
});

const plainDay = (storedAs: string) => plain(storedAs, 'day', day);

/** The fields of a budget that are stored as they were sent. None of its amounts follows from them. */
const PLAIN_FIELDS = {
  vendor: plainText('v', text({ min: 0, max: 100, trim: true }), newLine),
  note: plainText('t', text({ min: 0, max: 500 }), newText),
  due_date: plainDay('d'),
  link: plainText(
    'l',
    link(
      'Where its contract or invoice is kept: an `https://` address with a host, without user or password',
    ),
    newLink,
  ),
};

type Table = typeof PLAIN_FIELDS;
type PlainName = keyof Table;

export type PlainFields = { [Name in PlainName]: z.output<Table[Name]['stored']> };

export type RequestedPlainFields = { [Name in PlainName]?: PlainFields[Name] | null | undefined };

const isPlain = (name: string): name is PlainName => Object.hasOwn(PLAIN_FIELDS, name);

const NAMES = Object.keys(PLAIN_FIELDS).filter(isPlain);

/** An object with a value for each field. Its second signature is for the loop, whose types TypeScript can't follow. */
export function eachPlainField<Values>(of: (name: PlainName) => Values[PlainName & keyof Values]): Values;
export function eachPlainField(of: (name: PlainName) => unknown): object {
  const values: Record<string, unknown> = {};
  for (const name of NAMES) values[name] = of(name);
  return values;
}

/** Picks one part of each field, such as its schema in responses. */
export function partOf<Part extends keyof Table[PlainName]>(
  part: Part,
): { [Name in PlainName]: Table[Name][Part] };
export function partOf(part: keyof Table[PlainName]): object {
  return eachPlainField<Record<PlainName, unknown>>((name) => PLAIN_FIELDS[name][part]);
}

export const plainFieldsOf = (budget: Partial<PlainFields>): PlainFields =>
  eachPlainField<PlainFields>((name) => budget[name]);

export const changedPlainFields = (
  changes: RequestedPlainFields,
  before: Partial<PlainFields>,
): PlainFields =>
  eachPlainField<PlainFields>((name) => changedBy<PlainFields[PlainName]>(changes[name], before[name]));
