import { expect, it } from 'vitest';
import { UNITS } from '../../build/call-units.ts';
import { costsDocument } from '../../build/costs.ts';
import { allEndpoints } from '../support/endpoints.ts';

it('docs/costs.md is what the prices and units make: `npm run costs` writes it', async () => {
  await expect(costsDocument()).toMatchFileSnapshot('../../docs/costs.md');
});

it('the units of every operation are measured', () => {
  const measured = Object.keys(UNITS).map((call) => /`(.*?)`/.exec(call)?.[1]);
  const others = allEndpoints.filter(({ method, path }) => !measured.includes(`${method} ${path}`));
  expect(
    others.map(({ name }) => name),
    'Add them to build/call-units.ts.',
  ).toEqual([]);
});
