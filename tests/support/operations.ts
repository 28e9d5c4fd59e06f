import { document } from './contract.ts';

/** The operations of the OpenAPI document, such as `GET /events/view/{id}`, with a pattern of their calls. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { security }]) => {
    const name = `${method.toUpperCase()} ${path}`;
    return {
      name,
      pattern: new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      needsToken: security.length > 0 && security.every((scheme) => Object.keys(scheme).length > 0),
    };
  }),
);
