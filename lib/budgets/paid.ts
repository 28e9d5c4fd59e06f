/** Whether a budget is paid, or not, as wanted; true if nothing is wanted. */
export const isPaidAs = (
  wanted: boolean | undefined,
  { paid = false }: { paid?: boolean | undefined },
): boolean => wanted === undefined || paid === wanted;
