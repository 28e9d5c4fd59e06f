import { expect, inject, it } from 'vitest';
import { runDemo } from './support/demo.ts';
import { operations } from './support/operations.ts';

it('npm run demo calls every endpoint, and each call succeeds', () => {
  const { status, calls } = runDemo(inject('serviceFolder'), inject('origin'));
  expect(calls.filter(({ code }) => code >= 300)).toEqual([]);
  const isCalled = (pattern: RegExp) => calls.some(({ name }) => pattern.test(name));
  const left = operations.filter(({ pattern }) => !isCalled(pattern)).map(({ name }) => name);
  // It would print the whole document.
  expect(left).toEqual(['GET /openapi.json']);
  expect(status).toBe(0);
});
