import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getItem } from '../../../lib/dynamodb/items.ts';
import {
  clearAttempts,
  countAttempt,
  requireBelowLimit,
  takeWindow,
  uncountAttempt,
} from '../../../lib/dynamodb/rate-limit.ts';
import { tooMany } from '../../../lib/errors.ts';

const LIMIT = { attempts: 3, windowSeconds: 60 };
const START = Date.UTC(2027, 0, 1);

let keys = 0;
const newKey = () => ({ PK: `ATTEMPTS#${++keys}`, SK: 'TEST' });
const later = (seconds: number) => vi.setSystemTime(START + seconds * 1_000);

/** Returns how many of these concurrent attempts are allowed. */
async function passed(key: ReturnType<typeof newKey>, tries: number): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: tries }, () => countAttempt(key, LIMIT)));
  const rejections = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of rejections) expect(reason).toMatchObject({ reason: 'too_many' });
  return tries - rejections.length;
}

async function usedUp() {
  const key = newKey();
  for (let tries = 0; tries < LIMIT.attempts; tries++) await countAttempt(key, LIMIT);
  return key;
}

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: START }));
afterEach(() => vi.useRealTimers());

describe('countAttempt', () => {
  it('allows attempts up to the limit, and rejects the next with the time to wait', async () => {
    const key = await usedUp();
    later(18);
    await expect(countAttempt(key, LIMIT)).rejects.toMatchObject({ details: { retryAfterSeconds: 42 } });
    expect(await getItem(key)).toEqual({ ...key, attempts: 3, expires_at: START / 1_000 + 60 });
  });

  it('starts a new window when the old one ends, and not a second earlier', async () => {
    const key = await usedUp();
    later(59);
    await expect(countAttempt(key, LIMIT)).rejects.toMatchObject({ details: { retryAfterSeconds: 1 } });
    later(60);
    expect(await passed(key, 1)).toBe(1);
    expect(await getItem(key)).toMatchObject({ attempts: 1, expires_at: START / 1_000 + 120 });
  });

  it('allows exactly the limit of 40 concurrent attempts, also after a window has ended', async () => {
    expect(await passed(newKey(), 40)).toBe(LIMIT.attempts);
    const key = await usedUp();
    later(61);
    expect(await passed(key, 40)).toBe(LIMIT.attempts);
  });
});

describe('takeWindow', () => {
  it('lets one of several at once take the window, again and again, and others when it has ended', async () => {
    const key = newKey();
    const outcomes = await Promise.all([1, 2, 3].map((id) => takeWindow(key, id, 60)));
    const taker = outcomes.indexOf(true) + 1;
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    later(18);
    expect(await takeWindow(key, 4, 60)).toBe(false);
    expect(await takeWindow(key, taker, 60)).toBe(true);
    expect(await getItem(key)).toMatchObject({ attempts: 1, taken_by: taker });
    later(18 + 59);
    expect(await takeWindow(key, 4, 60)).toBe(false);
    later(18 + 60);
    expect(await takeWindow(key, 4, 60)).toBe(true);
    expect(await getItem(key)).toMatchObject({ taken_by: 4, expires_at: START / 1_000 + 18 + 120 });
  });
});

describe('uncountAttempt', () => {
  it('takes one attempt out of the count, also at the limit', async () => {
    const key = newKey();
    const attempt = await countAttempt(key, LIMIT);
    await Promise.all([countAttempt(key, LIMIT), countAttempt(key, LIMIT)]);
    await uncountAttempt(attempt);
    expect(await getItem(key)).toEqual({ ...key, attempts: 2, expires_at: START / 1_000 + 60 });
    expect(await passed(key, 40)).toBe(1);
  });

  it('takes out an attempt of the last second of its window, and none of the next window', async () => {
    const key = newKey();
    await countAttempt(key, LIMIT);
    later(59);
    const attempt = await countAttempt(key, LIMIT);
    await uncountAttempt(attempt);
    expect(await getItem(key)).toMatchObject({ attempts: 1 });
    const another = await countAttempt(key, LIMIT);
    later(60);
    await countAttempt(key, LIMIT);
    await uncountAttempt(another);
    expect(await getItem(key)).toMatchObject({ attempts: 1, expires_at: START / 1_000 + 120 });
  });

  it('counts down to zero, and not below', async () => {
    const key = newKey();
    const attempt = await countAttempt(key, LIMIT);
    await Promise.all([uncountAttempt(attempt), uncountAttempt(attempt)]);
    expect(await getItem(key)).toMatchObject({ attempts: 0 });
    expect(await passed(key, 40)).toBe(LIMIT.attempts);
  });
});

it('clearAttempts takes all attempts out of the count, and stores nothing if there are none', async () => {
  const key = await usedUp();
  await clearAttempts({ key });
  expect(await getItem(key)).toEqual({ ...key, attempts: 0, expires_at: START / 1_000 + 60 });
  expect(await passed(key, 40)).toBe(LIMIT.attempts);
  await clearAttempts({ key: newKey() });
  expect(await getItem({ PK: `ATTEMPTS#${keys}`, SK: 'TEST' })).toBeUndefined();
});

it('requireBelowLimit throws at the limit with the time to wait, until the window ends', async () => {
  const counter = await getItem(await usedUp());
  expect(() => requireBelowLimit(undefined, LIMIT)).not.toThrow();
  expect(() => requireBelowLimit(counter, { ...LIMIT, attempts: 4 })).not.toThrow();
  later(59);
  expect(() => requireBelowLimit(counter, LIMIT)).toThrow(tooMany(1));
  later(60);
  expect(() => requireBelowLimit(counter, LIMIT)).not.toThrow();
});
