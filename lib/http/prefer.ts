import * as z from 'zod/mini';

/** A preference of a list. A comma in a quoted value doesn't end it. */
const PREFERENCE = /(?:"(?:[^"\\]|\\.)*"?|[^",])+/g;

/** Returns whether the first `return` asks for the representation. All else that the header may have is ignored. */
export function prefersRepresentation(header = ''): boolean {
  const preferences = (header.match(PREFERENCE) ?? []).map((preference) => {
    const [pair = ''] = preference.split(';');
    return pair.split('=').map((part) => part.trim().toLowerCase());
  });
  const [, value = '', ...rest] = preferences.find(([name]) => name === 'return') ?? [];
  return rest.length === 0 && /^("?)representation\1$/.test(value);
}

/** RFC 7240. The pipeline adds what was written to the response. */
export const prefer = z.object({
  prefer: z
    .optional(
      z.string().check(
        z.meta({
          description: 'With `return=representation`, the response has what was written, as a read shows it',
        }),
      ),
    )
    .check(z.meta({ param: { example: 'return=representation' } })),
});
