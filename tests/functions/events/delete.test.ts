import { beforeAll, describe, expect, it } from 'vitest';
import { handler as remove } from '../../../functions/events/delete.ts';
import { call } from '../../support/call.ts';
import { allEvents, endpoints, newEvent, newToken, viewEvent } from '../../support/service.ts';
import { expire, sharedEvent } from '../../support/sharing.ts';

const notThere = '{"status":"error","message":"Event failed to delete"}';

describe('POST /events/delete/{id}', () => {
  let token: string;
  beforeAll(async () => {
    token = await newToken();
  });

  it.each([undefined, '', '{}', '{"any":"thing"}'])(
    'answers 200 to the body %j, and the event is deleted',
    async (body) => {
      const fresh = await newToken();
      const [path, other] = [await newEvent(fresh), await newEvent(fresh)];
      const { status, text } = await call(remove, { token: fresh, path, body });
      expect(status).toBe(200);
      expect(text).toBe('{"status":"success","message":"Event deleted successfully"}');
      expect((await allEvents(fresh)).map(({ id }) => String(id))).toEqual([other.id]);
    },
  );

  it('says with Prefer whom a restore won’t bring back', async () => {
    const { owner, event } = await sharedEvent();
    for (const email of ['alan@example.com', 'grace@example.com']) {
      const body = { email, role: 'viewer' };
      await call(endpoints.inviteMember.handler, { token: owner, path: { event_id: event.id }, body });
    }
    await expire(owner, event, 'grace@example.com');
    const headers = { prefer: 'return=representation' };
    const deleted = await call(remove, { token: owner, path: event, headers });
    expect([deleted.status, deleted.text]).toEqual([
      200,
      '{"status":"success","message":"Event deleted successfully","members_removed":2,"invitations_removed":1}',
    ]);
    expect(deleted.headers).toMatchObject({ 'preference-applied': 'return=representation', vary: 'Prefer' });
  });

  it('says nothing of them without Prefer', async () => {
    const { owner, event } = await sharedEvent();
    const { text, headers } = await call(remove, { token: owner, path: event });
    expect(text).toBe('{"status":"success","message":"Event deleted successfully"}');
    expect(headers).not.toHaveProperty('vary');
  });

  it.each(['[]', 'x', '7'])('answers 400 for the body %j and deletes nothing', async (body) => {
    const path = await newEvent(token);
    const outcome = await call(remove, { token, path, body });
    expect(outcome.status).toBe(400);
    expect(outcome.body.message).toBe('Event failed to delete');
    expect((await viewEvent(token, path)).id).toBe(Number(path.id));
  });

  it('answers 200 to one of ten concurrent deletes, and 404 to the others', async () => {
    const path = await newEvent(token);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => call(remove, { token, path })));
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomes.filter(({ status, text }) => status === 404 && text === notThere)).toHaveLength(9);
  });

  it.each(['1', '0', 'x'])('answers 404 for the id %j', async (id) => {
    const { status, text } = await call(remove, { token, path: { id } });
    expect(status).toBe(404);
    expect(text).toBe(notThere);
  });

  it('answers 404 for an event of another account and does not delete it', async () => {
    const owner = await newToken();
    const path = await newEvent(owner);
    const { status, text } = await call(remove, { token, path });
    expect(status).toBe(404);
    expect(text).toBe(notThere);
    expect((await viewEvent(owner, path)).id).toBe(Number(path.id));
  });
});
