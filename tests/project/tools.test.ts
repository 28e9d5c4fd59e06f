import { expect, it } from 'vitest';
import { toolsDocument } from '../../openapi/tools.ts';

it('lib/mcp/tools.json is what the contracts say: `npm run generate` writes it', async () => {
  const made = `${JSON.stringify(await toolsDocument(), null, 2)}\n`;
  await expect(made).toMatchFileSnapshot('../../lib/mcp/tools.json');
});
