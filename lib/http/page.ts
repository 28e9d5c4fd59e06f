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
