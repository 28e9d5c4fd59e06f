import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import * as z from 'zod/mini';

const resource = z.looseObject({ Type: z.string(), Properties: z._default(z.looseObject({}), {}) });

export const templateText = readFileSync(
  join(inject('packaged'), 'cloudformation-template-update-stack.json'),
  'utf8',
);

/** The packaged template. */
export const template = z
  .object({
    Resources: z.record(z.string(), resource),
    Conditions: z.record(z.string(), z.unknown()),
    Outputs: z.record(z.string(), z.unknown()),
  })
  .parse(JSON.parse(templateText));

export const ofType = (type: string) =>
  Object.entries(template.Resources)
    .filter(([, { Type }]) => Type === type)
    .map(([id, { Properties }]) => ({ id, Properties }));

export const ref = (id: string) => ({ Ref: id });
