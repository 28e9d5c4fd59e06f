import * as z from 'zod/mini';

/** ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** The instant at a Unix time in milliseconds. */
export const toInstant = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** The Unix time in seconds. */
export const nowInSeconds = (): number => Math.floor(Date.now() / 1_000);

/** A Unix time in seconds, for people. */
export const toTimeText = (seconds: number): string =>
  toInstant(seconds * 1_000)
    .replace('T', ' ')
    .replace('.000Z', ' (UTC)');
