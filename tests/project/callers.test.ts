import { expect, it } from 'vitest';
import { callersDocument } from '../../openapi/callers.ts';
import { documentedOperations } from '../../openapi/document.ts';
import { permissionsDocument } from '../../openapi/permissions.ts';

it('tests/project/callers.md is what the contracts say: `npm run generate` writes it', async () => {
  await expect(await callersDocument()).toMatchFileSnapshot('./callers.md');
});

it('tests/project/permissions.md is what the roles say: `npm run generate` writes it', async () => {
  await expect(permissionsDocument()).toMatchFileSnapshot('./permissions.md');
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
