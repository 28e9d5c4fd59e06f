import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { historyOf, listHistory, recorded, undo } from '../../support/history.ts';
import { endpoints, newEvent } from '../../support/service.ts';
import { newVerified } from '../../support/sharing.ts';

const UNDONE = (version: number) => ({
  ...{ field: 'version', code: 'undone', version },
  message: `This was undone already, by version ${version}.`,
});

let owner: Awaited<ReturnType<typeof newVerified>>;
let event: { id: string };
beforeEach(async () => {
  owner = await newVerified();
  event = await newEvent(owner.token);
});

const record = <Result>(work: () => Promise<Result>) => recorded(owner.token, event, work);
const rename = (name: string) =>
  record(() => call(endpoints.update.handler, { token: owner.token, path: event, body: { name } }));
const undoOf = (version: number, body = {}) => record(() => undo(owner.token, event, version, { body }));
const errorsIn = ({ text }: { text: string }) => JSON.parse(text).errors;
const invite = (email: string) =>
  record(() =>
    call(endpoints.inviteMember.handler, {
      ...{ token: owner.token, path: { event_id: event.id } },
      body: { email, role: 'viewer' },
    }),
  );

describe('an undo that was done already', () => {
  beforeEach(async () => {
    await rename('Winter party');
  });

  it('answers 409 with the version that did it, also before that is recorded', async () => {
    expect((await undo(owner.token, event, 2)).status).toBe(200);
    for (const body of [{}, { keep_changed: true }]) {
      const again = await undo(owner.token, event, 2, { body });
      expect([again.status, errorsIn(again)]).toEqual([409, [UNDONE(3)]]);
    }
  });

  it('is found behind later writes', async () => {
    expect((await undoOf(2)).status).toBe(200);
    await rename('Spring party');
    await rename('Autumn party');
    expect(errorsIn(await undo(owner.token, event, 2))).toEqual([UNDONE(3)]);
  });

  it('works again after it was undone itself', async () => {
    expect((await undoOf(2)).status).toBe(200);
    expect((await undoOf(3)).status).toBe(200);
    expect((await undoOf(2)).status).toBe(200);
    expect(errorsIn(await undo(owner.token, event, 2))).toEqual([UNDONE(5)]);
    await undoOf(5);
    await rename('Spring party');
    expect((await undo(owner.token, event, 2)).codes).toEqual([409, 'name changed']);
  });

  it('makes no request more if it is done, and two more if it is rejected as changed', async () => {
    takeRequests();
    await undo(owner.token, event, 2);
    const done = takeRequests().counts;
    await undo(owner.token, event, 2);
    const { reads } = takeRequests().counts;
    expect(reads).toBe(done.reads + 2);
  });
});

it('a write that was changed since, and never undone, is still `changed`', async () => {
  await rename('Winter party');
  await rename('Spring party');
  expect((await undo(owner.token, event, 2)).codes).toEqual([409, 'name changed']);
});

describe('entries that show nothing', () => {
  it('are not listed, and leave no `pending`', async () => {
    await rename('Winter party');
    for (const name of ['one', 'two', 'three']) await invite(`${name}@example.com`);
    expect((await historyOf(owner.token, event)).map(({ version }) => version)).toEqual([2]);
    expect((await listHistory(owner.token, event)).body).not.toHaveProperty('pending');
    expect((await undo(owner.token, event, 4)).codes).toEqual([409, 'version not_undoable']);
  });

  it('are read in bounded steps, with a `next_cursor`', async () => {
    await rename('Winter party');
    for (let n = 0; n < 21; n += 1) await invite(`guest-${n}@example.com`);
    const { body } = await listHistory(owner.token, event, { limit: '1' });
    expect([body.data, body.next_cursor]).toEqual([[], expect.any(String)]);
    const next = await historyOf(owner.token, event, { limit: '1', cursor: String(body.next_cursor) });
    expect(next.map(({ version }) => version)).toEqual([2]);
  });
});
