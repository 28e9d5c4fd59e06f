import fc from 'fast-check';

/** The choices of one run, such as which request comes next. */
export interface Choices {
  /** A number below `count`. */
  oneOf: (count: number) => number;
  rarely: () => boolean;
  /** Whether every sequence of choices is run. */
  isExhaustive: boolean;
}

/** With ALL_ORDERS=1, tests run every order of the database requests of concurrent calls, not only a sample. */
const ALL_ORDERS = Boolean(process.env['ALL_ORDERS']);

type Play = (choices: Choices) => Promise<boolean>;

/** Runs every sequence of choices once. A run returns whether it counts. Returns how many did. */
export async function playAll(play: Play): Promise<number> {
  let plays = 0;
  let path: number[] | undefined = [];
  while (path) {
    const given: number[] = path;
    const taken: number[] = [];
    const counts: number[] = [];
    const oneOf = (count: number) => {
      const choice = given[taken.length] ?? 0;
      taken.push(choice);
      counts.push(count);
      return choice;
    };
    try {
      if (await play({ oneOf, rarely: () => oneOf(2) === 1, isExhaustive: true })) plays += 1;
    } catch (cause) {
      throw new Error(`Failed with the choices ${taken}`, { cause });
    }
    path = nextOf(taken, counts);
  }
  return plays;
}

/** Increases the last choice that isn't the highest. */
function nextOf(taken: number[], counts: number[]): number[] | undefined {
  const last = taken.findLastIndex((choice, index) => choice + 1 < (counts[index] ?? 0));
  return last < 0 ? undefined : [...taken.slice(0, last), (taken[last] ?? 0) + 1];
}

/** Runs this many random sequences of choices. */
export async function playSome(times: number, play: Play): Promise<void> {
  const property = fc.asyncProperty(fc.gen(), async (generate) => {
    const oneOf = (count: number) => generate(fc.nat, { max: count - 1 });
    await play({ oneOf, rarely: () => oneOf(8) === 0, isExhaustive: false });
  });
  await fc.assert(property, {
    numRuns: times,
    endOnFailure: true,
    plugins: [fc.unbiased()],
  });
}

/** With ALL_ORDERS, runs every sequence of choices and prints their number. Otherwise runs so many random ones. */
export async function playShare(times: number, play: Play): Promise<void> {
  if (ALL_ORDERS) console.info(`${await playAll(play)} plays`);
  else await playSome(times, play);
}

/** Holds the first call before each of its requests in turn, while the others are made one after the other. */
export async function playHeld(play: Play): Promise<void> {
  let isOver = false;
  for (let held = 0; !isOver; held += 1) {
    let calls = 0;
    let taken = 0;
    const oneOf = (count: number) => {
      calls = Math.max(calls, count);
      taken += 1;
      // The first call has ended, or waits for the others.
      if (taken <= held && count < calls) isOver = true;
      return taken <= held || count === 1 ? 0 : 1;
    };
    await play({ oneOf, rarely: () => false, isExhaustive: false });
  }
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
