import { expect, it } from 'vitest';
// Sets environment variables, so it has a test file of its own.
import { given, successOf } from '../../bench/fixtures.ts';
import { routes } from '../../resources/definitions.ts';

it('the benchmark knows more only of functions that have a route', () => {
  const names = routes.map(({ name }) => name);
  expect(Object.keys(given).filter((name) => !names.includes(name))).toEqual([]);
});

it('the benchmark says what it lacks for a call', () => {
  const route = 'ANY /events/{event_id}/budgets/view/{id}';
  expect(() => successOf({ name: 'budgetsTagged', route })).toThrow('Give budgetsTagged a path in');
  const lacking = { name: 'eventsCreate', route: 'ANY /events/create' };
  expect(() => successOf(lacking, {})).toThrow('Give eventsCreate a body in');
  expect(successOf(lacking)).toMatchObject({ method: 'POST', token: expect.any(String), status: 201 });
});
