import { historyHandler } from '../../lib/history/record-write.ts';

/** Invoked by the table's stream with writes of events. */
export const handler = historyHandler;
