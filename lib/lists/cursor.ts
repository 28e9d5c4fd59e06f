import * as z from 'zod/mini';
import { hmacOf, isHmacOf } from '../auth/signing-keys.ts';
import { Rejection } from '../errors.ts';
import { idCursor } from '../id.ts';
import { problem } from '../problem.ts';
import { choice } from '../schema.ts';

export interface Position {
  id: number;
  /** The value of the field to sort by; empty in order of creation. */
  value: string;
}

interface SortKey<Entity> {
  /** Text form, for a cursor. */
  read: (entity: Entity) => string;
  compare: (one: string, other: string) => number;
}

interface Order<Entity> {
  name: string;
  isReversed: boolean;
  isByCreation: boolean;
  positionOf: (entity: Entity) => Position;
  compare: (one: Position, other: Position) => number;
}

// `en` has the collation of CLDR's root. `und` would be the language of the machine.
const collator = new Intl.Collator('en');

export const byText = <Entity>(read: (entity: Entity) => string): SortKey<Entity> => ({
  read,
  compare: collator.compare,
});

export const byNumber = <Entity>(read: (entity: Entity) => number): SortKey<Entity> => ({
  read: (entity) => String(read(entity)),
  compare: (one, other) => Number(one) - Number(other),
});

/** Takes `created` and the names of these keys, each also with a `-`. */
export function sortParameter<Entity extends { id: number }>(keys: Record<string, SortKey<Entity>>) {
  const fields = ['created', ...Object.keys(keys)];
  const names = fields.flatMap((name) => [name, `-${name}`]);
  return z.prefault(
    z.pipe(
      choice(names).check(
        z.meta({
          description: `One of ${fields.map((name) => `\`${name}\``).join(', ')}. A leading \`-\` reverses the order. Text is in Unicode's root order: a, ä, B, z. Entries with equal values are in order of creation, reversed or not`,
          override: ({ jsonSchema }) => {
            delete jsonSchema.enum;
            // An enum with an entry `name` breaks generated clients.
            jsonSchema.pattern = `^-?(${fields.join('|')})$`;
          },
        }),
      ),
      z.transform((name) => orderOf(name, keys)),
    ),
    'created',
  );
}

function orderOf<Entity extends { id: number }>(
  name: string,
  keys: Record<string, SortKey<Entity>>,
): Order<Entity> {
  const isReversed = name.startsWith('-');
  const sign = isReversed ? -1 : 1;
  // `created` has no key: ids ascend in order of creation.
  const key = keys[isReversed ? name.slice(1) : name];
  return {
    name,
    isReversed,
    isByCreation: key === undefined,
    positionOf: (entity) => ({ id: entity.id, value: key?.read(entity) ?? '' }),
    compare: key
      ? (one, other) => sign * key.compare(one.value, other.value) || one.id - other.id
      : (one, other) => sign * (one.id - other.id),
  };
}

export function sortedAfter<Entity>(
  entities: Entity[],
  { positionOf, compare }: Pick<Order<Entity>, 'positionOf' | 'compare'>,
  after?: Position,
): Entity[] {
  return entities
    .map((entity) => ({ entity, position: positionOf(entity) }))
    .filter(({ position }) => !after || compare(position, after) > 0)
    .sort((one, other) => compare(one.position, other.position))
    .map(({ entity }) => entity);
}

const PURPOSE = 'cursor';
const HMAC_LENGTH = 22;

export const INVALID_CURSOR = problem('invalid', 'is invalid');

/** `others` are the parameters that must stay the same. */
export const cursorParameter = (others?: string) =>
  z.optional(
    z.string().check(
      z.regex(/^[A-Za-z0-9_-]+$/, { error: INVALID_CURSOR, abort: true }),
      z.meta({
        description: `\`next_cursor\` of the previous page${others === undefined ? '' : `. Send it with the same ${others}`}`,
      }),
    ),
  );

/**
 * Continues a list after this position. `list` has the list's owner, order and filters. The HMAC covers them, so a cursor of
 * another list is rejected like a changed one.
 */
export function cursorOf({ id, value }: Position, list: string): string {
  const content = Buffer.from(`${id} ${value}`).toString('base64url');
  return content + hmacOf(PURPOSE, `${list}\n${content}`);
}

export function positionIn(cursor: string, list: string): Position {
  const content = cursor.slice(0, -HMAC_LENGTH);
  if (!isHmacOf(cursor.slice(-HMAC_LENGTH), PURPOSE, `${list}\n${content}`))
    throw new Rejection('invalid', {
      field: 'cursor',
      problem: problem('invalid', 'must be the next_cursor of a list with the same sort and filters'),
    });
  const [id = '', ...value] = Buffer.from(content, 'base64url').toString().split(' ');
  return { id: Number(id), value: value.join(' ') };
}

export const idCursorParameter = z.optional(
  idCursor.check(
    z.meta({
      description: '`next_cursor` of the previous page',
      // Below 2^53, as a pattern can say it; ids get there in 2095.
      pattern: '^(?:[1-9][0-9]{0,14}|[1-8][0-9]{15})$',
    }),
  ),
);
