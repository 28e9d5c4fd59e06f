import { readFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../openapi/document.ts';
import { routes } from '../openapi/serverless-yml.ts';
import { ajv, document } from './support/contract.ts';

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);

describe('openapi.json', () => {
  it('is what the endpoints say of themselves', async () => {
    expect(JSON.parse(JSON.stringify(await openApiDocument()))).toEqual(document);
  });

  it('has every route but the fallback, each under its function’s name', () => {
    const documented = operations.map(({ path, operationId }) => `${operationId} ANY ${path}`);
    const served = routes.filter(({ route }) => route !== '*').map(({ name, route }) => `${name} ${route}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  it.each(operations)(
    '$operationId has an example of each body, which is valid',
    ({ requestBody, responses }) => {
      const bodies = [requestBody, ...Object.values(responses)].flatMap((part) =>
        Object.values(part?.content ?? {}),
      );
      expect(bodies.length).toBeGreaterThan(0);
      for (const { schema, example } of bodies) {
        if (schema)
          expect(ajv.validate({ ...schema, components: document['components'] }, example)).toBe(true);
      }
    },
  );
});

describe('openapi/client.d.ts', () => {
  it('is what openapi-typescript makes of openapi.json', async () => {
    const types = astToString(await openapiTS(new URL('../openapi.json', import.meta.url)));
    expect(readFileSync('openapi/client.d.ts', 'utf8')).toContain(types);
  });
});
