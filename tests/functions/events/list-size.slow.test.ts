import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { type Client, newClient } from '../../support/client.ts';
import { eventItem } from '../../support/event-item.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { putItems } from '../../support/table.ts';

const shown = z.object({
  return_count: z.int(),
  data: z.array(z.looseObject({ id: z.int() })),
  next_cursor: z.optional(z.string()),
});

/** Stores events with these attributes in their heads, the last with a name of its own. */
async function accountWith(events: number, attributes: Record<string, string>): Promise<Client> {
  const client = await newClient();
  const ownerId = accountIdOf(client.token);
  const items = Array.from({ length: events }, (_, n) => {
    const eventId = nextId();
    const item = eventItem(eventId, 0);
    const head = { ...item.head, ...attributes, name: n === events - 1 ? 'The last' : 'Party' };
    return { ...item, head, ...eventKey({ ownerId, eventId }) };
  });
  await putItems(items);
  return client;
}

const page = async (client: Client, query: Record<string, string>) =>
  shown.parse((await client.list(query)).body);

describe('GET /events with more than 10 MB of events', () => {
  let ada: Client;
  // Thousands of events have that much.
  beforeAll(async () => {
    ada = await accountWith(60, { padding: 'x'.repeat(300_000) });
  });

  it('searches 10 MB for a page, and continues on the next one', async () => {
    const first = await page(ada, { q: 'the last' });
    expect(first.data).toEqual([]);
    const second = await page(ada, { q: 'the last', cursor: String(first.next_cursor) });
    expect(second).toMatchObject({ return_count: 1, data: [{ name: 'The last' }] });
    expect(second.next_cursor).toBeUndefined();
  });

  it('searches 10 MB of own events for those of others', async () => {
    const first = await page(ada, { shared: 'true' });
    expect(first.data).toEqual([]);
    const second = await page(ada, { shared: 'true', cursor: String(first.next_cursor) });
    expect(second.data).toEqual([]);
    expect(second.next_cursor).toBeUndefined();
  });

  it('responds 422 in any other order', async () => {
    const { codes, body } = await ada.list({ sort: 'name', limit: '1' });
    const message = 'Sort must be created or -created, because the events exceed 10 MB in total.';
    expect([codes, body.errors?.[0]?.message]).toEqual([[422, 'sort too_large'], message]);
  });

  it('still lists the newest first', async () => {
    expect((await page(ada, { sort: '-created', limit: '1' })).data).toMatchObject([{ name: 'The last' }]);
  });
});

/** Of a response, in which the body is JSON in JSON. */
const LAMBDA_LIMIT = 6_291_556;

describe.each([
  ['of four bytes a character', '🎉', 700],
  ['that doubles in an envelope', '"', 900],
])('GET /events with more text %s than fits into a response', (_, character, count) => {
  let ada: Client;
  beforeAll(async () => {
    ada = await accountWith(count, { description: character.repeat(2_000) });
  });

  /** The ids of all events, page by page. */
  async function pagesOf(sort: string): Promise<number[][]> {
    const pages = [];
    for (let cursor: string | undefined = 'first'; cursor; ) {
      const { text, body } = await ada.list({ sort, ...(cursor !== 'first' && { cursor }) });
      expect(Buffer.byteLength(JSON.stringify({ statusCode: 200, body: text }))).toBeLessThan(LAMBDA_LIMIT);
      const { data, next_cursor } = shown.parse(body);
      pages.push(data.map(({ id }) => id));
      cursor = next_cursor;
    }
    return pages;
  }

  it.each(['created', '-created', 'name', '-total_amount'])('has two pages in the order %s', async (sort) => {
    const pages = await pagesOf(sort);
    expect(pages).toHaveLength(2);
    const ids = pages.flat();
    expect([ids.length, new Set(ids).size]).toEqual([count, count]);
    if (sort === 'created') expect(ids).toEqual(ids.toSorted((one, other) => one - other));
  });
});
