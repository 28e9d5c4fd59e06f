import { document, examplesIn } from './contract.ts';

/** The operations of the OpenAPI document, such as `GET /events/view/{id}`, with a pattern and an example of their calls. */
export const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([
      method,
      {
        requestBody,
        tags: [tag = ''],
      },
    ]) => {
      const name = `${method.toUpperCase()} ${path}`;
      const [body] = examplesIn(requestBody?.content?.['application/json']);
      return { name, tag, body, pattern: new RegExp(`^${name.replaceAll(/\{\w+\}/g, '[^/]+')}$`) };
    },
  ),
);
