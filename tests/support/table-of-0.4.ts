import { readFileSync } from 'node:fs';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';

const item = z.record(z.string(), z.custom<AttributeValue>());
const texts = z.record(z.string(), z.string());
const read = z.object({
  /** Whose session it was, or which other token. */
  who: z.string(),
  name: z.string(),
  path: texts,
  query: texts,
  status: z.int(),
  text: z.string(),
});
const held = z.object({
  now: z.int(),
  sessions: texts,
  tokens: texts,
  factor: z.object({ recovery_code: z.string() }),
  mailed: z.object({ verify: z.string(), reset: z.string(), change: z.string() }),
  keyed: z.object({ path: texts, body: z.looseObject({}), headers: texts, text: z.string() }),
  mails: z.array(z.looseObject({ kind: z.string() })),
  erasure: z.looseObject({ account_id: z.string() }),
  events: texts,
  budgets: texts,
  offers: texts,
});

const bytes = (name: string, value: unknown) =>
  name === 'B' ? new Uint8Array(Buffer.from(z.string().parse(value), 'base64')) : value;

const lines = (file: string) => readFileSync(`tests/fixtures/${file}`, 'utf8').trim().split('\n');

/**
 * The items of a table as version 0.4.0 left it: its handlers made them (commit 60cb339), and its function `eventsRecord` the
 * histories. Ada, Grace, Alan, Joan and Mary have the password of `person`.
 */
export const itemsOf04 = (): Record<string, unknown>[] =>
  lines('table-0.4.jsonl').map((line) => unmarshall(item.parse(JSON.parse(line, bytes))));

/** What version 0.4.0 responded to reads of it. */
export const readsOf04 = lines('reads-0.4.jsonl').map((line) => read.parse(JSON.parse(line)));

/** What people and programs hold of it, when the table was left, and which mails were on their way. */
export const heldOf04 = held.parse(JSON.parse(readFileSync('tests/fixtures/held-0.4.json', 'utf8')));
