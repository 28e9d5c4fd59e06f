import * as z from 'zod/mini';
import type { ZodOpenApiLinksObject } from 'zod-openapi';
import type { Contract } from '../lib/http/contract.ts';

/** An endpoint in the document. */
export interface Operation {
  operationId: string;
  /** The resource it belongs to, such as `events`. */
  tag: string;
  path: string;
  contract: Contract;
}

/** The operations that can follow with an id or a cursor from this one's response, so that tools can walk the API. */
export function linksFrom(operation: Operation, operations: Operation[]): ZodOpenApiLinksObject {
  const { operationId, tag, contract } = operation;
  const { data, next_cursor } = contract.output ?? {};
  if (!data) return contract.success === 201 ? linkToList(tag, operations) : {};
  const ids = new Map(parametersOf(operation).map(({ name, of }) => [of, `$request.path.${name}`]));
  ids.set(tag, data instanceof z.ZodMiniArray ? '$response.body#/data/0/id' : '$response.body#/data/id');
  const followers = operations
    .filter((other) => other !== operation)
    .map((other) => ({ ...other, needs: parametersOf(other) }))
    .filter(({ needs }) => needs.some(({ of }) => of === tag) && needs.every(({ of }) => ids.has(of)));
  return Object.fromEntries([
    ...followers.map(({ operationId, needs }) => [
      operationId,
      { operationId, parameters: Object.fromEntries(needs.map(({ name, of }) => [name, ids.get(of)])) },
    ]),
    ...(next_cursor
      ? [['nextPage', { operationId, parameters: { cursor: '$response.body#/next_cursor' } }]]
      : []),
  ]);
}

/** A Location header holds a path, from which a link can't take the id. */
const linkToList = (tag: string, operations: Operation[]): ZodOpenApiLinksObject =>
  Object.fromEntries(
    operations
      .filter(({ operationId }) => operationId === `${tag}List`)
      .map((list) => [list.operationId, { operationId: list.operationId, ...sameParameters(list) }]),
  );

/** Of an operation on the same resource. */
function sameParameters(operation: Operation) {
  const named = parametersOf(operation).map(({ name }) => [name, `$request.path.${name}`]);
  return named.length > 0 && { parameters: Object.fromEntries(named) };
}

/** The path parameters and the resource of which each is an id: `event_id` is of `events`, `id` of the path's own. */
const parametersOf = ({ path, tag }: Operation) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    of: name === 'id' ? tag : `${name.replace(/_id$/, '')}s`,
  }));
