import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idParameter, lastIdAt, timeOf } from '../../lib/id.ts';

let nextId: (now?: number) => number;
// Ids only increase, so each test has its own.
beforeEach(async () => {
  vi.resetModules();
  ({ nextId } = await import('../../lib/id.ts'));
});

const YEAR = Date.UTC(2040, 0, 1);

describe('nextId', () => {
  it('returns 100,000 increasing ids within a few milliseconds', () => {
    const ids = Array.from({ length: 100_000 }, () => nextId());
    expect(ids.every((id, n) => n === 0 || id > (ids[n - 1] ?? Infinity))).toBe(true);
  });

  it('keeps increasing when the clock is set back', () => {
    const before = nextId(YEAR);
    expect(nextId(YEAR - 1)).toBeGreaterThan(before);
  });

  it('has the milliseconds since 2026 above 12 bits, up to lastIdAt', () => {
    const id = nextId(YEAR);
    expect(Math.floor(id / 4_096)).toBe(YEAR - Date.UTC(2026, 0, 1));
    expect(id).toBeLessThanOrEqual(lastIdAt(YEAR));
    expect(nextId(YEAR + 1)).toBeGreaterThan(lastIdAt(YEAR));
  });
});

it.each([
  [1, '2026-01-01T00:00:00.000Z'],
  [4_095, '2026-01-01T00:00:00.000Z'],
  [4_096, '2026-01-01T00:00:00.001Z'],
  [lastIdAt(YEAR), '2040-01-01T00:00:00.000Z'],
  [lastIdAt(YEAR) + 1, '2040-01-01T00:00:00.001Z'],
  [Number.MAX_SAFE_INTEGER, '2095-09-07T15:47:35.551Z'],
])('the id %d is of the time %s', (id, date) => {
  expect(new Date(timeOf(id)).toISOString()).toBe(date);
});

it('an id in a path is a whole number from 1 to 2^53 - 1 in its one form', () => {
  const parse = (text: string) => idParameter('event').safeParse(text).data;
  expect(['1', '4096', '9007199254740991'].map(parse)).toEqual([1, 4_096, 9_007_199_254_740_991]);
  const invalid = ['0', '01', '-1', '+1', '1.5', '1e3', '0x1', ' 1', '', '9007199254740992', '٣'];
  expect(invalid.filter((text) => parse(text) !== undefined)).toEqual([]);
});
