import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * The signing key kept in a file, made at the first call, so that a token outlives a restart.
 * @param {string} file
 */
export async function keptTokenKey(file) {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // Another one would put an end to all tokens.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
  const key = randomBytes(48).toString('base64url');
  await mkdir(dirname(file), { recursive: true });
  // Renamed into place, so that it is never there in part.
  await writeFile(`${file}.new`, key, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return key;
}
