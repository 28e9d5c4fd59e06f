import { hkdfSync } from 'node:crypto';

/** The key that signs the service's session tokens. */
export const key = Buffer.from(
  hkdfSync('sha256', process.env['TOKEN_KEYS'] ?? '', '', 'event-budget-service', 32),
);
