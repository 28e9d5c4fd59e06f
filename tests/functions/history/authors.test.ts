import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { historyOf, recorded } from '../../support/history.ts';
import { endpoints, newAccessToken, newEvent } from '../../support/service.ts';
import { newVerified } from '../../support/sharing.ts';

let owner: string;
let event: { id: string };
beforeEach(async () => {
  owner = (await newVerified()).token;
  event = await newEvent(owner);
});

type Guest = Awaited<ReturnType<typeof newVerified>>;

/** Does something to the event, and has that recorded. */
const act = (
  name: keyof typeof endpoints,
  { token = owner, path = event, body }: { token?: string; path?: Record<string, string>; body?: object },
) => recorded(owner, event, () => call(endpoints[name].handler, { token, path, ...(body && { body }) }));

/** Lets somebody join the event. Returns the id of the membership. */
async function join({ email, token }: Guest): Promise<number> {
  const path = { event_id: event.id };
  const { body } = await act('inviteMember', { path, body: { email, role: 'editor' } });
  const { id } = z.object({ id: z.int() }).parse(body.data);
  expect((await act('acceptInvitation', { token, path: { id: String(id) } })).status).toBe(200);
  return id;
}

async function joined() {
  const guest = await newVerified();
  return { ...guest, id: await join(guest) };
}

const leave = ({ token, id }: { token: string; id: number }) =>
  act('removeMember', { token, path: { event_id: event.id, id: String(id) } });

const rename = (name: string, token = owner) => act('update', { token, body: { name } });

/** Who made the last writes, newest first. */
const authors = async (count: number, reader = owner) =>
  (await historyOf(reader, event, { limit: String(count) })).map(({ by }) => by);

const ada = { name: 'Ada Lovelace', you: false, owner: false, program: false };

describe('an author', () => {
  it('has the id of the membership, as the members and the changes of members do', async () => {
    const { id, token, email } = await joined();
    await rename('Ball', token);
    await leave({ token, id });
    const [leaving, renaming, joining] = await historyOf(owner, event);
    for (const entry of [leaving, renaming, joining])
      expect(entry?.by).toEqual({ ...ada, membership_id: id });
    for (const entry of [leaving, joining]) expect(entry?.changes).toMatchObject([{ kind: 'member', id }]);
    const again = await join({ token, email, password: '' });
    const members = await call(endpoints.listMembers.handler, {
      ...{ method: 'GET', token: owner, path: { event_id: event.id } },
    });
    expect(members.body.data).toMatchObject([{ role: 'owner' }, { id: again, email }]);
  });

  it('who is the owner has none', async () => {
    const { token } = await joined();
    await rename('Ball');
    const byOwner = { ...ada, owner: true };
    expect(await authors(1)).toEqual([{ ...byOwner, you: true }]);
    expect(await authors(1, token)).toEqual([byOwner]);
  });

  it('who joins again has another id than before', async () => {
    const guest = await joined();
    await rename('Ball', guest.token);
    await leave(guest);
    const again = await join(guest);
    await rename('Gala', guest.token);
    expect(again).not.toBe(guest.id);
    const [after, , , , before] = await authors(5);
    expect([after?.membership_id, before?.membership_id]).toEqual([again, guest.id]);
  });

  it('with the name of another editor is told apart from that one, even after leaving', async () => {
    const [grace, mallory] = [await joined(), await joined()];
    const body = { first_name: 'Grace', last_name: 'Hopper' };
    for (const { token } of [grace, mallory]) await call(endpoints.updateAccount.handler, { token, body });
    await rename('Ball', grace.token);
    await rename('Brawl', mallory.token);
    const named = { ...ada, name: 'Grace Hopper' };
    const ofGrace = { ...named, membership_id: grace.id, email: grace.email };
    const ofMallory = { ...named, membership_id: mallory.id };
    expect(await authors(2)).toEqual([{ ...ofMallory, email: mallory.email }, ofGrace]);
    await leave(mallory);
    expect(await authors(3)).toEqual([ofMallory, ofMallory, ofGrace]);
  });
});

describe('the address of an author', () => {
  it('is shown to the owner with a session, and neither to editors nor to access tokens', async () => {
    const [grace, alan] = [await joined(), await joined()];
    await rename('Ball', grace.token);
    expect(await authors(1)).toEqual([{ ...ada, membership_id: grace.id, email: grace.email }]);
    const readers = [
      [alan.token, ada],
      [grace.token, { ...ada, you: true }],
      [(await newAccessToken(owner)).token, ada],
    ] as const;
    for (const [reader, by] of readers)
      expect(await authors(1, reader)).toEqual([{ ...by, membership_id: grace.id }]);
  });
});

describe('an access token that wrote', () => {
  const program = { ...ada, program: true };

  it('is told to its own account: the id, and with a session the name', async () => {
    const grace = await joined();
    const written = await newAccessToken(grace.token, { name: 'Nightly import' });
    await rename('Ball', written.token);
    const by = { ...program, membership_id: grace.id };
    const own = { ...by, you: true, token_id: written.id };
    expect(await authors(1, grace.token)).toEqual([{ ...own, token_name: 'Nightly import' }]);
    expect(await authors(1, written.token)).toEqual([own]);
    expect(await authors(1)).toEqual([{ ...by, email: grace.email }]);
    expect(await authors(1, (await newAccessToken(owner)).token)).toEqual([by]);
    await call(endpoints.endToken.handler, { token: grace.token, path: { id: written.id } });
    expect(await authors(1, grace.token)).toEqual([own]);
  });

  it('is looked up once in a page, and only if the page has its writes', async () => {
    await rename('Ball');
    await authors(1);
    takeRequests();
    await authors(1);
    const { reads } = takeRequests().counts;
    const { token } = await newAccessToken(owner);
    for (const name of ['Gala', 'Party']) await rename(name, token);
    takeRequests();
    expect((await authors(2)).map((by) => by?.token_name)).toEqual(['Nightly import', 'Nightly import']);
    expect(takeRequests().counts.reads).toBe(reads + 1);
  });
});
