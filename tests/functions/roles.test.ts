import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Role } from '../../lib/auth/roles.ts';
import type { Contract } from '../../lib/http/contract.ts';
import { onlyThemselves } from '../../lib/members/repository.ts';
import { routes } from '../../resources/definitions.ts';
import { call } from '../support/call.ts';
import { eventOperations, kindOf } from '../support/event-operations.ts';
import {
  newAccessToken,
  newBudget,
  newPayment,
  newToken,
  type Tested,
  endpoints as tested,
} from '../support/service.ts';
import { sharedEvent } from '../support/sharing.ts';

const COLUMNS = ['owner', 'editor', 'viewer', 'others'] as const;

const endpoints: Record<string, Tested> = eventOperations;

/** The operations whose contracts name roles. */
const operations = (
  await Promise.all(
    routes.map(async ({ name, file }) => {
      const { handler } = await import(resolve(file));
      const { roles, authentication, forbidden }: Contract = handler.contract;
      const yes = forbidden?.includes(onlyThemselves) ? 'themselves' : 'yes';
      const cellOf = (role: Role) => (roles?.includes(role) ? yes : '403');
      const cells = { owner: 'yes', editor: cellOf('editor'), viewer: cellOf('viewer'), others: '404' };
      // An access token has the role of its account.
      const credentials = ['session', ...(authentication.access ? ['access token'] : [])];
      return roles ? [{ name, cells, credentials }] : [];
    }),
  )
).flat();

const cases = operations.flatMap(({ name, cells, credentials }) =>
  COLUMNS.flatMap((column) =>
    credentials.map((credential) => ({ name, column, credential, cells, expected: cells[column] })),
  ),
);

const refusal = (message: string, why: string) => ({
  status: 'error',
  message,
  errors: [{ field: 'event', code: 'forbidden', message: why }],
});

describe('what contracts say of roles', () => {
  it('is tried for every operation on an event', () => {
    expect(operations.map(({ name }) => name).sort()).toEqual(Object.keys(eventOperations).sort());
  });

  it.each(cases)('$name by $column, $credential: $expected', async (tried) => {
    const { name, column, credential, cells, expected } = tried;
    const { event, budget, ids: memberships, ...tokens } = await sharedEvent();
    const session = { ...tokens, others: await newToken() }[column];
    const token = credential === 'session' ? session : (await newAccessToken(session)).token;
    const { handler, method, failure, body } = endpoints[name] ?? tested.list;
    const [own, other] =
      column === 'editor'
        ? [memberships.editor, memberships.viewer]
        : [memberships.viewer, memberships.editor];
    const payment = await newPayment(tokens.owner, await newBudget(tokens.owner, event, { spent: 0 }));
    const member = expected === 'themselves' ? own : other;
    const ids = { events: event.id, budgets: budget.id, payments: payment.id, members: member };
    const path = { ...payment, id: ids[kindOf(name)] };
    if (expected === 'themselves') {
      const another = { ...path, id: other };
      const refused = await call(handler, { method, token, path: another });
      expect([refused.status, refused.body]).toEqual([403, refusal(failure, 'Only the owner can do this.')]);
    }
    const { status, text } = await call(handler, { method, token, path, body: body?.() });
    if (expected === 'yes' || expected === 'themselves') return expect([200, 201]).toContain(status);
    expect(status).toBe(Number(expected));
    if (status === 403) {
      const who = cells.editor === 'yes' ? 'owner and editors can change this event' : 'owner can do this';
      return expect(text).toBe(JSON.stringify(refusal(failure, `Only the ${who}.`)));
    }
    const unknown = { event_id: '1', budget_id: '1', id: '1' };
    expect(text).toBe((await call(handler, { method, token, path: unknown, body: body?.() })).text);
  });
});
