import { beforeEach, describe, expect, it } from 'vitest';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { eventItem } from '../../support/event-item.ts';
import { context, gatewayRequest } from '../../support/gateway.ts';
import { putItem } from '../../support/put-items.ts';
import { endpoints, newEvent, newToken, person } from '../../support/service.ts';
import { accountIdOf, giveRole, share, takeRole } from '../../support/sharing.ts';

const { list, signup, updateAccount, view } = endpoints;

let owner: string;
let member: string;
let path: { id: string };
beforeEach(async () => {
  const { body } = await call(signup.handler, { body: person({ first_name: 'Grace', last_name: 'Hopper' }) });
  [owner, member] = [String(body.token), await newToken()];
  path = await newEvent(owner);
  await share(owner, path, member, 'viewer');
});

const viewed = (token: string) => call(view.handler, { method: 'GET', token, path });

describe('GET /events/view/{id} of a shared event', () => {
  it('has the role and the owner, as the list has them', async () => {
    const { text } = await viewed(member);
    expect(text).toBe(
      `{"status":"success","return_count":1,"data":{"id":${path.id},"name":"Summer party","total_amount":0.00,` +
        '"budgets_count":0,"description":"In the garden","event_date":"2026-07-04","role":"viewer",' +
        '"owner":"Grace Hopper"}}',
    );
    const listed = await call(list.handler, { method: 'GET', token: member });
    expect(text).toBe(listed.text.replace('[', '').replace(']', ''));
  });

  it('has neither for the owner', async () => {
    const { text } = await viewed(owner);
    expect(text).not.toMatch(/"role"|"owner"/);
  });

  it('shows another role at once', async () => {
    await giveRole(owner, path, member, 'editor');
    expect((await viewed(member)).body.data).toMatchObject({ role: 'editor' });
  });

  it('has the new name of the owner with the same ETag', async () => {
    const before = await viewed(member);
    await call(updateAccount.handler, { token: owner, body: { first_name: 'Anne' } });
    const renamed = await viewed(member);
    expect(renamed.body.data).toMatchObject({ owner: 'Anne Hopper' });
    expect(renamed.tag).toBe(before.tag);
    const again = { token: member, path, headers: { 'if-none-match': renamed.tag } };
    expect(await view.handler(gatewayRequest('GET', again), context())).toMatchObject({ statusCode: 304 });
  });

  it('answers 404 to a removed member, and while the account of the owner is being deleted', async () => {
    const removed = await newToken();
    await share(owner, path, removed, 'viewer');
    await takeRole(owner, path, removed);
    expect((await viewed(removed)).status).toBe(404);
    const { handler, body } = endpoints.deleteAccount;
    expect((await call(handler, { token: owner, body: body?.() })).status).toBe(200);
    expect((await viewed(member)).status).toBe(404);
  });

  it('shows the own event where a shared one has the same id', async () => {
    const eventId = Number(path.id);
    await putItem(eventKey({ ownerId: accountIdOf(member), eventId }), eventItem(eventId, 1));
    const { body, text } = await viewed(member);
    expect(body.data).toMatchObject({ budgets_count: 1 });
    expect(text).not.toMatch(/"role"|"owner"/);
  });

  it('reads the names of the owner beside the event', async () => {
    takeRequests();
    await viewed(owner);
    expect(takeRequests().counts).toEqual({ reads: 2, writes: 0 });
    await viewed(member);
    expect(takeRequests()).toMatchObject({ counts: { reads: 4, writes: 0 }, units: { read: 4, write: 0 } });
  });
});
