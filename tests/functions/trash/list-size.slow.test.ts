import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { call } from '../../support/call.ts';
import { eventItem } from '../../support/event-item.ts';
import { putItems } from '../../support/put-items.ts';
import { endpoints, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';

const shown = z.array(z.object({ id: z.int() }));

/** Stores events in the trash, oldest deletion first. */
async function fillTrash(token: string, count: number, name: string): Promise<number[]> {
  const ownerId = accountIdOf(token);
  const deleted = Array.from({ length: count }, (_, n) => ({
    id: nextId(),
    deleted_at: Date.now() - count + n,
  }));
  const items = deleted.map(({ id, deleted_at }) => {
    const { head, ...item } = eventItem(id, 0);
    const inTrash = { ...head, name, deleted_at };
    return { ...item, ...eventKey({ ownerId, eventId: id }), head_id: -id, head: inTrash };
  });
  await putItems(items);
  return deleted.map(({ id }) => id);
}

it('a trash that is too large for one response has pages, and nothing is there twice', async () => {
  const token = await newToken();
  const ids = await fillTrash(token, 6_000, '"'.repeat(255));
  const seen: number[] = [];
  const pages: number[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? {} : { cursor };
    const { body, text } = await call(endpoints.listTrash.handler, { method: 'GET', token, query });
    expect(JSON.stringify(text).length).toBeLessThan(5_100_000);
    const page = shown.parse(body.data);
    pages.push(page.length);
    seen.push(...page.map(({ id }) => id));
    cursor = z.optional(z.string()).parse(body['next_cursor']);
  } while (cursor !== undefined);
  expect(pages.length).toBeGreaterThan(1);
  expect(seen).toEqual(ids.toReversed());
});
