import { expect, it } from 'vitest';
import { call } from '../support/call.ts';
import { eventOperations } from '../support/endpoints.ts';
import { newOwner } from '../support/owner.ts';
import { newBudget, newEvent } from '../support/service.ts';
import { rejected } from '../support/table.ts';
import { wholeTable } from '../support/whole-table.ts';

/** The owner of one thing of each kind, of another budget, and of a second event. */
const world = wholeTable().remaking(async () => {
  const owner = await newOwner();
  const { id: event_id } = await newEvent(owner.session);
  return { ...owner, event_id, other: await newBudget(owner.session, { id: owner.event.id }) };
});

const onThings = eventOperations.filter(({ path }) => /\{event_id\}.*\{/.test(path));

it.each(onThings)(
  '$name: what another event of one’s own has is not found in this one',
  async (operation) => {
    const { session: token, requestOf, event_id } = await world();
    const request = requestOf(operation);
    const send = (path = {}) =>
      call(operation.handler, { token, ...request, path: { ...request.path, ...path } });
    expect((await rejected(() => send({ event_id }))).codes).toEqual([404, 'path not_found']);
    expect((await send()).status).toBeLessThan(300);
  },
);

it.each(onThings.filter(({ path }) => /\{budget_id\}.*\{/.test(path)))(
  '$name: what another budget has is not found in this one',
  async ({ handler, ...operation }) => {
    const { session: token, requestOf, other } = await world();
    const { path, ...request } = requestOf({ handler, ...operation });
    const send = () => call(handler, { token, ...request, path: { ...path, budget_id: other.id } });
    expect((await rejected(send)).codes).toEqual([404, 'path not_found']);
  },
);
