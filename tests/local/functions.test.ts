import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { fromSource } from '../../local/functions.js';

/** Notes each of its runs, and fails as often as its first parameter says. */
const SOURCE = `
  let runs: number = 0;
  export const handler = async (failures: number, noteRun: () => void): Promise<string> => {
    noteRun();
    runs += 1;
    if (runs <= failures) throw new Error('It failed.');
    return 'done';
  };`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'event-budget-'));
});
afterAll(() => rm(folder, { recursive: true }));

const print = vi.spyOn(console, 'error').mockReturnValue();

let files = 0;

/** Calls a function of a new source file. */
async function call(failures: number, pausesMs: number[]) {
  files += 1;
  const stem = join(folder, `function-${files}`);
  await writeFile(`${stem}.ts`, SOURCE);
  print.mockClear();
  const noteRun = vi.fn();
  const answer = await fromSource(`${stem}.handler`, pausesMs)(failures, noteRun);
  return { answer, runs: noteRun.mock.calls.length, printed: print.mock.calls.length };
}

it.each([0, 1, 2])('a function that fails %i times is run until it does its work', async (failures) => {
  expect(await call(failures, [1, 1])).toEqual({ answer: 'done', runs: failures + 1, printed: failures });
});

it('a function that fails once more is given up', async () => {
  const answer = expect.objectContaining({ statusCode: 500 });
  expect(await call(3, [1, 1])).toEqual({ answer, runs: 3, printed: 3 });
  expect(await call(1, [])).toEqual({ answer, runs: 1, printed: 1 });
});
