import * as z from 'zod/mini';

/** Who makes a write of an event. */
export interface Author {
  accountId: string;
  /** Of the access token that makes it, if one does. */
  tokenId?: string | undefined;
}

/** What an event's item has of the author of its last write. */
export const storedAuthor = ({ accountId, tokenId }: Author) => ({ a: accountId, t: tokenId });

/** The author of an item's last write. */
export const authorIn: z.ZodMiniType<Author> = z.pipe(
  z.object({ a: z.string(), t: z.optional(z.string()) }),
  z.transform(({ a, t }): Author => ({ accountId: a, tokenId: t })),
);
