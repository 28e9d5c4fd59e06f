import * as z from 'zod/mini';

/** The body of a logout, which may be missing. */
export const logoutBody = z
  .prefault(z.object({ everywhere: z._default(z.boolean({ error: 'must be true or false' }), false) }), {})
  .check(z.meta({ id: 'Logout', examples: [{ everywhere: true }] }));
