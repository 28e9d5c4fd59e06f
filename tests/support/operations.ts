import { document } from './contract.ts';

/** The operations of the OpenAPI document, such as `GET /events/view/{id}`, with a pattern of their calls. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => {
    const name = `${method.toUpperCase()} ${path}`;
    return { name, pattern: new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
  }),
);
