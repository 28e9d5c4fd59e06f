import type { Measured } from './child.ts';
import type { Contestant } from './contestants.ts';
import { type Figure, figure, median } from './statistics.ts';

/** Figures computed from a process's measurements. */
const quantities = {
  coldCpuMs: ({ coldCpuMs }: Measured) => coldCpuMs,
  firstCpuMs: ({ firstCpuMs }: Measured) => firstCpuMs,
  cpuMs: ({ cpuMs, wallMs }: Measured) => cpuMs / wallMs.length,
  p50Ms: ({ wallMs }: Measured) => median(wallMs),
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
