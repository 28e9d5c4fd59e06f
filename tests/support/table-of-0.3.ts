import { readFileSync } from 'node:fs';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';

const item = z.record(z.string(), z.custom<AttributeValue>());

const bytes = (name: string, value: unknown) =>
  name === 'B' ? new Uint8Array(Buffer.from(z.string().parse(value), 'base64')) : value;

/**
 * The items of a table as version 0.3.0 left it: its handlers made them (commit 90f4239), and its function `eventsRecord` the
 * histories. Ada, Grace and Alan have the password of `person`.
 */
export const itemsOf03 = (): Record<string, unknown>[] =>
  readFileSync('tests/fixtures/table-0.3.jsonl', 'utf8')
    .trim()
    .split('\n')
    .map((line) => unmarshall(item.parse(JSON.parse(line, bytes))));

/** A day after they were made. */
export const DAY_AFTER_03 = Date.UTC(2026, 10, 27);
