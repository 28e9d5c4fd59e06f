import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { freePort } from '../support/emulators.ts';
import { copyOfService, startOffline } from '../support/offline.ts';
import { party, person } from '../support/service.ts';

const WRITERS = 20;
const ANSWERS_BEFORE_KILL = 200;

let copy: Awaited<ReturnType<typeof copyOfService>>;
let service: ReturnType<typeof startOffline>;
let url: string;
let token: string;

const start = async () => {
  service = startOffline(copy.folder, { PORT: new URL(url).port });
  await service.printed('A first call');
};

beforeAll(async () => {
  copy = await copyOfService();
  url = `http://localhost:${await freePort()}`;
  await start();
  token = z.object({ token: z.string() }).parse((await post('/auth/signup', person())).body).token;
});

afterAll(async () => {
  await service.stop();
  await copy.remove();
});

async function post(path: string, body: object) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    body: JSON.stringify(body),
  });
  return { ok: answer.ok, location: answer.headers.get('location') ?? '', body: await answer.json() };
}

const events = z.object({ data: z.array(z.object({ id: z.int(), name: z.string() })) });

async function namesOfAll(): Promise<Map<string, string>> {
  const answer = await fetch(`${url}/events`, { headers: { authorization: `Bearer ${token}` } });
  return new Map(events.parse(await answer.json()).data.map(({ id, name }) => [`/events/view/${id}`, name]));
}

/** Possible names of each event by its path; `undefined` if it may be deleted. */
type Told = Map<string, (string | undefined)[]>;

/** Writes in a loop until the service stops. Records each write before it is sent and after its response. */
async function write(writer: number, told: Told, answered: () => void): Promise<void> {
  for (let n = 0; ; n += 1) {
    const name = `${writer}-${n}`;
    const { location } = await post('/events/create', party({ name }));
    told.set(location, [name]);
    answered();
    const steps = [
      { path: location.replace('view', 'update'), leaves: `${name} changed` },
      { path: location.replace('view', 'delete'), leaves: undefined },
    ];
    for (const { path, leaves } of steps.slice(0, 1 + (n % 2))) {
      told.get(location)?.push(leaves);
      expect((await post(path, { name: leaves })).ok).toBe(true);
      told.set(location, [leaves]);
      answered();
    }
  }
}

it('keeps every confirmed write when it is killed during writes', async () => {
  const told: Told = new Map();
  let answers = 0;
  const answered = () => {
    answers += 1;
    if (answers === ANSWERS_BEFORE_KILL) void service.stop('SIGKILL');
  };
  const untilKilled = (_: unknown, writer: number) =>
    // fetch throws this when the connection is cut.
    expect(write(writer, told, answered)).rejects.toThrow(TypeError);
  await Promise.all(Array.from({ length: WRITERS }, untilKilled));
  await service.stop('SIGKILL');
  await start();
  const stored = await namesOfAll();
  for (const [location, names] of told) expect(names).toContain(stored.get(location));
  const untold = [...stored.keys()].filter((location) => !told.has(location));
  expect(untold.length).toBeLessThanOrEqual(WRITERS);
});
