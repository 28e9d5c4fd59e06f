import { expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { endpoints, newBudget } from '../support/service.ts';
import { sharedEvent } from '../support/sharing.ts';

const errorsIn = ({ text }: { text: string }) => JSON.parse(text).errors;
const MESSAGE = 'This was changed in the meantime. Load it again and repeat your change.';

it('a 412 has the version that is there: the event’s, a budget’s, and that of each entry of an import', async () => {
  const { owner: token, event, budget } = await sharedEvent();
  const other = await newBudget(token, event);
  const name = 'Other';
  const update = (tag: string, path: object = event, handler = endpoints.update.handler) =>
    call(handler, { token, path: { ...path }, headers: { 'if-match': tag }, body: { name } });
  expect((await update('*', budget, endpoints.updateBudget.handler)).status).toBe(200);
  expect(errorsIn(await update('"1"'))).toEqual([
    { field: 'If-Match', code: 'changed', message: MESSAGE, version: 4 },
  ]);
  expect(errorsIn(await update('W/"4"'))).toMatchObject([{ code: 'weak', version: 4 }]);
  expect(errorsIn(await update('"7"', budget, endpoints.updateBudget.handler))).toMatchObject([
    { field: 'If-Match', code: 'changed', version: 1 },
  ]);
  const budgets = [budget, other].map(({ id }) => ({ id: Number(id), version: 7, name }));
  const imported = await call(endpoints.importBudgets.handler, {
    ...{ token, path: { event_id: event.id }, body: { budgets } },
  });
  expect([imported.status, errorsIn(imported)]).toMatchObject([
    412,
    [
      { field: 'budgets[0].version', version: 1 },
      { field: 'budgets[1].version', version: 0 },
    ],
  ]);
});

it('a member whose role doesn’t suffice learns no version', async () => {
  const { viewer: token, event } = await sharedEvent();
  const headers = { 'if-match': '"7"' };
  const { status, text } = await call(endpoints.update.handler, {
    ...{ token, path: event, headers, body: { name: 'Other' } },
  });
  expect(status).toBe(403);
  expect(text).not.toContain('version');
});
