import * as z from 'zod/mini';
import { problem } from '../problem.ts';
import { ifSet } from '../schema.ts';
import { count } from './page.ts';

/** Takes some of these names, comma-separated: what each entry has besides its usual fields. */
export const includeParameter = <Name extends string>(names: readonly Name[], description: string) =>
  z
    .optional(
      z.pipe(
        z.string().check(
          z.refine((list) => list.split(',').every((name) => names.some((known) => known === name)), {
            error: problem('invalid', `must have only these names: ${names.join(', ')}`),
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

/** The version in an entry of a list. */
export const includedVersion = ifSet(
  count,
  'Only with `include=version`. Send it as `If-Match: "<version>"`',
);
