import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openApiDocument } from '../../openapi/document.ts';
import { document, examplesIn, responseOf, validatorOf } from '../support/contract.ts';
import { handlers } from '../support/handlers.ts';

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
const responses = operations.flatMap((operation) =>
  Object.keys(operation.responses).map((status) => ({
    ...operation,
    ...responseOf(operation, status),
    status,
  })),
);

/** What only a person may do. Access tokens are for the rest. */
const PERSONAL = ['account', 'auth', 'factor', 'invitations', 'members', 'sessions', 'share-link', 'tokens'];

const failure = z.object({
  errors: z.array(z.object({ field: z.string(), code: z.string(), message: z.string() })),
});

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
    await expect(made, 'Run npm run generate, and commit openapi.json.').toMatchFileSnapshot(
      '../../openapi.json',
    );
  });

  it('has every route except the pages, the assistants’ and the fallback, with its function’s name as operationId', () => {
    const documented = operations.map(({ path, operationId }) => `${operationId} ${path}`);
    const served = handlers
      .filter(({ path, handler }) => handler.contract.serves !== 'text/html' && !['*', '/mcp'].includes(path))
      .map(({ name, path }) => `${name} ${path}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  it('says in words of its own what is wrong', () => {
    expect(JSON.stringify(document)).not.toMatch(/Invalid (input|option)/);
  });

  it.each(operations)('$operationId has valid examples of each body', ({ operationId, requestBody }) => {
    const own = responses.filter((response) => response.operationId === operationId);
    const bodies = [{ ...requestBody, status: 'request' }, ...own]
      .flatMap(({ content, status }) => Object.values(content ?? {}).map((body) => ({ body, status })))
      // Not those of files that an operation serves.
      .filter(({ body }) => body.schema?.$ref || examplesIn(body).length > 0);
    expect(bodies).not.toEqual([]);
    for (const { body, status } of bodies) {
      expect(examplesIn(body), `${status} has no example: a 409 needs conflicts`).not.toEqual([]);
      for (const example of examplesIn(body)) expect(validatorOf(body)?.(example)).toBe(true);
    }
  });

  it('names each example of an error after what is wrong, and shows its sentence', () => {
    const named = responses.flatMap(({ content }) =>
      Object.values(content ?? {}).flatMap(({ examples = {} }) => Object.entries(examples)),
    );
    expect(named).not.toEqual([]);
    for (const [name, { summary, value }] of named) {
      const [cause] = failure.parse(value).errors;
      expect(name.replace(/_\d$/, '')).toBe(`${cause?.field}_${cause?.code}`);
      expect(summary).toBe(cause?.message);
    }
  });

  it('describes each tag that an operation has, and no other', () => {
    const used = new Set(operations.flatMap(({ tags }) => tags));
    const described = new Set(document.tags.map(({ name }) => name));
    expect(described, 'Describe it in openapi/document.ts.').toEqual(used);
    for (const { description } of document.tags) expect(description).toBeTruthy();
  });

  it('introduces operations that exist', () => {
    const named = [...document.info.description.matchAll(/`(GET|POST) (\/[^`]*)`/g)];
    expect(named).not.toEqual([]);
    for (const [name, method = '', path = ''] of named)
      expect(Object.keys(document.paths[path] ?? {}), name).toContain(method.toLowerCase());
  });

  it.each(operations)('$operationId and its parameters are described', ({ description, parameters = [] }) => {
    expect(description).toMatch(/^[A-Z].*[.]$/);
    for (const parameter of parameters) {
      expect(parameter['description'], parameter.name).toMatch(/^\S/);
      expect(parameter['schema'], parameter.name).not.toHaveProperty('description');
    }
  });

  it('names X-Request-Id in every response', () => {
    for (const { operationId, headers } of responses) {
      expect(headers, operationId).toHaveProperty('X-Request-Id');
    }
  });

  it('shares the responses that differ in their message alone, or in what a body may be', () => {
    const namesOf = (status: string) =>
      new Set(
        operations.flatMap(({ responses: { [status]: found } }) => (found ? [Object(found).$ref] : [])),
      );
    const shared = (...names: string[]) => new Set(names.map((name) => `#/components/responses/${name}`));
    expect(namesOf('413')).toEqual(shared('BodyTooLarge', 'FileTooLarge'));
    expect(namesOf('415')).toEqual(shared('UnsupportedBody', 'UnsupportedFile'));
    expect(namesOf('500')).toEqual(shared('InternalError'));
    expect(namesOf('503')).toEqual(shared('ServiceUnavailable'));
  });

  it('leaves to the service which new passwords it takes, beyond their minimum length', () => {
    const passwords = parts.filter(([key]) => /^(new_)?password$/.test(key)).map(([, part]) => part);
    expect(passwords).toContainEqual(expect.objectContaining({ minLength: 8 }));
    for (const password of passwords) {
      expect(password).not.toHaveProperty('pattern');
      expect(password).not.toHaveProperty('maxLength');
    }
  });

  it.each(operations)('$operationId requires what its contract does', ({ operationId, security }) => {
    const { authentication } = handlers.find(({ name }) => name === operationId)?.handler.contract ?? {};
    const { scheme, access: [access] = ['session'] } = authentication ?? {};
    const required = {
      none: [],
      address: [],
      optional: [{}, { token: [access] }],
      bearer: [{ token: [access] }],
      link: [{ token: ['share-link'] }],
    };
    expect(Object.entries(required)).toContainEqual([scheme, security]);
  });

  it('lets access tokens read with GET and write with POST, but see nothing of accounts and members', () => {
    const taking = operations.filter(
      ({ operationId, security }) => security.length > 0 && operationId !== 'shareLinkView',
    );
    for (const { operationId, method, tags, security } of taking) {
      const needed =
        tags.some((tag) => PERSONAL.includes(tag)) ||
        ['eventsHandOver', 'historyClear', 'trashDelete'].includes(operationId)
          ? 'session'
          : { get: 'read', post: 'write' }[method];
      expect(security.at(-1), operationId).toEqual({ token: [needed] });
    }
    expect(new Set(taking.map(({ security }) => security.at(-1)?.token?.join()))).toEqual(
      new Set(['session', 'read', 'write']),
    );
  });

  it('fills in no parameter but Prefer, because ids would not exist', () => {
    const all = operations.flatMap(({ parameters = [] }) => parameters);
    const filled = all.filter((parameter) => JSON.stringify(parameter).includes('"example'));
    expect(new Set(filled.map(({ name }) => name))).toEqual(new Set(['Prefer']));
  });
});

describe('openapi.json for generators', () => {
  it('has one scheme for both tokens', () => {
    // With two, openapi-generator's Java client fills in one of them only, and its Rust client sends two headers.
    expect(document.components.securitySchemes).toEqual({
      token: {
        type: 'http',
        scheme: 'bearer',
        description: expect.stringContaining('/account/tokens/create'),
      },
    });
  });

  it('has a schema of every body, with a name if it is JSON of the service', () => {
    const bodies = [...operations.map(({ requestBody }) => requestBody), ...responses];
    const unnamed = bodies
      .flatMap((body) => Object.entries(body?.content ?? {}))
      .filter(([, { schema }]) => !schema?.$ref);
    expect(unnamed.map(([type, { schema }]) => [type, schema?.type, schema?.format])).toEqual([
      ['text/csv', 'string', 'binary'],
      ['text/csv; charset=utf-8', 'string', 'binary'],
      ['text/calendar; charset=utf-8', 'string', 'binary'],
      // The document itself.
      ['application/json', 'object', undefined],
    ]);
  });

  it('offers JSON before files', () => {
    for (const { requestBody } of operations.filter((operation) => operation.requestBody))
      expect(Object.keys(requestBody?.content ?? {})[0]).toBe('application/json');
  });

  it('has amounts of 64 bits', () => {
    const numbers = parts.filter(([, part]) => 'type' in part && [part.type].flat().includes('number'));
    expect(numbers.map(([key]) => key)).toEqual(
      expect.arrayContaining(['amount', 'spent', 'limit_amount', 'total_amount', 'remaining']),
    );
    for (const [key, part] of numbers) expect(part, key).toHaveProperty('format', 'double');
  });

  it('has no enum of text that is true or false, or that code has a meaning for', () => {
    const listed = parts.flatMap(([, part]) => ('enum' in part && Array.isArray(part.enum) ? part.enum : []));
    expect(listed).toEqual(expect.arrayContaining(['expense', 'income', 'viewer', 'editor']));
    // Kotlin's and Java's enums have members of these names.
    for (const word of ['true', 'false', 'null', 'name', 'ordinal', 'entries', 'values'])
      expect(listed).not.toContain(word);
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
      if (/^(\w+_)?id$/.test(part.key)) expect(part).toHaveProperty('format', 'int64');
      else expect('maximum' in part && Number(part.maximum), part.key).toBeLessThan(2 ** 31);
    }
    for (const [key, part] of parts) if ('const' in part) expect(typeof part.const, key).toBe('string');
  });

  it('has one type of cursor', () => {
    const cursors = operations.flatMap(({ parameters = [] }) =>
      parameters.filter(({ name }) => name === 'cursor'),
    );
    expect(cursors).toHaveLength(6);
    for (const cursor of cursors) expect(cursor).toMatchObject({ schema: { type: 'string' } });
    expect(document.components.schemas['EventsListAnswer']).toMatchObject({
      properties: { next_cursor: { type: 'string' } },
    });
  });
});
