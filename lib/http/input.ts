import type * as z from 'zod/mini';
import { malformed } from './body.ts';
import { type FieldError, fieldError, notFound, type Refusal } from './refusals.ts';

/** The schemas of what an operation takes; a part without one is not handed to it. */
export interface InputShape {
  path?: z.ZodMiniObject;
  query?: z.ZodMiniObject;
  body?: z.ZodMiniType;
  /** The address that the request comes from, as API Gateway saw it. */
  source?: z.ZodMiniType<unknown, string>;
}

export type Input<Shape extends InputShape> = z.output<ReturnType<typeof z.object<Shape>>>;

/** The input as its schema gives it; `invalid` says how a query or body is refused that fits no schema. */
export function checkInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: Record<keyof InputShape, unknown>,
  invalid: (errors: FieldError[]) => Refusal,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  if (issues.some(({ path, code }) => path.join() === 'body' && code === 'invalid_type')) throw malformed();
  const errors = issues
    .filter(({ path }) => path[0] !== 'path')
    .map(({ path, message }) => fieldError(String(path.at(-1)), message));
  // What fits no path is nowhere, like an id that nobody has.
  throw errors.length > 0 ? invalid(errors) : notFound();
}
