import type { Lane } from '../../support/faults.ts';

/** Counts of each response and each fault. */
export const figures: Record<string, number> = {};

export function count(what: string, times = 1): void {
  if (times > 0) figures[what] = (figures[what] ?? 0) + times;
}

export function countFaults({ injected }: Lane): void {
  for (const [kind, times] of Object.entries(injected)) count(kind, times);
}
