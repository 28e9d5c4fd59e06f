import { expect } from 'vitest';
import * as z from 'zod/mini';
import { clientOf } from '../../support/client.ts';

const exportedEvent = z.looseObject({ id: z.int(), budgets: z.array(z.unknown()) });

const exported = z.strictObject({
  account: z.optional(z.unknown()),
  sessions: z.optional(z.array(z.unknown())),
  access_tokens: z.optional(z.array(z.unknown())),
  shared_events: z.optional(z.array(z.unknown())),
  lost_by_others: z.optional(z.array(z.unknown())),
  invitations: z.optional(z.array(z.unknown())),
  events: z.array(exportedEvent),
  trash: z.optional(z.array(exportedEvent)),
});

/** A page of an account's export. */
export async function exportPage(token: string, cursor?: string) {
  const { status, text, headers, body } = await clientOf(token).exportAccount(cursor && { cursor });
  expect(status).toBe(200);
  return { text, headers, data: exported.parse(body.data), next: body.next_cursor };
}
