import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { bearers, eventOperations } from '../../support/endpoints.ts';
import { uncounted } from '../../support/rejected.ts';
import { endpoints, newBudget, newEvent, newPayment } from '../../support/service.ts';
import { newVerified, share } from '../../support/sharing.ts';

const { deleteAccount, inviteMember, acceptInvitation } = endpoints;

let owner: Awaited<ReturnType<typeof newVerified>>;
let member: Awaited<ReturnType<typeof newVerified>>;
let event: { id: string };
beforeEach(async () => {
  [owner, member] = [await newVerified(), await newVerified()];
  event = await newEvent(owner.token);
});

const leave = async ({ token, password }: typeof owner) =>
  expect((await call(deleteAccount.handler, { token, body: { password } })).status).toBe(200);

const lists = bearers.filter(({ method, path }) => method === 'GET' && !path.includes('{'));

/** What a member gets from every operation that isn't on a certain event. */
const shown = () =>
  Promise.all(
    lists.map(async ({ handler }) => (await call(handler, { method: 'GET', token: member.token })).text),
  );

describe('an event whose owner’s account is being deleted', () => {
  it.each(eventOperations)('is not there for a member: $name', async (operation) => {
    const { handler, method, subject, body } = operation;
    const id = await share(owner.token, event, member.token, 'editor');
    const budget = await newBudget(owner.token, event, { spent: 0 });
    const payment = await newPayment(owner.token, budget);
    await leave(owner);
    const before = await uncounted();
    const ids: Record<string, string> = { events: event.id, budgets: budget.id, payments: payment.id };
    const path = { ...payment, id: ids[subject] ?? id };
    const answerFor = async (params: object) => {
      const { status, text } = await call(handler, {
        ...{ method, token: member.token, path: { ...path, ...params }, body: body?.() },
      });
      return [status, text];
    };
    const found = await answerFor({});
    expect(found).toEqual(await answerFor({ event_id: '1', budget_id: '1', id: '1' }));
    expect(found[0]).toBe(404);
    expect(await uncounted()).toEqual(before);
  });

  it('is in no list, sum or export of a member', async () => {
    const without = await shown();
    await share(owner.token, event, member.token, 'viewer');
    expect(await shown()).not.toEqual(without);
    await leave(owner);
    expect(await shown()).toEqual(without);
  });

  it('is nothing that a member has accepted', async () => {
    const path = { event_id: event.id };
    const body = { email: member.email, role: 'viewer' };
    const invited = await call(inviteMember.handler, { token: owner.token, path, body });
    const { id } = z.object({ id: z.int() }).parse(invited.body.data);
    const accept = () => call(acceptInvitation.handler, { token: member.token, path: { id: String(id) } });
    for (const status of [200, 200]) expect((await accept()).status).toBe(status);
    await leave(owner);
    expect((await accept()).status).toBe(404);
  });
});

it('an event stays there for its members if another member’s account is being deleted', async () => {
  const other = await newVerified();
  for (const { token } of [member, other]) await share(owner.token, event, token, 'editor');
  await leave(other);
  const path = { event_id: event.id };
  const { handler, body } = endpoints.createBudget;
  expect((await call(handler, { token: member.token, path, body: body?.() })).status).toBe(201);
});
