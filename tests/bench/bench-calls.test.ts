import { expect, it } from 'vitest';
// Sets environment variables, so it has a test file of its own.
import { successes } from '../../bench/fixtures.ts';
import { routes } from '../../resources/definitions.ts';

it('the benchmark measures every function that has a route', () => {
  expect(Object.keys(successes).toSorted()).toEqual(routes.map(({ name }) => name).toSorted());
});
