import { expect, it } from 'vitest';
// Sets environment variables, so it has a test file of its own.
import { given, successOf } from '../../bench/fixtures.ts';
import { routes } from '../../resources/definitions.ts';

it('the benchmark knows more only of functions that have a route', () => {
  const names = routes.map(({ name }) => name);
  expect(Object.keys(given).filter((name) => !names.includes(name))).toEqual([]);
});

it('the benchmark says what it lacks for a call', () => {
  const route = 'ANY /events/{event_id}/tags/view/{id}';
  expect(() => successOf({ name: 'tagsView', route })).toThrow('Give tagsView a path in');
  const known = { name: 'eventsCreate', route: 'ANY /events/create' };
  const body = { name: 'Summer party', description: 'In the garden', event_date: '2027-07-04' };
  expect(successOf(known)).toMatchObject({ method: 'POST', token: expect.any(String), status: 201, body });
});
