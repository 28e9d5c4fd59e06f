import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BUDGET_FILE } from '../../lib/budgets/file.ts';
import { importInto } from '../support/budget-files.ts';
import { call } from '../support/call.ts';
import { parametersOf } from '../support/contract.ts';
import { createdEvent } from '../support/created-event.ts';
import { allEndpoints, type Endpoint } from '../support/endpoints.ts';
import { type Owner, sameOwner } from '../support/owner.ts';
import { catering, endpoints, newEvent, party } from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';

/** Normalizing takes quadratic time in a run of marks. Each has two bytes. */
const marks = (length: number) => 'a'.padEnd(length, '\u0300\u0316');

const longestRun = (text: string): number =>
  Math.max(0, ...(text.match(/[\p{M}\uff9e\uff9f]+/gu) ?? []).map(({ length }) => length));

/** The longest runs that were normalized, and the longest addresses that were parsed, which normalizes their hosts. */
function watched(): { normalized: number; parsed: number } {
  const most = { normalized: 0, parsed: 0 };
  const normalize = String.prototype.normalize;
  vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    most.normalized = Math.max(most.normalized, longestRun(this));
    return normalize.call(this, form);
  });
  const parse = URL.parse;
  vi.spyOn(URL, 'parse').mockImplementation((url, base) => {
    most.parsed = Math.max(most.parsed, String(url).length);
    return parse(url, base);
  });
  return most;
}
afterEach(() => {
  vi.restoreAllMocks();
});

let owner: Owner;
let event: { id: string };
beforeEach(async () => {
  owner = await sameOwner();
  event = await newEvent(owner.session);
});

/** The most that one request may give to a normal form or to the parser of addresses, however long its texts are. */
const MOST = { normalized: 1_000, parsed: 500 };

function expectBounded(most: { normalized: number; parsed: number }, what: string): void {
  expect(most.normalized, what).toBeLessThanOrEqual(MOST.normalized);
  expect(most.parsed, what).toBeLessThanOrEqual(MOST.parsed);
}

const bodyOf = (endpoint: Endpoint): Record<string, unknown> => ({ ...owner.requestOf(endpoint).body });

const posts = allEndpoints.filter(({ method, body }) => method === 'POST' && body !== undefined);

it.each(posts)('$name normalizes no long text of its body', async (endpoint) => {
  const request = { ...owner.requestOf(endpoint), ...(endpoint.access && { token: owner.session }) };
  const fields = Object.keys(bodyOf(endpoint));
  for (const field of [...fields, 'link', 'email', 'username']) {
    for (const text of [marks(31_000), `https://${marks(31_000)}.example`]) {
      const most = watched();
      const { status } = await call(endpoint.handler, {
        ...request,
        body: { ...bodyOf(endpoint), [field]: text },
      });
      expect(status, field).toBeLessThan(500);
      expectBounded(most, field);
      vi.restoreAllMocks();
    }
  }
});

describe('an import', () => {
  it.each(Object.keys(BUDGET_FILE.types))('normalizes no long text of %s', async (column) => {
    for (const text of [marks(125_000), `https://${marks(125_000)}.example`]) {
      const most = watched();
      const others = ['name', 'amount'].filter((name) => name !== column);
      const file = `${[...others, column].join(',')}\n${[...others.map(() => '1'), text].join(',')}\n`;
      expect((await importInto(owner.session, event, file)).status).toBe(422);
      const json = await importInto(owner.session, event, [{ ...catering(), [column]: text }]);
      expect(json.status).toBe(['ref', 'currency'].includes(column) ? 201 : 422);
      expectBounded(most, column);
      vi.restoreAllMocks();
    }
  });
});

const searches = allEndpoints.flatMap((endpoint) =>
  parametersOf(endpoint.handler)
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ endpoint, name: endpoint.name, parameter: parameter.name })),
);

it.each(searches)('$name normalizes no long $parameter of its query', async ({ endpoint, parameter }) => {
  const most = watched();
  const request = { ...owner.requestOf(endpoint), ...(endpoint.access && { token: owner.session }) };
  const { status } = await call(endpoint.handler, { ...request, query: { [parameter]: marks(8_000) } });
  expect(status).toBeLessThan(500);
  expectBounded(most, parameter);
});

it('a search normalizes at most 30 marks in a row of what is stored', async () => {
  const fields = { ...party(), name: `Zo${marks(200)}`, description: marks(2_000), event_date: '2027-07-04' };
  await createdEvent({ accountId: accountIdOf(owner.session) }, fields);
  const most = watched();
  const request = { method: 'GET', token: owner.session, query: { q: 'ZOA' } } as const;
  const { body } = await call(endpoints.list.handler, request);
  expect(body.data).toMatchObject([{ name: fields.name }]);
  expect(most.normalized).toBeGreaterThan(0);
  expect(most.normalized).toBeLessThanOrEqual(30);
});
