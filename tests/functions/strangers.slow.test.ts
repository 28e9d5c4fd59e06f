import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../support/call.ts';
import { takeRequests } from '../support/database-requests.ts';
import { type Endpoint, eventOperations, type Tested } from '../support/endpoints.ts';
import { context, gatewayRequest } from '../support/gateway.ts';
import { endpoints, newBudget, newPayment } from '../support/service.ts';
import { newVerified, sharedEvent } from '../support/sharing.ts';

const { inviteMember, removeMember, acceptInvitation, declineInvitation } = endpoints;

type Path = { event_id: string; budget_id?: string; id: string; version?: string };

let paths: Record<string, Path>;
let invitation: { id: string };
/** Those who may know the id of the event. */
let tokens: Record<'stranger' | 'invited' | 'removed', string>;
beforeAll(async () => {
  const { owner, event, budget, ids, viewer } = await sharedEvent();
  const ofEvent = { event_id: event.id };
  paths = {
    events: { ...ofEvent, id: event.id },
    budgets: budget,
    payments: await newPayment(owner, await newBudget(owner, event, { spent: 0 })),
    members: { ...ofEvent, id: ids.editor },
    history: { ...ofEvent, id: event.id, version: '2' },
    share: { ...ofEvent, id: event.id },
  };
  await call(removeMember.handler, { token: owner, path: { ...ofEvent, id: ids.viewer } });
  const guest = await newVerified();
  const body = { email: guest.email, role: 'editor' };
  const invited = await call(inviteMember.handler, { token: owner, path: ofEvent, body });
  invitation = z.object({ id: z.coerce.string() }).parse(invited.body.data);
  tokens = { stranger: (await newVerified()).token, invited: guest.token, removed: viewer };
});

/** An id that nothing has, of the same length. */
const next = (id: string): string => String(Number(id) + 1);

/** The path of an operation on something of the event. */
function pathOf({ subject }: Endpoint): Path {
  const path = paths[subject];
  if (!path) throw new Error(`The event has no ${subject}`);
  return path;
}
const unknown = (path: Path): Path => ({ ...path, event_id: next(path.event_id), id: next(path.id) });

/** What a call answers, and what it asks the database. */
async function observe({ handler, method, body }: Tested, token: string, path: object, headers = {}) {
  takeRequests();
  const request = { token, path: { ...path }, headers, body: body?.() };
  const { statusCode: status, ...response } = await handler(gatewayRequest(method, request), context());
  const { 'x-request-id': _, ...fields } = response.headers;
  return { status, headers: fields, text: response.body, ...takeRequests() };
}

describe.each(['stranger', 'invited', 'removed'] as const)('to somebody who is %s', (who) => {
  it.each(eventOperations)('$name responds to the event as to none', async (endpoint) => {
    const path = pathOf(endpoint);
    const keys = ['one-key', 'two-key'].map((key) => ({ 'idempotency-key': key }));
    const headers = [[{}, {}], [{ 'if-match': '"1"' }, { 'if-match': '"1"' }], keys];
    for (const [first = {}, second = {}] of headers) {
      const found = await observe(endpoint, tokens[who], path, first);
      expect(found.status).toBe(404);
      expect(found.sizes.length).toBe(found.names.length);
      expect(found).toEqual(await observe(endpoint, tokens[who], unknown(path), second));
    }
  });
});

it.each([
  ['acceptInvitation', acceptInvitation],
  ['declineInvitation', declineInvitation],
])('%s responds to the invitation of somebody else as to none', async (_, endpoint) => {
  const found = await observe(endpoint, tokens.stranger, invitation);
  expect(found.status).toBe(404);
  expect(found).toEqual(await observe(endpoint, tokens.stranger, { id: next(invitation.id) }));
});
