import type { Authentication } from './authentication.ts';

/** For endpoints that need no token. Their bundles leave out what verifies one. */
export const none: Authentication<undefined> = {
  scheme: 'none',
  authenticate: async () => undefined,
  requireSession: async () => undefined,
};
