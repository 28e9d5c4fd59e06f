import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import * as z from 'zod/mini';
import { functions } from '../../resources/definitions.ts';

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

/** The functions, and the parts of the template of one. */
export const names = functions.map(({ name }) => name);
export const logicalName = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
export const roleOf = (name: string) => template.Resources[`${logicalName(name)}IamRoleLambdaExecution`];
export const functionOf = (name: string) => template.Resources[`${logicalName(name)}LambdaFunction`];

const role = z.object({
  ManagedPolicyArns: z.tuple([]),
  Policies: z.tuple([
    z.object({
      PolicyDocument: z.object({ Statement: z.array(z.looseObject({ Action: z.array(z.string()) })) }),
    }),
  ]),
});
export const statementsOf = (name: string) =>
  role.parse(roleOf(name)?.Properties).Policies[0].PolicyDocument.Statement;

const variables = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }),
});
export const environmentOf = (name: string) =>
  variables.parse(functionOf(name)?.Properties).Environment.Variables;
