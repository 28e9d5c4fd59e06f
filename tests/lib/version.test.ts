import { expect, it } from 'vitest';
import { version } from '../../lib/version.ts';
import packageJson from '../../package.json' with { type: 'json' };

it('the version is that of package.json', () => {
  expect(version).toBe(packageJson.version);
});
