import * as z from 'zod/mini';
import { readConfig } from '../config/config.ts';
import { invokeLater } from '../aws/invoke.ts';

/** What the function that erases an account takes. */
export const erasure = z.object({ account_id: z.string() });

/** Has an account erased once it is leaving. */
export const eraseLater = (accountId: string): Promise<void> =>
  invokeLater(readConfig().eraseFunction, { account_id: accountId } satisfies z.output<typeof erasure>);
