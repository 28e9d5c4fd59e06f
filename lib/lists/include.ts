import * as z from 'zod/mini';
import { timeOf } from '../id.ts';
import { instant, toInstant } from '../instant.ts';
import { problem } from '../problem.ts';
import { ifSet } from '../schema.ts';
import { count } from './page.ts';

/** Takes some of these names, comma-separated: what a list has besides its usual fields. */
export const includeParameter = <Name extends string>(names: readonly Name[], description: string) =>
  z
    .optional(
      z.pipe(
        z.string().check(
          z.refine((list) => list.split(',').every((name) => names.some((known) => known === name)), {
            error: problem('invalid', `may only contain ${names.join(', ')}`),
            abort: true,
          }),
          z.meta({
            description,
            override: ({ jsonSchema }) => {
              Object.assign(jsonSchema, { type: 'array', items: { type: 'string', enum: names } });
            },
          }),
        ),
        z.transform((list) => names.filter((name) => list.split(',').includes(name))),
      ),
    )
    .check(z.meta({ param: { style: 'form', explode: false } }));

const TO_SEND = 'Send it as `If-Match: "<version>"`';

/** The version of a budget in an entry of a list. */
export const listedVersion = count.check(z.meta({ description: `That of the budget. ${TO_SEND}` }));

/** The version of an event in an entry of a list. */
export const includedVersion = ifSet(count, `Only with \`include=version\`. ${TO_SEND}`);

const inTimes = (description: string) => ifSet(instant, `${description}; only with \`include=times\``);

/** The times in an entry of a list, which is of something with an id. */
export const includedTimes = (lastChange: string) => ({
  created_at: inTimes('When it was created'),
  updated_at: inTimes(lastChange),
});

/** The times of an entry. `updated_at` is in Unix milliseconds; `undefined` if it was never changed. */
export function timesOf({ id, updated_at = 0 }: { id: number; updated_at?: number | undefined }) {
  const created = timeOf(id);
  // The clock of a later write may be behind.
  return { created_at: toInstant(created), updated_at: toInstant(Math.max(created, updated_at)) };
}
