import * as z from 'zod/mini';

/** Who makes a write of an event. */
export interface Author {
  accountId: string;
  /** Of the access token that makes it, if one does. */
  tokenId?: string | undefined;
  /** The version whose write it takes back, if it does. */
  undoes?: number | undefined;
  /** Of the account's membership then, which entries of the history have. The owner has none. */
  membershipId?: number | undefined;
}

/** What an event's item has of the author of its last write, and an entry of the history of its write's. */
export const storedAuthor = ({ accountId, tokenId, undoes, membershipId }: Author) => ({
  a: accountId,
  t: tokenId,
  u: undoes,
  m: membershipId,
});

/** The author that is stored so. */
export const authorIn: z.ZodMiniType<Author> = z.pipe(
  z.object({ a: z.string(), t: z.optional(z.string()), u: z.optional(z.int()), m: z.optional(z.int()) }),
  z.transform(({ a, t, u, m }): Author => ({ accountId: a, tokenId: t, undoes: u, membershipId: m })),
);
