import { createHmac, hkdfSync } from 'node:crypto';
import { beforeEachCall } from '../aws/call.ts';
import { readSecret } from '../aws/secret.ts';
import { keepTokenKeys, readConfig } from '../config/config.ts';
import { ConfigError, variable } from '../config/environment.ts';
import { logger } from '../log.ts';

/** A rotated key is known to every process after this time. */
const MAX_AGE_MS = 5 * 60_000;
/** The same if they can't be read, or one of them is rejected. Until then, a process keeps the keys that it has. */
const RETRY_MS = 60_000;

let readAgainAt = 0;
let reading: Promise<void> | undefined;
let areRead = false;

/** Loads the current keys into the configuration. Throws `SecretUnavailableError` if there are none and none can be read. */
async function read(): Promise<void> {
  const secret = variable('TOKEN_SECRET');
  // Locally, they are in the environment.
  if (secret === undefined || Date.now() < readAgainAt) return;
  reading ??= readFrom(secret).finally(() => {
    reading = undefined;
  });
  await reading;
}

async function readFrom(secret: string): Promise<void> {
  try {
    const { taken, rejected } = keepTokenKeys(await readSecret(secret));
    areRead ||= taken > 0;
    readAgainAt = Date.now() + (rejected > 0 ? RETRY_MS : MAX_AGE_MS);
    if (rejected === 0) return;
    const error = new ConfigError('A signing key is too short');
    // An alarm counts these lines: a removed key may still be accepted.
    logger.error('signing keys', { error, taken_keys: taken, rejected_keys: rejected });
  } catch (error) {
    if (!areRead) throw error;
    readAgainAt = Date.now() + RETRY_MS;
    logger.error('signing keys', { error });
  }
}

beforeEachCall(read);
// While the function loads, so that its first call waits less. If it fails, a later call reads them again.
read().catch(() => undefined);

/** The first key signs; every key verifies. Throws `ConfigError` if there is none, or one is too short. */
export const signingKeys = (): [string, ...string[]] => readConfig().tokenKeys;

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

const hmacWith = (key: string, purpose: string, text: string): string =>
  createHmac('sha256', derivedKey(key, purpose)).update(text).digest('base64url').slice(0, 22);

/** An HMAC, which doesn't reveal the text. It depends on the purpose, and changes with the signing key. */
export const hmacOf = (purpose: string, text: string): string => hmacWith(signingKeys()[0], purpose, text);

/** The HMACs of a text with every configured key, so that what has one of them survives a rotation of keys. */
export const hmacsOf = (purpose: string, text: string): string[] =>
  signingKeys().map((key) => hmacWith(key, purpose, text));

/** Returns whether an HMAC is of this text, with any of the configured keys. */
export const isHmacOf = (hmac: string, purpose: string, text: string): boolean =>
  hmacsOf(purpose, text).includes(hmac);
