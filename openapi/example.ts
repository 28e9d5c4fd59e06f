import * as z from 'zod/mini';

const mediaType = z.looseObject({ schema: z.record(z.string(), z.unknown()) });
const node = z.looseObject({
  $ref: z.optional(z.string()),
  const: z.optional(z.unknown()),
  examples: z.optional(z.array(z.unknown())),
  properties: z.optional(z.record(z.string(), z.unknown())),
  items: z.optional(z.unknown()),
  anyOf: z.optional(z.array(z.unknown())),
});

/** Adds an example to every body, built from the examples in its schema. */
export function withExamples(part: unknown, schemas: Record<string, unknown>): unknown {
  if (Array.isArray(part)) return part.map((inner) => withExamples(inner, schemas));
  if (typeof part !== 'object' || part === null) return part;
  const body = mediaType.safeParse(part);
  if (body.success) return { ...part, example: exampleOf(body.data.schema, schemas) };
  return Object.fromEntries(
    Object.entries(part).map(([name, inner]) => [name, withExamples(inner, schemas)]),
  );
}

function exampleOf(schema: unknown, schemas: Record<string, unknown>): unknown {
  const { $ref, const: constant, examples, properties, items, anyOf } = node.parse(schema);
  if ($ref) return exampleOf(schemas[$ref.replace('#/components/schemas/', '')], schemas);
  if (constant !== undefined) return constant;
  if (examples) return examples[0];
  if (items) return [exampleOf(items, schemas)];
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, inner]) => [name, exampleOf(inner, schemas)]),
    );
  }
  return anyOf && exampleOf(anyOf[0], schemas);
}
