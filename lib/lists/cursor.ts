import * as z from 'zod/mini';
import { hmacOf, isHmacOf } from '../auth/hmac.ts';
import { Rejection } from '../errors.ts';
import { problem } from '../problem.ts';
import type { Position } from './order.ts';

const PURPOSE = 'cursor';
const HMAC_LENGTH = 22;

export const INVALID_CURSOR = problem('invalid', 'is invalid');

/** Start of a page in a list, and the parameters that must stay the same. */
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
 * A cursor that continues a list after this position. `list` has the list's owner, order and filters. The HMAC covers
 * them, so a cursor of another list is rejected like a changed one.
 */
export function cursorOf({ id, value }: Position, list: string): string {
  const content = Buffer.from(`${id} ${value}`).toString('base64url');
  return content + hmacOf(PURPOSE, `${list}\n${content}`);
}

/** The position in a cursor. Throws `invalid` if it was changed or is of another list. */
export function positionIn(cursor: string, list: string): Position {
  const content = cursor.slice(0, -HMAC_LENGTH);
  if (!isHmacOf(cursor.slice(-HMAC_LENGTH), PURPOSE, `${list}\n${content}`)) throw invalidCursor();
  const [id = '', ...value] = Buffer.from(content, 'base64url').toString().split(' ');
  return { id: Number(id), value: value.join(' ') };
}

const invalidCursor = () =>
  new Rejection('invalid', {
    field: 'cursor',
    problem: problem('invalid', 'must be the next_cursor of a list with the same sort and filters'),
  });
