import { expect, it } from 'vitest';
import { Concurrency } from '../../lib/concurrency.ts';

it('after a failure there is a pause, then half as many tasks at once, and one more after each success', async () => {
  const groups: number[] = [];
  const pauses: number[] = [];
  const concurrency = new Concurrency({
    wait: async (milliseconds) => pauses.push(milliseconds),
    hasTime: () => groups.push(0) > 0,
  });
  const task = async () => groups.push((groups.pop() ?? 0) + 1);
  const failing = async () => {
    await task();
    throw new Error('too busy');
  };
  await concurrency.each([failing, ...Array.from({ length: 25 + 13 + 14 - 1 }, () => task)]);
  // A pause asks for the time as well.
  expect(groups).toEqual([25, 0, 13, 14]);
  expect(pauses).toEqual([1_000]);
});
