/** How long a key is remembered. */
export const CLAIM_SECONDS = 86_400;

/** The id that a key has claimed, and a mark that the created event or budget gets too. */
export interface ClaimedId {
  id: number;
  mark: string;
}
