import { afterAll, beforeAll, vi } from 'vitest';

type Level = 'DEBUG' | 'INFO';

/**
 * Catches what the tests of a file print, from a log of this level. Load what they test afterwards: the logger reads its level
 * when it is created.
 */
export function caughtLog(level: Level) {
  let written: string[] = [];
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', level);
  vi.resetModules();
  beforeAll(() => {
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((chunk) => written.push(String(chunk)) > 0);
  });
  afterAll(() => {
    vi.restoreAllMocks();
    vi.unstubAllEnvs();
  });
  return {
    /** What was printed since the last `clear`. */
    lines: () => written,
    text: () => written.join(''),
    clear: () => {
      written = [];
    },
  };
}
