import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where curl is, which the examples for a shell call. */
export const curl = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'curl'))
  .find((file) => existsSync(file));
if (!curl) console.warn('curl is not installed here: the examples for a shell are not tested.');
