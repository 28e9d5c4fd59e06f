import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const FOLDER = '.local/mail';

/**
 * Waits for a mail of a local service, and returns the token of its link. Gives up after 5 seconds.
 * @param {string} address
 * @param {string} path of the endpoint that takes the token, such as /auth/verify-email
 */
export async function mailedToken(address, path) {
  const link = new RegExp(`^To: ${address}\n[^]*${path.replace('/auth', '')}#token=(\\S+)`, 'm');
  for (let tries = 0; tries < 50; tries += 1) {
    for (const file of await readdir(FOLDER).catch(() => [])) {
      const token = link.exec(await readFile(join(FOLDER, file), 'utf8'))?.[1];
      if (token) return token;
    }
    await setTimeout(100);
  }
  return undefined;
}
