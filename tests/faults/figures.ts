/** Counts of each response and each fault. */
export const figures: Record<string, number> = {};

export function count(what: string, times = 1): void {
  if (times > 0) figures[what] = (figures[what] ?? 0) + times;
}
