/** How often each answer was given and each fault met. */
export const figures: Record<string, number> = {};

export function count(what: string, times = 1): void {
  if (times > 0) figures[what] = (figures[what] ?? 0) + times;
}
