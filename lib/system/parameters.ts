import * as z from 'zod/mini';

/** The file name of a page itself, beside those of its scripts and styles. */
export const PAGE = 'index.html';

/** Without a file name, the page itself is served. */
export const pageParameters = z.object({
  file: z._default(z.string().check(z.meta({ examples: [PAGE] })), PAGE),
});
