import * as z from 'zod/mini';

/** Who makes a write of an event. */
export interface Author {
  accountId: string;
  /** Of the access token that makes it, if one does. */
  tokenId?: string | undefined;
  /** The version whose write it takes back, if it does. */
  undoes?: number | undefined;
}

/** What an event's item has of the author of its last write. */
export const storedAuthor = ({ accountId, tokenId, undoes }: Author) => ({
  a: accountId,
  t: tokenId,
  u: undoes,
});

/** The author of an item's last write. */
export const authorIn: z.ZodMiniType<Author> = z.pipe(
  z.object({ a: z.string(), t: z.optional(z.string()), u: z.optional(z.int()) }),
  z.transform(({ a, t, u }): Author => ({ accountId: a, tokenId: t, undoes: u })),
);
