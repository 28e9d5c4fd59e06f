import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Contract } from '../../lib/http/contract.ts';
import { routes } from '../../resources/definitions.ts';
import { call } from '../support/call.ts';
import { eventOperations, kindOf } from '../support/event-operations.ts';
import { securityTable } from '../support/security-table.ts';
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

const rows = securityTable('Roles');

const endpoints: Record<string, Tested> = eventOperations;

/** The roles that contracts name, by operation. */
const contracts = await Promise.all(
  routes.map(async ({ name, file }) => {
    const { handler } = await import(resolve(file));
    const { roles, authentication }: Pick<Contract, 'roles' | 'authentication'> = handler.contract;
    return { name, roles, takesAccessTokens: authentication.access !== undefined };
  }),
);

/** An access token has the role of its account. */
const credentialsOf = (name: string) =>
  contracts.find((contract) => contract.name === name)?.takesAccessTokens
    ? (['session', 'access token'] as const)
    : (['session'] as const);

const cases = rows.flatMap(({ operation, name, cells }) =>
  COLUMNS.flatMap((column, n) =>
    credentialsOf(name).map((credential) => ({
      ...{ operation, name, column, credential },
      expected: cells[n] ?? '',
    })),
  ),
);

const refusal = (message: string, why: string) => ({
  status: 'error',
  message,
  errors: [{ field: 'event', code: 'forbidden', message: why }],
});

describe('the table of roles in SECURITY.md', () => {
  it('says what the contract of every operation on an event says', () => {
    const isYes = (cell = '') => cell === 'yes' || cell === 'themselves';
    const table = rows.map(({ name, cells: [, editor, viewer] }) => [
      name,
      [...(isYes(viewer) ? ['viewer'] : []), ...(isYes(editor) ? ['editor'] : [])],
    ]);
    const named = contracts.flatMap(({ name, roles }) => (roles ? [[name, roles]] : []));
    expect(Object.fromEntries(table)).toEqual(Object.fromEntries(named));
    expect(table).toHaveLength(named.length);
  });

  it('has every operation that these tests try', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(eventOperations).sort());
  });

  it.each(cases)('$operation by $column, $credential: $expected', async (tried) => {
    const { name, column, credential, expected } = tried;
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
      const mayEdit = rows.find((row) => row.name === name)?.cells[1] === 'yes';
      const who = mayEdit ? 'owner and editors can change this event' : 'owner can do this';
      return expect(text).toBe(JSON.stringify(refusal(failure, `Only the ${who}.`)));
    }
    const unknown = { event_id: '1', budget_id: '1', id: '1' };
    expect(text).toBe((await call(handler, { method, token, path: unknown, body: body?.() })).text);
  });
});
