import * as z from 'zod/mini';
import { invokeLater } from '../aws/invoke.ts';
import { readConfig } from '../config/config.ts';

/** Payload of the function that erases an account. */
export const erasure = z.object({ account_id: z.string() });

/** Invokes the function that erases an account, whose deletion is requested or will be in a moment. */
export const eraseLater = (accountId: string): Promise<void> =>
  invokeLater(readConfig().eraseFunction, { account_id: accountId } satisfies z.output<typeof erasure>);
