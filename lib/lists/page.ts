import * as z from 'zod/mini';
import { timeOf } from '../id.ts';
import { instant, toInstant } from '../instant.ts';
import { problem } from '../problem.ts';
import { examplesOf, ifSet, wholeNumberText } from '../schema.ts';

/**
 * Maximum size of a list or a file in a response, in bytes after the JSON is escaped again for Lambda's response, where each
 * quotation mark takes at least two. Lambda's own limit is 6,291,556 bytes.
 */
export const MAX_BODY_BYTES = 5_000_000;

export const count = z.int32().check(z.gte(0));

export const limitParameter = (entries: string) =>
  z.optional(wholeNumberText(`The maximum number of ${entries} in the response`, 200));

interface PageOptions<Entity> {
  cursorAfter: (entity: Entity) => string;
  limit?: number | undefined;
  /** After this many pages the response ends, even if it has room. */
  maxReads?: number;
}

/** Fills one response. `toResponse` returns `undefined` to leave an entity out. */
export async function pageOf<Entity, Item extends object>(
  pages: AsyncIterable<Entity[]>,
  toResponse: (entity: Entity) => Item | undefined,
  { cursorAfter, limit, maxReads = Number.POSITIVE_INFINITY }: PageOptions<Entity>,
): Promise<{ return_count: number; data: Item[]; next_cursor?: string }> {
  const data: Item[] = [];
  let bytes = 0;
  let reads = 0;
  let last: Entity | undefined;
  const nextPage = (entity: Entity) => ({ ...listOf(data), next_cursor: cursorAfter(entity) });
  for await (const page of pages) {
    for (const entity of page) {
      const item = toResponse(entity);
      if (item) {
        bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(item)));
        if (last && (bytes > MAX_BODY_BYTES || data.length === limit)) return nextPage(last);
        data.push(item);
      }
      last = entity;
    }
    reads += 1;
    if (last && reads >= maxReads) return nextPage(last);
  }
  return listOf(data);
}

export const idAfter = ({ id }: { id: number }): string => String(id);

export const listOf = <Item>(data: Item[]) => ({ return_count: data.length, data });

export const single = <Item>(data: Item) => ({ return_count: 1 as const, data });

export const singleResponse = <Item extends z.ZodMiniType>(item: Item) => ({
  return_count: z.int32().check(z.gte(1), z.lte(1), z.meta({ examples: [1] })),
  data: item,
});

export function listResponse<Item extends z.ZodMiniType>(item: Item) {
  const examples = examplesOf(item);
  return {
    return_count: count.check(
      z.meta({ description: 'Number of entries in `data`', examples: [examples.length] }),
    ),
    data: z.array(item).check(z.meta({ examples: [examples] })),
  };
}

export const nextCursor = z.optional(
  z.string().check(
    z.meta({
      description: 'Cursor of the next page; absent on the last page. A page can be empty and still have one',
    }),
  ),
);

export const pageResponse = <Item extends z.ZodMiniType>(item: Item) => ({
  ...listResponse(item),
  next_cursor: nextCursor,
});

/** Takes some of these names, comma-separated: what a list has besides its usual fields. */
export const includeParameter = <Name extends string>(names: readonly Name[], description: string) =>
  z
    .optional(
      z.pipe(
        z.string().check(
          z.refine((list) => list.split(',').every((name) => names.some((known) => known === name)), {
            error: problem('invalid', `may only contain ${names.join(', ')}`),
            abort: true,
          }),
          z.meta({
            description,
            override: ({ jsonSchema }) => {
              Object.assign(jsonSchema, { type: 'array', items: { type: 'string', enum: names } });
            },
          }),
        ),
        z.transform((list) => names.filter((name) => list.split(',').includes(name))),
      ),
    )
    .check(z.meta({ param: { style: 'form', explode: false } }));

const TO_SEND = 'Send it as `If-Match: "<version>"`';

export const listedVersion = count.check(z.meta({ description: `That of the budget. ${TO_SEND}` }));

export const includedVersion = ifSet(count, `Only with \`include=version\`. ${TO_SEND}`);

const inTimes = (description: string) => ifSet(instant, `${description}; only with \`include=times\``);

export const includedTimes = (lastChange: string) => ({
  created_at: inTimes('When it was created'),
  updated_at: inTimes(lastChange),
});

/** The times of an entry. `updated_at` is in Unix milliseconds; `undefined` if it was never changed. */
export function timesOf({ id, updated_at = 0 }: { id: number; updated_at?: number | undefined }) {
  const created = timeOf(id);
  // The clock of a later write may be behind.
  return { created_at: toInstant(created), updated_at: toInstant(Math.max(created, updated_at)) };
}
