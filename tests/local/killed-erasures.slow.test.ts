import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startDatabase } from '../../local/dynalite/database.js';
import { freePort } from '../support/emulators.ts';
import { copyOfService, startOffline } from '../support/offline.ts';
import { nextMail } from '../support/received-mail.ts';
import { catering, party, person } from '../support/service.ts';
import { wholeTable } from '../support/whole-table.ts';

const KILLING = `--import=${pathToFileURL(resolve('tests/local/dynalite/kill-after-change.ts'))}`;

let copy: Awaited<ReturnType<typeof copyOfService>>;
let port: string;
let service: ReturnType<typeof startOffline> | undefined;

beforeAll(async () => {
  copy = await copyOfService();
  port = String(await freePort());
});
afterAll(async () => {
  await service?.stop('SIGKILL');
  await copy.remove();
});

/** Starts the service. Its calls take at most so many seconds, which an erasure waits for. */
async function start(seconds: number, env: Record<string, string> = {}) {
  const command = [
    process.execPath,
    'local/start.js',
    `--param=timeout=${seconds}`,
    `--param=recordTimeout=${seconds}`,
  ];
  for (;;) {
    service = startOffline(copy.folder, { PORT: port, BCRYPT_COST: '4', APP_URL: '', ...env }, command);
    try {
      await service.printed('A first call');
      return service;
    } catch (error) {
      // Another process has taken the port that was chosen for the functions.
      if (!service.output().includes('EADDRINUSE')) throw error;
    }
  }
}

const answered = z.object({
  token: z.optional(z.string()),
  data: z.optional(z.object({ id: z.number() })),
});

async function post(token: string, path: string, body: object, headers: Record<string, string> = {}) {
  const answer = await fetch(`http://localhost:${port}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const json: unknown = await answer.json();
  expect([path, answer.ok, json]).toEqual([path, true, json]);
  return { ...answered.parse(json), eventId: answer.headers.get('location')?.split('/').at(-1) };
}

async function newAccount() {
  const { email, password } = person();
  const { token = '' } = await post('', '/auth/signup', person({ email }));
  const mail = await nextMail(email, copy.folder);
  await post(token, '/auth/verify-email', { token: mail.token });
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return { email, password, token, id: z.object({ sub: z.string() }).parse(claims).sub };
}
type Person = Awaited<ReturnType<typeof newAccount>>;

const newEvent = async ({ token }: Person, headers = {}) =>
  (await post(token, '/events/create', party(), headers)).eventId;

/** Invites somebody to an event. Returns the invitation's id. */
const invite = async ({ token }: Person, eventId: string | undefined, email: string) =>
  (await post(token, `/events/${eventId}/members/invite`, { email, role: 'editor' })).data?.id;

async function share(owner: Person, eventId: string | undefined, member: Person): Promise<void> {
  await post(member.token, `/invitations/accept/${await invite(owner, eventId, member.email)}`, {});
}

/** All items of the stopped service that name one of these people, besides what they did in events of others. */
async function itemsOf(people: Person[]): Promise<string[]> {
  const database = await startDatabase(join(copy.folder, '.local/database'));
  const items = await wholeTable(database.endpoint, 'event-budget-local').items();
  await database.stop();
  return items
    .filter(({ PK }) => !/^HISTORY/.test(String(PK)) || people.some(({ id }) => String(PK).includes(id)))
    .map((item) => JSON.stringify(item))
    .filter((item) => people.some(({ id, email }) => item.includes(id) || item.includes(email)));
}

it('nothing is left of deleted accounts, whenever the service is killed', { timeout: 400_000 }, async () => {
  await start(60);
  const [ada, bob, cleo] = [await newAccount(), await newAccount(), await newAccount()];
  const shared = await newEvent(ada, { 'idempotency-key': 'shared' });
  await post(ada.token, `/events/${shared}/budgets/create`, catering(), { 'idempotency-key': 'budget' });
  await share(ada, shared, bob);
  await invite(ada, shared, person().email);
  await newEvent(ada);
  await share(bob, await newEvent(bob), ada);
  await invite(bob, await newEvent(bob), ada.email);
  await newEvent(cleo);
  const deleted = [ada, cleo];
  await Promise.all(deleted.map(({ token, password }) => post(token, '/account/delete', { password })));
  // The erasures wait for calls that began before the deletion.
  await service?.stop('SIGKILL');
  let left = await itemsOf(deleted);
  expect(left.length).toBeGreaterThanOrEqual(12);

  // Otherwise each start would wait five seconds more.
  const erasing = join(copy.folder, 'lib/concurrency.ts');
  const source = await readFile(erasing, 'utf8');
  await writeFile(erasing, source.replace('MARGIN_MS = 5_000', 'MARGIN_MS = 0'));
  let kills = 0;
  for (; left.length > 0 && kills < 50; kills += 1) {
    const { exited } = await start(1, { NODE_OPTIONS: KILLING });
    await exited();
    const next = await itemsOf(deleted);
    expect(next).not.toEqual(left);
    left = next;
  }
  expect(left).toEqual([]);
  // Invitations, events and memberships, what else the partition has, and the account itself; some of it at once.
  expect(kills).toBeGreaterThanOrEqual(4);
  // The account, its address, two events, and how often it invited.
  const others = (await itemsOf([bob])).filter((item) => !item.includes('HISTORY#'));
  expect(others).toHaveLength(5);
});
