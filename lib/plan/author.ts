import * as z from 'zod/mini';

/** The author of a write of an event. */
export interface Author {
  accountId: string;
  /** Id of the access token that makes it, if one does. */
  tokenId?: string | undefined;
  /** The version whose write it takes back, if it does. */
  undoes?: number | undefined;
  /** Id of the account's membership then, for entries of the history. The owner has none. */
  membershipId?: number | undefined;
}

/** Stored form of an author, in an event's item and in entries of its history. */
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
