import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { newClient } from '../../support/client.ts';
import { eventItem } from '../../support/event-item.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { putItems } from '../../support/table.ts';

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
  const ada = await newClient();
  const ids = await fillTrash(ada.token, 6_000, '"'.repeat(255));
  const pages: number[][] = [];
  for (let cursor: string | undefined = 'first'; cursor; ) {
    const { body, text } = await ada.listTrash({ ...(cursor !== 'first' && { cursor }) });
    expect(JSON.stringify(text).length).toBeLessThan(5_100_000);
    pages.push(shown.parse(body.data).map(({ id }) => id));
    cursor = body.next_cursor;
  }
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat()).toEqual(ids.toReversed());
});
