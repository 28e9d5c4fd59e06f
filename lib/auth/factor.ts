import * as z from 'zod/mini';
import { bytes } from '../schema.ts';

/** The second factor in an account's item, with names as short as a session's. */
export const storedFactor = z.object({
  /** The key that the authenticator app has too. */
  k: bytes,
  /** Start in Unix time (milliseconds). */
  s: z.int(),
  /** The time step of the last code that was used. */
  u: z.int(),
  /** SHA-256 of each recovery code that is left. */
  r: z.array(bytes),
});

export type Factor = z.output<typeof storedFactor>;
