import { hkdfSync } from 'node:crypto';

/** By purpose and configured key, so that each is derived once. */
const keys = new Map<string, Buffer>();

/** The key for a purpose, which HKDF derives from a configured one. It tells nothing of that one or of any other. */
export function derivedKey(configured: string, purpose: string): Buffer {
  const name = `${purpose}\n${configured}`;
  const known = keys.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', configured, '', purpose, 32));
  keys.set(name, key);
  return key;
}
