import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../openapi/document.ts';
import { routes } from '../../resources/definitions.ts';
import { document, examplesIn, responseOf, validatorOf } from '../support/contract.ts';

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
const responses = operations.flatMap((operation) =>
  Object.keys(operation.responses).map((status) => ({ ...operation, ...responseOf(operation, status) })),
);

const PAGES = ['systemDocs', 'systemResetPassword', 'systemVerifyEmail'];

/** Every value in the document that isn't an example, with its key. */
function* partsOf(part: unknown, key = ''): Generator<[key: string, part: object]> {
  if (typeof part !== 'object' || part === null || key === 'example' || key === 'examples') return;
  yield [key, part];
  // A parameter's schema goes by the parameter's name.
  for (const [name, inner] of Object.entries(part)) {
    yield* partsOf(inner, name === 'schema' && 'name' in part ? String(part.name) : name);
  }
}
const parts = [...partsOf(document)];

const globals = ['lib.es5.d.ts', 'lib.dom.d.ts'].flatMap((library) =>
  [
    ...readFileSync(`node_modules/typescript/lib/${library}`, 'utf8').matchAll(
      /^(?:declare )?(?:interface|var|type) (\w+)/gm,
    ),
  ].map(([, name]) => name),
);

/** Whether generated code has such a name already: a global, Go's constructors, wrappers, Kotlin's `Success`. */
const isTaken = (name: string) =>
  globals.includes(name) ||
  /^New[A-Z]|(Request|Response|Result|Params)$/.test(name) ||
  ['Success', 'Redirection', 'Informational', 'ClientError', 'ServerError'].includes(name);

describe('openapi.json', () => {
  it('is what the endpoints declare', async () => {
    const made = `${JSON.stringify(await openApiDocument(), null, 2)}\n`;
    await expect(made).toMatchFileSnapshot('../../openapi.json');
  });

  it('has every route except the pages and the fallback, with its function’s name as operationId', () => {
    const documented = operations.map(({ path, operationId }) => `${operationId} ANY ${path}`);
    const served = routes
      .filter(({ name }) => !PAGES.includes(name) && name !== 'systemNotFound')
      .map(({ name, route }) => `${name} ${route}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  it.each(operations)('$operationId has valid examples of each body', ({ operationId, requestBody }) => {
    const bodies = [requestBody, ...responses.filter((response) => response.operationId === operationId)]
      .flatMap((part) => Object.values(part?.content ?? {}))
      .filter(({ schema }) => schema);
    expect(bodies).not.toEqual([]);
    for (const body of bodies) {
      expect(examplesIn(body)).not.toEqual([]);
      for (const example of examplesIn(body)) expect(validatorOf(body)?.(example)).toBe(true);
    }
  });

  it('describes each tag that an operation has, and no other', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags));
    expect(new Set(document.tags.map(({ name }) => name))).toEqual(used);
    for (const { description } of document.tags) expect(description).toBeTruthy();
  });

  it('introduces operations that exist', () => {
    const named = [...document.info.description.matchAll(/`(GET|POST) (\/[^`]*)`/g)];
    expect(named).not.toEqual([]);
    for (const [name, method = '', path = ''] of named)
      expect(Object.keys(document.paths[path] ?? {}), name).toContain(method.toLowerCase());
  });

  it('fills in no ids, which would not exist', () => {
    for (const { parameters = [] } of operations) {
      for (const parameter of parameters) expect(JSON.stringify(parameter)).not.toContain('example');
    }
  });
});

describe('openapi.json for generators', () => {
  it('names the schema of every body', () => {
    const unnamed = responses
      .flatMap(({ content }) => Object.entries(content ?? {}))
      .filter(([type, { schema }]) => type === 'application/json' && !schema);
    // Of the document itself.
    expect(unnamed).toHaveLength(1);
  });

  it('names schemas like nothing else in generated code', () => {
    const taken = ['Event', 'Error', 'Success', 'NewEvent', 'EventsListResponse', 'EventsListResult'];
    expect(taken.filter((name) => !isTaken(name))).toEqual([]);
    expect(Object.keys(document.components.schemas).filter(isTaken)).toEqual([]);
  });

  it('has no combined schemas and no multipleOf', () => {
    const keys = new Set(parts.flatMap(([, part]) => Object.keys(part)));
    for (const key of ['allOf', 'anyOf', 'oneOf', 'multipleOf']) expect(keys).not.toContain(key);
  });

  it('has ids of 64 bits, counts of 32, and constants that are text', () => {
    const integers = parts.map(([key, part]) => ({ key, ...part })).filter((part) => 'type' in part);
    const typed = integers.filter((part) => 'type' in part && part.type === 'integer');
    expect(typed.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['id', 'event_id', 'return_count', 'limit']),
    );
    for (const part of typed) {
      if (/^(id|event_id)$/.test(part.key)) expect(part).toHaveProperty('format', 'int64');
      else expect('maximum' in part && Number(part.maximum), part.key).toBeLessThan(2 ** 31);
    }
    for (const [key, part] of parts) if ('const' in part) expect(typeof part.const, key).toBe('string');
  });

  it('has one type of cursor', () => {
    const cursors = operations.flatMap(({ parameters = [] }) =>
      parameters.filter(({ name }) => name === 'cursor'),
    );
    expect(cursors).toHaveLength(4);
    for (const cursor of cursors) expect(cursor).toMatchObject({ schema: { type: 'string' } });
    expect(document.components.schemas['EventsListAnswer']).toMatchObject({
      properties: { next_cursor: { type: 'string' } },
    });
  });
});

describe('the links of openapi.json', () => {
  const links = responses.flatMap(({ links = {} }) => Object.values(links));
  const requiredOf = ({ parameters = [] }: (typeof operations)[number]) =>
    parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);

  it('give every path parameter of their operation', () => {
    expect(links).not.toEqual([]);
    for (const { operationId, parameters = {} } of links) {
      const [target] = operations.filter((operation) => operation.operationId === operationId);
      expect(Object.keys(parameters), operationId).toEqual(
        target && requiredOf(target).length > 0 ? requiredOf(target) : Object.keys(parameters),
      );
      expect(target?.parameters?.map(({ name }) => name) ?? [], operationId).toEqual(
        expect.arrayContaining(Object.keys(parameters)),
      );
    }
  });

  it('lead to every operation that takes an id', () => {
    const reached = new Set(links.map(({ operationId }) => operationId));
    const taking = operations.filter((operation) => requiredOf(operation).length > 0);
    expect(taking.map(({ operationId }) => operationId).filter((id) => !reached.has(id))).toEqual([]);
  });
});
