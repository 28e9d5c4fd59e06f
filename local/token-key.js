import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Reads the signing key from a file, and creates it on the first call, so that tokens survive a restart.
 * @param {string} file
 */
export async function keptTokenKey(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // A new key would invalidate all tokens.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const key = randomBytes(48).toString('base64url');
  await mkdir(dirname(file), { recursive: true });
  // Written to another file and renamed, so that it is never incomplete.
  await writeFile(`${file}.new`, key, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return key;
}
