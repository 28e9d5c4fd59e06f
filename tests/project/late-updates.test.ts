import { expect, it } from 'vitest';
import { lateUpdates } from '../../build/late-updates.js';

const NOW = Date.parse('2026-11-01T00:00:00Z');
const times = {
  created: '2020-01-01T00:00:00Z',
  '1.9.0': '2026-01-01T00:00:00Z',
  '1.10.0': '2026-02-01T00:00:00Z',
  '1.9.1': '2026-03-01T00:00:00Z',
  '2.0.0-beta.1': '2026-04-01T00:00:00Z',
  '1.10.1': '2026-10-01T00:00:00Z',
};

it('an update older than a quarter is late', () => {
  expect(lateUpdates('1.9.0', times, NOW)).toEqual(['1.10.0', '1.9.1']);
});

it('an update is not late if it is recent, a fix of an older version, or a prerelease', () => {
  expect(lateUpdates('1.10.0', times, NOW)).toEqual([]);
});
