import type { Measured } from './child.ts';
import type { Contestant } from './contestants.ts';
import { type Figure, figure, median, quantile } from './statistics.ts';

/** Figures computed from a process's measurements. */
const quantities = {
  coldCpuMs: ({ cold }: Measured) => cold.cpuMs,
  coldMs: ({ cold }: Measured) => cold.wallMs,
  firstCpuMs: ({ first }: Measured) => first.cpuMs,
  firstMs: ({ first }: Measured) => first.wallMs,
  cpuMs: ({ cpuMs, wallMs }: Measured) => cpuMs / wallMs.length,
  p50Ms: ({ wallMs }: Measured) => median(wallMs),
  p99Ms: ({ wallMs }: Measured) => quantile(wallMs, 0.99),
  memoryMb: ({ rssMb }: Measured) => rssMb,
};

export type Quantity = keyof typeof quantities;
export type Samples = Map<Contestant, Measured[]>;

/** A figure of a contestant and the same figure of its baseline. */
export function figureOf(
  quantity: Quantity,
  samples: Samples,
  contestant: Contestant,
  baseline: Contestant,
): Figure {
  const values = (one: Contestant) => (samples.get(one) ?? []).map(quantities[quantity]);
  return figure(values(contestant), values(baseline));
}
