import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { newCalendar } from '../support/calendar.ts';
import { call } from '../support/call.ts';
import { parametersOf } from '../support/contract.ts';
import { allEndpoints } from '../support/endpoints.ts';
import { newEvent } from '../support/service.ts';
import { newShareLink, newVerified } from '../support/sharing.ts';

const schema = z.object({
  type: z.enum(['string', 'integer', 'boolean', 'array']),
  items: z.optional(z.object({ enum: z.array(z.string()) })),
  format: z.optional(z.string()),
  enum: z.optional(z.array(z.string())),
  minimum: z.optional(z.int()),
  maximum: z.optional(z.int()),
  minLength: z.optional(z.int()),
  maxLength: z.optional(z.int()),
  pattern: z.optional(z.string()),
});

type Values = { right: string[]; wrong: string[] };

/** Values that a schema accepts and rejects, as text in a URL. */
function valuesOf(documented: z.output<typeof schema>): Values {
  const { type, format, items, enum: names, minimum = 0, maximum = 0, maxLength, pattern } = documented;
  if (items) {
    const [first = '', ...others] = items.enum;
    return {
      right: [first, ...others, `${first},${first}`, items.enum.join()],
      wrong: ['', 'x', `${first},x`, `${first},`],
    };
  }
  if (names) return { right: names, wrong: ['', 'x', `${names[0]},${names[0]}`] };
  if (type === 'boolean') return { right: ['true', 'false'], wrong: ['', 'x', '1', 'true,true'] };
  if (type === 'integer') {
    const right = [minimum, maximum].map(String);
    // API Gateway joins repeated parameters.
    const others = ['', 'x', '1.5', '1e1', '9'.repeat(400), right.join()];
    return { right, wrong: [...others, `${minimum - 1}`, `${maximum + 1}`] };
  }
  const [, alternatives] = /^\^-\?\((\w+(?:\|\w+)*)\)\$$/.exec(pattern ?? '') ?? [];
  if (alternatives) {
    const right = alternatives.split('|').flatMap((name) => [name, `-${name}`]);
    return { right, wrong: ['', 'x', `-${right[1]}`, `${right[0]},${right[2]}`] };
  }
  if (format === 'date') return { right: ['2027-07-04'], wrong: ['', '2027-02-30', 'today'] };
  const longest = maxLength ?? Number(/\{0,(\d+)\}\\S/.exec(pattern ?? '')?.[1]) + 2;
  // A cursor, which only the service makes.
  if (Number.isNaN(longest)) return { right: [], wrong: ['', 'x', '*'] };
  return { right: ['x', 'x'.repeat(longest)], wrong: ['x'.repeat(longest + 1)] };
}

const parameters = allEndpoints.flatMap((endpoint) =>
  parametersOf(endpoint.handler)
    // A token in an address is a credential: tests/functions/calendar/view.test.ts. Columns are those of a CSV file, which no
    // schema knows: tests/functions/budgets/named-columns.test.ts.
    .filter(({ in: place, name }) => place === 'query' && name !== 'token' && name !== 'columns')
    .map((parameter) => ({
      ...endpoint,
      parameter: parameter.name,
      ...valuesOf(schema.parse(parameter['schema'])),
    })),
);

it('there are documented parameters', () => {
  expect(parameters.length).toBeGreaterThan(10);
});

describe.each(parameters)('$name: the parameter $parameter', ({ parameter, right, wrong, ...endpoint }) => {
  const { handler, method, failure, body: valid } = endpoint;
  const body = valid?.();
  let token: string;
  let calendar: string;
  let path: { event_id: string; id: string };
  beforeAll(async () => {
    ({ token } = await newVerified());
    calendar = await newCalendar(token);
    const { id } = await newEvent(token);
    path = { event_id: id, id };
    if (endpoint.name === 'shareLinkView') ({ token } = await newShareLink(token, path));
  });

  it('accepts the values that its schema accepts', async () => {
    for (const value of right) {
      const query = { ...(method === 'GET' && { token: calendar }), [parameter]: value };
      const { status } = await call(handler, { method, token, path, query, body });
      expect(method === 'GET' ? [200] : [200, 201], value).toContain(status);
    }
  });

  it('is named in the 422 for a value that its schema rejects', async () => {
    for (const value of wrong) {
      const query = { ...(method === 'GET' && { token: calendar }), [parameter]: value };
      const { status, body: answered } = await call(handler, { method, token, path, query, body });
      expect([status, answered.message], value).toEqual([422, failure]);
      expect(answered.errors?.map(({ field }) => field)).toEqual([parameter]);
    }
  });
});
