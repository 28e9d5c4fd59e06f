import { resolve } from 'node:path';
import type { Contract } from '../../lib/http/contract.ts';
import { routes } from '../../resources/definitions.ts';
import type { Handler } from './call.ts';

/** The function of each route with its path, and its handler with its contract. */
export const handlers = await Promise.all(
  routes.map(async ({ name, file, route }) => {
    const { handler }: { handler: Handler & { contract: Contract } } = await import(resolve(file));
    return { name, path: route.replace('ANY ', ''), handler };
  }),
);
