import { describe, expect, it } from 'vitest';
import { onlyThemselves } from '../../lib/members/repository.ts';
import { call } from '../support/call.ts';
import { type Endpoint, eventOperations } from '../support/endpoints.ts';
import { recordedDeletion } from '../support/history.ts';
import { rejection } from '../support/rejections.ts';
import { newBudget, newPayment, newToken } from '../support/service.ts';
import { share, sharedEvent, takeRole } from '../support/sharing.ts';
import { rejected } from '../support/table.ts';
import { wholeTable } from '../support/whole-table.ts';

/** A shared event with one thing of each kind. */
async function newWorld() {
  const { event, ids, ...shared } = await sharedEvent();
  const [others, former] = [await newToken(), await newToken()];
  await share(shared.owner, event, former, 'editor');
  await takeRole(shared.owner, event, former);
  const payment = await newPayment(shared.owner, await newBudget(shared.owner, event, { spent: 0 }));
  const version = String(await recordedDeletion(shared.owner, await newBudget(shared.owner, event)));
  const idOf: Record<string, string> = { events: event.id, budgets: shared.budget.id, payments: payment.id };
  /** The request of an operation on the event, or on one of its members. */
  const requestOf = ({ method, subject, body }: Endpoint, member = ids.viewer) => ({
    ...{
      method,
      path: { ...payment, id: idOf[subject] ?? member, version: member === '1' ? member : version },
    },
    body: body?.(),
  });
  return { ...shared, others, former, ids, requestOf };
}

const world = wholeTable().remaking(newWorld);

const STALE = { headers: { 'if-match': '"7"' } };

const cases = eventOperations.flatMap((operation) => {
  const { roles = [], forbidden = [] } = operation.contract;
  const yes = forbidden.includes(onlyThemselves) ? 'on themselves' : 'yes';
  return (['owner', 'editor', 'viewer'] as const).map((role) => ({
    ...{ name: operation.name, operation, role },
    may: role === 'owner' ? 'yes' : roles.includes(role) ? yes : 'no',
  }));
});

describe('an operation on an event', () => {
  it.each(cases)('$name by the $role: $may', async ({ operation, role, may }) => {
    const { handler, failure, contract } = operation;
    const { [role]: token, ids, requestOf } = await world();
    const who = contract.roles?.includes('editor') && may === 'no' ? 'owner and editors' : 'owner';
    const text = rejection(failure, 'event', 'forbidden', `Only the ${who} can do this.`);
    const own = role === 'editor' ? ids.editor : ids.viewer;
    const other = role === 'editor' ? ids.viewer : ids.editor;
    if (may !== 'yes') {
      for (const further of [{}, STALE]) {
        const outcome = await rejected(() =>
          call(handler, { token, ...requestOf(operation, other), ...further }),
        );
        expect([outcome.status, outcome.text]).toEqual([403, text]);
      }
    }
    if (may === 'no') return;
    // `call` checks that the status is documented. An event can't be offered twice.
    if (operation.name !== 'eventsHandOver')
      await call(handler, { token, ...requestOf(operation, '1'), ...STALE });
    const { status } = await call(handler, { token, ...requestOf(operation, own) });
    expect([200, 201]).toContain(status);
  });

  it.each(eventOperations)('$name by others: 404, as for no event', async (operation) => {
    const { handler, method, body } = operation;
    const { others, former, owner, requestOf } = await world();
    const unknown = { event_id: '1', budget_id: '1', id: '1', version: '1' };
    const none = await call(handler, { method, token: owner, path: unknown, body: body?.() });
    expect(none.status).toBe(404);
    const request = requestOf(operation);
    for (const token of [others, former]) {
      for (const further of [{}, STALE, { path: { ...request.path, event_id: 'x', id: 'x' } }]) {
        const { status, text } = await rejected(() => call(handler, { token, ...request, ...further }));
        expect([status, text]).toEqual([404, none.text]);
      }
    }
  });
});
