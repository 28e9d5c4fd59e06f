import { beforeEach, describe, expect, it } from 'vitest';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { sharingIn } from '../../../lib/events/event.ts';
import { call } from '../../support/call.ts';
import { type DatabaseRequest, gateToDatabase } from '../../support/gate.ts';
import { endpoints } from '../../support/service.ts';
import { accountIdOf, sharedEvent } from '../../support/sharing.ts';

const gate = await gateToDatabase();

const { update, updateMember, createBudget } = endpoints;

let shared: Awaited<ReturnType<typeof sharedEvent>>;
beforeEach(async () => {
  shared = await sharedEvent();
});

const stored = () =>
  getItem(eventKey({ ownerId: accountIdOf(shared.owner), eventId: Number(shared.event.id) }));

async function setRole(role: 'viewer' | 'editor'): Promise<void> {
  const path = { event_id: shared.event.id, id: shared.ids.viewer };
  const { status } = await call(updateMember.handler, { token: shared.owner, path, body: { role } });
  expect(status).toBe(200);
}

/** The request of a change of the role to the database, of which a first attempt may arrive late. */
async function requestToPromote(): Promise<DatabaseRequest> {
  const requests: DatabaseRequest[] = [];
  gate.after = (request) => {
    if (request.operation === 'UpdateItem') requests.push(request);
  };
  await setRole('editor');
  gate.open();
  const [request, ...others] = requests;
  if (!request || others.length > 0) throw new Error('There is not one UpdateItem');
  return request;
}

/** An event remembers its last four writes. */
async function writeFourTimes(): Promise<void> {
  for (let n = 1; n <= 4; n += 1) {
    const body = { name: `Name ${n}` };
    await call(update.handler, { token: shared.owner, path: shared.event, body });
  }
}

describe('the first attempt of a role change that arrives after four other writes', () => {
  it('does not make a demoted viewer an editor again', async () => {
    const late = await requestToPromote();
    await setRole('viewer');
    await writeFourTimes();
    const before = await stored();
    expect((await late.execute()).text).toContain('ConditionalCheckFailed');
    expect(await stored()).toEqual(before);
    const member = accountIdOf(shared.viewer);
    const { members } = sharingIn(before);
    expect(members.find(({ accountId }) => accountId === member)).toMatchObject({ role: 'viewer' });
    const path = { event_id: shared.event.id };
    const body = createBudget.body?.();
    expect((await call(createBudget.handler, { token: shared.viewer, path, body })).status).toBe(403);
  });

  it('changes nothing if the role was not changed since', async () => {
    const late = await requestToPromote();
    await writeFourTimes();
    const before = await stored();
    expect((await late.execute()).text).toContain('ConditionalCheckFailed');
    expect(await stored()).toEqual(before);
  });
});
