import { beforeEach, expect, it } from 'vitest';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { askFor, newCalendar, readByIcalJs, readByNodeIcal } from '../../support/calendar.ts';
import { type Client, newClient } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { dueEventItem, eventItem } from '../../support/event-item.ts';
import { accountIdOf, share } from '../../support/sharing.ts';
import { putItems } from '../../support/table.ts';

const YEAR = new Date().getUTCFullYear();
const dayOf = (n: number) => new Date(Date.UTC(YEAR, 0, 1 + n)).toISOString().slice(0, 10);

let ada: Client;
let token: string;
beforeEach(async () => {
  ada = await newClient();
  token = await newCalendar(ada.token, { expires_on: dayOf(700) });
});

/** Stores as many events, which are on a day each, with these fields. */
async function putEvents(
  events: number,
  make: (id: number) => ReturnType<typeof eventItem>,
  fields = {},
): Promise<string[]> {
  const ownerId = accountIdOf(ada.token);
  const items = Array.from({ length: events }, (_, n) => {
    const eventId = nextId();
    const { head, ...item } = make(eventId);
    const own = { event_date: dayOf(n), ...fields };
    return { ...item, head: { ...head, ...own }, ...eventKey({ ownerId, eventId }) };
  });
  await putItems(items);
  return items.map(({ head }) => head.event_date);
}

const ask = async (request = {}) => {
  takeRequests();
  const start = performance.now();
  const { statusCode, headers, body } = await askFor(token, request);
  const { names, units } = takeRequests();
  const ms = Math.round(performance.now() - start);
  return { statusCode, etag: String(headers['etag']), body, names, units, ms };
};

it('takes a read for each event with open amounts, which a 304 leaves out, and one for each shared head', async () => {
  await putEvents(26, (id) => eventItem(id, 5));
  await putEvents(10, (id) => dueEventItem(id, 5, dayOf(40)));
  const host = await newClient();
  for (let n = 0; n < 4; n += 1) await share(host.token, await host.newEvent(), ada.token, 'viewer');
  const full = await ask();
  const known = await ask({ headers: { 'if-none-match': full.etag } });
  for (const { statusCode, names, units, body } of [full, known])
    console.log(
      `${statusCode}: ${names.length} requests, ${units.read} units, ${Buffer.byteLength(body)} bytes`,
    );
  const countsOf = ({ names }: typeof full) =>
    ['GetItemCommand', 'QueryCommand'].map((name) => names.filter((each) => each === name).length);
  // The token, the owner and ten events; the list and four heads.
  expect([full.statusCode, countsOf(full)]).toEqual([200, [12, 5]]);
  expect([known.statusCode, countsOf(known)]).toEqual([304, [2, 5]]);
  expect(full.units.read).toBe(known.units.read + 10);
  expect(readByIcalJs(full.body)).toHaveLength(90);
});

it('shows 10,000 events, and reads none of them whole', async () => {
  const days = await putEvents(10_000, (id) => eventItem(id, 0), { description: '' });
  const { statusCode, etag, body, names, units, ms } = await ask();
  console.log(`10,000 events: ${Buffer.byteLength(body)} bytes, ${units.read} read units, ${ms} ms`);
  expect(statusCode).toBe(200);
  expect(names.filter((name) => name === 'GetItemCommand')).toHaveLength(1);
  const read = readByIcalJs(body).map(({ day }) => day);
  expect(read.sort()).toEqual(days.sort());
  expect(readByNodeIcal(body)).toHaveLength(10_000);
  const again = await ask({ headers: { 'if-none-match': etag } });
  expect([again.statusCode, again.names]).toEqual([304, names]);
});

it('leaves out the first days of events that have more than 5 MB together', async () => {
  const days = await putEvents(4_000, (id) => eventItem(id, 0), { description: 'x'.repeat(2_000) });
  const { statusCode, body, ms } = await ask();
  console.log(`4,000 events of 2 KB: ${Buffer.byteLength(body)} bytes, ${ms} ms`);
  expect(statusCode).toBe(200);
  const bytes = Buffer.byteLength(JSON.stringify(body));
  expect(bytes).toBeLessThan(5_010_000);
  expect(bytes).toBeGreaterThan(4_990_000);
  const read = readByIcalJs(body).map(({ day }) => day);
  expect(read.length).toBeGreaterThan(1_000);
  expect(read.sort()).toEqual(days.sort().slice(-read.length));
});

it('leaves out events that were created first above 10 MB, where lists can’t be sorted', async () => {
  await putEvents(6_000, (id) => eventItem(id, 0), { description: 'x'.repeat(2_000) });
  const { statusCode, etag, names, body } = await ask({ query: { only: 'payments' } });
  expect([statusCode, readByIcalJs(body)]).toEqual([200, []]);
  expect(names.filter((name) => name === 'QueryCommand')).toHaveLength(10);
  expect((await ask({ query: { only: 'payments' }, headers: { 'if-none-match': etag } })).statusCode).toBe(
    304,
  );
});

it('shows open amounts of up to 200 events, and none of more', async () => {
  await putEvents(200, (id) => dueEventItem(id, 2, dayOf(40)));
  const full = await ask();
  expect(readByIcalJs(full.body)).toHaveLength(600);
  expect(full.names.filter((name) => name === 'GetItemCommand')).toHaveLength(201);
  // Of a day before the calendar begins, so they don't count.
  await putEvents(1, (id) => dueEventItem(id, 2, `${YEAR - 2}-12-31`));
  expect(readByIcalJs((await ask()).body)).toHaveLength(601);
  await putEvents(1, (id) => dueEventItem(id, 1, dayOf(40)));
  const { body, names } = await ask();
  expect(readByIcalJs(body)).toHaveLength(202);
  expect(names.filter((name) => name === 'GetItemCommand')).toHaveLength(1);
  expect(readByIcalJs((await ask({ query: { only: 'payments' } })).body)).toEqual([]);
  const [event] = [(await ada.list()).body.data].flat();
  await ada.delete({ id: String(Object(event).id) });
  expect(readByIcalJs((await ask()).body).length).toBeGreaterThan(600 - 3);
});
