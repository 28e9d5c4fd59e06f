import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

describe('byText', () => {
  // Swedish has ä after z.
  it.each(['C.UTF-8', 'sv_SE.UTF-8'])('sorts in the same order with the locale %s', (LC_ALL) => {
    const script = `
      const { byText } = await import('./lib/lists/cursor.ts');
      console.log(['z', 'ä', 'B', 'a', 'ß', 'b'].sort(byText(String).compare).join());`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, LC_ALL },
      encoding: 'utf8',
    });
    expect(stdout).toBe('a,ä,b,B,ß,z\n');
  });
});
