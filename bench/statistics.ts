/** Returns a quantile of the values. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]): number => quantile(values, 0.5);

/** One contestant's median, and its ratio to the baseline in the same round. */
export interface Figure {
  median: number;
  ratio: number;
  /** The quartiles of the ratio. */
  spread: [low: number, high: number];
}

export function figure(values: number[], baseline: number[]): Figure {
  const ratios = values.map((value, round) => value / (baseline[round] ?? Number.NaN));
  return {
    median: median(values),
    ratio: median(ratios),
    spread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
  };
}

/** Takes one sample of each contestant per round, in a new random order each round. */
export async function inRounds<Contestant, Sample>(
  rounds: number,
  contestants: Contestant[],
  measure: (contestant: Contestant) => Promise<Sample>,
): Promise<Map<Contestant, Sample[]>> {
  const samples = new Map(contestants.map((contestant) => [contestant, [] as Sample[]]));
  for (let round = 0; round < rounds; round++) {
    for (const contestant of shuffled(contestants)) samples.get(contestant)?.push(await measure(contestant));
  }
  return samples;
}

const shuffled = <Item>(items: Item[]): Item[] =>
  items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
