import { expect, it } from 'vitest';
import { costsDocument } from '../../build/costs.ts';

it('docs/costs.md is what the prices and units make: `npm run costs` writes it', async () => {
  await expect(costsDocument()).toMatchFileSnapshot('../../docs/costs.md');
});
