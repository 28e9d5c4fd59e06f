import * as z from 'zod/mini';
import type { Digits } from './amount.ts';

/** JSON text that `JSON.stringify` writes as it stands. */
export interface RawJson {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    /** In Node since 22, but not yet in TypeScript's type definitions. */
    rawJSON(text: string): RawJson;
  }
}

/** Minor units, such as cents, as a JSON number with exactly these fractional digits. */
export function toAmount(minorUnits: number | bigint, digits: Digits): RawJson {
  const units = BigInt(minorUnits);
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  const point = text.length - digits;
  const unsigned = digits === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  return JSON.rawJSON(units < 0n ? `-${unsigned}` : unsigned);
}

export const amountResponse = z.custom<RawJson>().check(
  z.meta({
    override: ({ jsonSchema }) => {
      Object.assign(jsonSchema, { type: 'number', format: 'double' });
    },
    description: "Always with as many fractional digits as the event's currency has; two without a currency",
  }),
);
