import * as z from 'zod/mini';

type Fields = Record<string, unknown>;

/** Leaves one of both. Without either, `username` is blank. */
const either = ({ email, ...others }: Fields): Fields =>
  others['username'] === undefined && email !== undefined
    ? { ...others, email }
    : { username: '', ...others };

/** A body with an e-mail address as `username`, which is the contract's word for it, or as `email`. */
export const withUsername = <Address extends z.ZodMiniType<string>, Others extends z.core.$ZodLooseShape>(
  address: Address,
  others: Others,
) =>
  z.pipe(
    z.transform((body: Fields | undefined) => body && either(body)),
    z.object({
      username: z
        .optional(address)
        .check(z.meta({ description: 'The e-mail address. Required without `email`' })),
      email: z
        .optional(address)
        .check(z.meta({ description: 'Another name for `username`. Ignored if both are sent' })),
      ...others,
    }),
  );
