import { expect, it } from 'vitest';
import { fileResponse, jsonFile } from '../../../lib/http/static-file.ts';

const file = jsonFile({});

/** The CPU time, in microseconds, that it takes to read so many headers, each with a run of so many spaces. */
function cpuOf(times: number, spaces: number): number {
  const headers = { 'accept-encoding': `br${' '.repeat(spaces)}x, gzip` };
  const started = process.cpuUsage();
  for (let n = 0; n < times; n++) expect(fileResponse(file, headers).body).toBe(file.content);
  const { user, system } = process.cpuUsage(started);
  return user + system;
}

it('reads one long Accept-Encoding as fast as short ones that are as long together', () => {
  cpuOf(256, 128);
  // If the time were quadratic, it would be 256 times as long.
  expect(cpuOf(1, 32_768)).toBeLessThan(16 * cpuOf(256, 128));
});
