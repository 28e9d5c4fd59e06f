import openapiTS, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi/document.ts';
import { routes } from '../resources/definitions.ts';
import { ajv, document } from './support/contract.ts';

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

describe('openapi.json', () => {
  it('is what the endpoints declare', async () => {
    const made = `${JSON.stringify(await openApiDocument(), null, 2)}\n`;
    await expect(made).toMatchFileSnapshot('../openapi.json');
  });

  it('has every route except the fallback, with its function’s name as operationId', () => {
    const documented = operations.map(({ path, operationId }) => `${operationId} ANY ${path}`);
    const served = routes
      .filter(({ route }) => route !== '*')
      .flatMap(({ name, route, further }) => [
        `${name} ${route}`,
        ...further.map((path) => `${name}File ${path}`),
      ]);
    expect(documented.sort()).toEqual(served.sort());
  });

  it.each(operations)('$operationId has a valid example of each body', ({ requestBody, responses }) => {
    const bodies = [requestBody, ...Object.values(responses)].flatMap((part) =>
      Object.values(part?.content ?? {}),
    );
    expect(bodies).not.toEqual([]);
    for (const { schema, example } of bodies) {
      if (schema) expect(ajv.validate({ ...schema, components: document['components'] }, example)).toBe(true);
    }
  });
});

describe('openapi/client.d.ts', () => {
  it('is what openapi-typescript generates from openapi.json', async () => {
    const types = astToString(await openapiTS(JSON.stringify(await openApiDocument())));
    await expect(types).toMatchFileSnapshot('../openapi/client.d.ts');
  });
});
