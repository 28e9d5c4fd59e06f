import { expect, it } from 'vitest';
import { callersDocument } from '../../openapi/callers.ts';
import { documentedOperations } from '../../openapi/document.ts';
import { permissionsDocument } from '../../openapi/permissions.ts';

it('docs/callers.md is what the contracts say: `npm run generate` writes it', async () => {
  await expect(await callersDocument()).toMatchFileSnapshot('../../docs/callers.md');
});

it('docs/permissions.md is what the roles say: `npm run generate` writes it', async () => {
  await expect(permissionsDocument()).toMatchFileSnapshot('../../docs/permissions.md');
});

// The contracts are the truth of all other tests.
it('members see the event, and only its owner changes who they are', async () => {
  const operations = (await documentedOperations()).filter(({ path }) => path.startsWith('/events/'));
  const shared = operations.filter(({ operationId }) => operationId !== 'eventsCreate');
  for (const { operationId, path, contract } of shared) {
    const { method, roles } = contract;
    if (operationId === 'historyList') expect(roles).toEqual(['editor']);
    else if (method === 'GET' || operationId === 'eventsCopy' || operationId === 'membersRemove')
      expect(roles, operationId).toEqual(['viewer', 'editor']);
    else if (
      path.includes('/members') ||
      ['eventsDelete', 'eventsHandOver', 'historyClear', 'shareLinkCreate', 'shareLinkEnd'].includes(
        operationId,
      )
    )
      expect(roles, operationId).toEqual([]);
    else expect(roles, operationId).toEqual(['editor']);
  }
});
