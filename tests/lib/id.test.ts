import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idParameter, lastIdAt, timeOf } from '../../lib/id.ts';

let nextId: (now?: number) => number;
// Ids only increase, so each test has its own.
beforeEach(async () => {
  vi.resetModules();
  ({ nextId } = await import('../../lib/id.ts'));
});

describe('nextId', () => {
  it('returns 100,000 increasing ids within a few milliseconds', () => {
    const ids = Array.from({ length: 100_000 }, () => nextId());
    expect(ids.every((id, n) => n === 0 || id > (ids[n - 1] ?? Infinity))).toBe(true);
  });

  it('keeps increasing when the clock is set back', () => {
    const before = nextId(Date.UTC(2031, 0, 1));
    expect(nextId(Date.UTC(2030, 0, 1))).toBeGreaterThan(before);
  });

  it('has the milliseconds since 2026 above 12 bits', () => {
    const id = nextId(Date.UTC(2040, 0, 1));
    expect(Math.floor(id / 4_096)).toBe(Date.UTC(2040, 0, 1) - Date.UTC(2026, 0, 1));
  });

  it('is at most lastIdAt of its millisecond, and above that of an earlier one', () => {
    const time = Date.UTC(2045, 0, 1);
    expect(nextId(time)).toBeLessThanOrEqual(lastIdAt(time));
    expect(nextId(time + 1)).toBeGreaterThan(lastIdAt(time));
  });

  it('is below 2^53 until 2095', () => {
    expect(nextId(Date.UTC(2095, 0, 1))).toBeLessThan(Number.MAX_SAFE_INTEGER);
  });
});

describe('timeOf', () => {
  it('is the millisecond of all ids up to its lastIdAt', () => {
    const time = Date.UTC(2040, 5, 15, 12, 30, 15, 999);
    expect(timeOf(lastIdAt(time))).toBe(time);
    expect(timeOf(lastIdAt(time) + 1)).toBe(time + 1);
    expect(timeOf(lastIdAt(time - 1) + 1)).toBe(time);
  });

  it.each([
    [1, '2026-01-01T00:00:00.000Z'],
    [4_095, '2026-01-01T00:00:00.000Z'],
    [4_096, '2026-01-01T00:00:00.001Z'],
    [Number.MAX_SAFE_INTEGER, '2095-09-07T15:47:35.551Z'],
  ])('is a date for the id %d', (id, date) => {
    expect(new Date(timeOf(id)).toISOString()).toBe(date);
  });
});

describe('an id in a path', () => {
  it.each(['1', '4096', '9007199254740991'])('%s is valid', (text) => {
    expect(idParameter('event').parse(text)).toBe(Number(text));
  });

  it.each(['0', '01', '-1', '+1', '1.5', '1e3', '0x1', ' 1', '', '9007199254740992', '٣'])(
    '%j is invalid',
    (text) => {
      expect(idParameter('event').safeParse(text).success).toBe(false);
    },
  );
});
