import type { EventHead } from '../plan/head.ts';

/** How long a write may take to be recorded. Later than that, an entry that isn't there will never be. */
const RECORDED_WITHIN_MS = 60_000;

/** Whether the last writes of an event may still be recorded, if those until a version are. */
export const isPendingAfter = (
  recorded: number,
  { version, updated_at }: Pick<EventHead, 'version' | 'updated_at'>,
): boolean => version > recorded && updated_at + RECORDED_WITHIN_MS > Date.now();
