import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';

/** As it is made here. */
const KEY = /^[\w-]{64}$/;

/**
 * Reads the signing key from a file, and creates it on the first call, so that tokens survive a restart.
 * @param {string} file
 */
export async function keptTokenKey(file) {
  // A new key would invalidate all tokens.
  const kept = await readFile(file, 'utf8').catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (kept !== undefined) {
    if (KEY.test(kept)) return kept;
    throw new Error(
      'It is damaged: it must have 64 characters. Put it there again, or delete the file: everybody has to log in again then.',
    );
  }
  const key = randomBytes(48).toString('base64url');
  // Written to another file and renamed, so that it is never incomplete.
  await writeFile(`${file}.new`, key, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return key;
}
