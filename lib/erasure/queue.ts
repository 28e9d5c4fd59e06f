import * as z from 'zod/mini';
import { invokeLater } from '../aws/invoke.ts';
import { readConfig } from '../config/config.ts';

/** Payload of the function that erases an account. */
export const erasure = z.object({ account_id: z.string() });

/** The deletion may still be about to be requested. */
export const eraseLater = (accountId: string): Promise<void> =>
  invokeLater(readConfig().eraseFunction, { account_id: accountId } satisfies z.output<typeof erasure>);
