import { beforeEach, expect, it } from 'vitest';
import { type Client, clientOf } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { historyOf, recorded } from '../../support/history.ts';
import { newAccessToken } from '../../support/service.ts';
import { newVerified } from '../../support/sharing.ts';

type Guest = { client: Client; email: string; id: number };

let owner: Client;
let event: { id: string };
beforeEach(async () => {
  owner = clientOf((await newVerified()).token);
  event = await owner.newEvent();
});

const record = <Result>(work: () => Promise<Result>) => recorded(owner.token, event, work);

/** Lets somebody join the event. */
async function join({ client, email }: Omit<Guest, 'id'>): Promise<Guest> {
  const { body } = await record(() => owner.inviteMember(event, { email, role: 'editor' }));
  const { id } = Object(body.data);
  expect((await record(() => client.acceptInvitation({ id: String(id) }))).status).toBe(200);
  return { client, email, id };
}

async function joined(): Promise<Guest> {
  const { email, token } = await newVerified();
  return join({ client: clientOf(token), email });
}

const leave = ({ client, id }: Guest) =>
  record(() => client.removeMember({ event_id: event.id, id: String(id) }));
let names = 0;
/** Another name each time, as the history leaves out what changes nothing. */
const rename = (by: Client) => record(() => by.update(event, { name: `Ball ${++names}` }));

/** Who made the last writes, newest first. */
const authors = async (count: number, reader = owner) =>
  (await historyOf(reader.token, event, { limit: String(count) })).map(({ by }) => by);

const ada = { name: 'Ada Lovelace', you: false, owner: false, program: false };

it('an author has the id of the membership, another one after joining again, and an owner has none', async () => {
  const guest = await joined();
  const { client, id } = guest;
  await rename(client);
  await leave(guest);
  const [leaving, renaming, joining] = await historyOf(owner.token, event);
  for (const entry of [leaving, renaming, joining]) expect(entry?.by).toEqual({ ...ada, membership_id: id });
  for (const entry of [leaving, joining]) expect(entry?.changes).toMatchObject([{ kind: 'member', id }]);
  const again = await join(guest);
  expect(again.id).not.toBe(id);
  const { data } = (await owner.listMembers(event)).body;
  expect(data).toMatchObject([{ role: 'owner' }, { id: again.id, email: guest.email }]);
  await rename(client);
  const [after, , , before] = await authors(5);
  expect([after?.membership_id, before?.membership_id]).toEqual([again.id, id]);
  await rename(owner);
  expect(await authors(1)).toEqual([{ ...ada, owner: true, you: true }]);
  expect(await authors(1, client)).toEqual([{ ...ada, owner: true }]);
});

it('an author with the name of another editor is told apart from that one, even after leaving', async () => {
  const [grace, mallory] = [await joined(), await joined()];
  for (const { client } of [grace, mallory]) {
    await client.updateAccount({ first_name: 'Grace', last_name: 'Hopper' });
    await rename(client);
  }
  const named = { ...ada, name: 'Grace Hopper' };
  const ofGrace = { ...named, membership_id: grace.id, email: grace.email };
  const ofMallory = { ...named, membership_id: mallory.id };
  expect(await authors(2)).toEqual([{ ...ofMallory, email: mallory.email }, ofGrace]);
  await leave(mallory);
  expect(await authors(3)).toEqual([ofMallory, ofMallory, ofGrace]);
});

it('an author’s address is shown to the owner with a session, and neither to editors nor to programs', async () => {
  const [grace, alan] = [await joined(), await joined()];
  await rename(grace.client);
  const by = { ...ada, membership_id: grace.id };
  expect(await authors(1)).toEqual([{ ...by, email: grace.email }]);
  expect(await authors(1, alan.client)).toEqual([by]);
  expect(await authors(1, grace.client)).toEqual([{ ...by, you: true }]);
  expect(await authors(1, clientOf((await newAccessToken(owner.token)).token))).toEqual([by]);
});

it('an access token that wrote is told to its own account: the id, and with a session the name', async () => {
  const grace = await joined();
  const { id, token } = await newAccessToken(grace.client.token, { name: 'Nightly import' });
  await rename(clientOf(token));
  const by = { ...ada, program: true, membership_id: grace.id };
  const own = { ...by, you: true, token_id: id };
  expect(await authors(1, grace.client)).toEqual([{ ...own, token_name: 'Nightly import' }]);
  expect(await authors(1, clientOf(token))).toEqual([own]);
  expect(await authors(1)).toEqual([{ ...by, email: grace.email }]);
  expect(await authors(1, clientOf((await newAccessToken(owner.token)).token))).toEqual([by]);
  await grace.client.endToken({ id });
  expect(await authors(1, grace.client)).toEqual([own]);
});

it('an access token is looked up once in a page, and only if the page has its writes', async () => {
  await rename(owner);
  await authors(1);
  takeRequests();
  await authors(1);
  const { reads } = takeRequests().counts;
  const program = clientOf((await newAccessToken(owner.token)).token);
  for (const _ of [1, 2]) await rename(program);
  takeRequests();
  expect((await authors(2)).map((by) => by?.token_name)).toEqual(['Nightly import', 'Nightly import']);
  expect(takeRequests().counts.reads).toBe(reads + 1);
});
