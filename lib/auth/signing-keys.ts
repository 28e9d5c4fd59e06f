import { beforeEachCall } from '../aws/call.ts';
import { readSecret } from '../aws/secret.ts';
import { keepTokenKeys, readConfig } from '../config/config.ts';
import { variable } from '../config/environment.ts';
import { logger } from '../log.ts';

/** A rotated key is known to every process after this time. */
const MAX_AGE_MS = 5 * 60_000;
/** While new ones can't be read, a process keeps the keys that it has. */
const RETRY_MS = 60_000;

let readAgainAt = 0;
let reading: Promise<string> | undefined;
let areRead = false;

/** Has the current keys in the configuration. Throws `SecretUnavailableError` if there are none and none can be read. */
async function read(): Promise<void> {
  const secret = variable('TOKEN_SECRET');
  // Locally, they are in the environment.
  if (secret === undefined || Date.now() < readAgainAt) return;
  try {
    reading ??= readSecret(secret);
    keepTokenKeys(await reading);
    areRead = true;
    readAgainAt = Date.now() + MAX_AGE_MS;
  } catch (error) {
    if (!areRead) throw error;
    readAgainAt = Date.now() + RETRY_MS;
    logger.error('signing keys', { error });
  } finally {
    reading = undefined;
  }
}

beforeEachCall(read);
// While the function loads, so that its first call waits less. If it fails, a later call reads them again.
read().catch(() => undefined);

/** The first key signs; every key verifies. Throws `ConfigError` if there is none, or one is too short. */
export const signingKeys = (): [string, ...string[]] => readConfig().tokenKeys;
