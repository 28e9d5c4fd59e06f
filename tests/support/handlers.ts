import { resolve } from 'node:path';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { Contract } from '../../lib/http/contract.ts';
import type { HttpResponse } from '../../lib/http/responses.ts';
import { routes } from '../../resources/definitions.ts';

export type Handler = (request: APIGatewayProxyEventV2, context: Context) => Promise<HttpResponse>;

/** The function of each route with its path, and its handler with its contract. */
export const handlers = await Promise.all(
  routes.map(async ({ name, file, route }) => {
    const { handler }: { handler: Handler & { contract: Contract } } = await import(resolve(file));
    return { name, path: route.replace('ANY ', ''), handler };
  }),
);
