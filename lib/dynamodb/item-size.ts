/** Size that DynamoDB counts for a value, or for an item without its attributes' names. */
export function storedBytesOf(value: unknown): number {
  if (typeof value === 'string' || value instanceof Uint8Array) return Buffer.byteLength(value);
  if (typeof value === 'number' || typeof value === 'bigint') return storedBytesOfNumber(String(value));
  if (typeof value !== 'object' || value === null) return 1;
  const all = Array.isArray(value) ? value.map((entry) => ['', entry]) : Object.entries(value);
  const entries = all.filter(([, entry]) => entry !== undefined);
  return entries.reduce((sum, [name, entry]) => sum + Buffer.byteLength(name) + storedBytesOf(entry) + 1, 3);
}

/** A byte for two significant digits, and two more at most. */
const storedBytesOfNumber = (text: string): number => Math.ceil(text.replace(/^-?0*|\D/g, '').length / 2) + 2;
