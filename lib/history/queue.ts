import * as z from 'zod/mini';
import { invokeLater } from '../aws/invoke.ts';
import { readConfig } from '../config/config.ts';

const historyErasure = z.object({
  owner_id: z.string(),
  event_id: z.int(),
  /** Only entries of earlier versions. Without it, all. */
  before: z.optional(z.int()),
  /** The event was deleted for good, or has expired in the trash. */
  deleted: z.optional(z.literal(true)),
});

export type HistoryErasure = z.output<typeof historyErasure>;

/** Payload of the function that erases histories. */
export const historyErasures = z.object({ histories: z.array(historyErasure) });

export const eraseHistoriesLater = (histories: HistoryErasure[]): Promise<void> =>
  invokeLater(readConfig().eraseHistoriesFunction, {
    histories,
  } satisfies z.output<typeof historyErasures>);
