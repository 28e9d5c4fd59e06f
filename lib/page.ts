import * as z from 'zod/mini';

/**
 * What a list may take of an answer, in bytes as Lambda's envelope carries them: there a quotation mark
 * takes two and more. The envelope's own limit is 6,291,556.
 */
const MAX_BYTES = 5_000_000;

/** One answer's fill of a list, and the cursor to the rest of it where there is one. */
export async function pageOf<Entity, View extends { id: number }>(
  pages: AsyncIterable<Entity[]>,
  view: (entity: Entity) => View,
) {
  const data: View[] = [];
  let bytes = 0;
  for await (const page of pages) {
    for (const shown of page.map(view)) {
      bytes += Buffer.byteLength(JSON.stringify(JSON.stringify(shown)));
      if (bytes > MAX_BYTES) return { return_count: data.length, data, next_cursor: String(data.at(-1)?.id) };
      data.push(shown);
    }
  }
  return { return_count: data.length, data };
}

/** The schemas of an answer that shows one. */
export const oneOf = <Shown extends z.ZodMiniType>(shown: Shown) => ({
  return_count: z.literal(1),
  data: shown,
});

/** The schemas of an answer that shows many. */
export const manyOf = <Shown extends z.ZodMiniType>(shown: Shown) => ({
  return_count: z.int().check(z.gte(0), z.meta({ examples: [1] })),
  data: z.array(shown),
});

/** The schema of the cursor to the rest of a list. */
export const cursor = {
  next_cursor: z.optional(z.string().check(z.meta({ description: 'Where to go on, if there is more' }))),
};
