/** The milliseconds that some work takes. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

interface Measured<Name> {
  name: Name;
  /** The median of what it took in proportion to the first measure of the same round, which had the same load. */
  ratio: number;
}

/** Takes measures in rounds. Each of them is the first of a round as often as the others. */
export async function medians<Name extends string>(
  rounds: number,
  measures: Record<Name, () => Promise<number>>,
): Promise<Measured<Name>[]> {
  const names = Object.keys(measures) as Name[];
  const taken: Map<Name, number>[] = [];
  for (let n = 0; n < rounds * 1.1; n += 1) {
    const round = new Map<Name, number>();
    const order = [...names.slice(n % names.length), ...names.slice(0, n % names.length)];
    for (const name of order) round.set(name, await measures[name]());
    taken.push(round);
  }
  const counted = taken.slice(-rounds);
  const timeIn = (round: Map<Name, number>, name = names[0]) => (name && round.get(name)) ?? 0;
  return names.map((name) => ({
    name,
    ratio: median(counted.map((round) => timeIn(round, name) / timeIn(round))),
  }));
}
