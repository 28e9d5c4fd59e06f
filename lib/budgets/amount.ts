declare global {
  interface JSON {
    /** Part of ECMAScript, and of Node since 22; TypeScript's libraries don't have it yet. */
    rawJSON(text: string): unknown;
  }
}

/** Whole cents as a JSON number with exactly two fractional digits. */
export const amountOf = (cents: number): unknown => JSON.rawJSON((cents / 100).toFixed(2));
