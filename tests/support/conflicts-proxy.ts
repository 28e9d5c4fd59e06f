import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { type DatabaseResponse, forward } from './forward.ts';

/** DynamoDB goes on refusing writes for some time after a transaction was answered. */
const HELD_AFTER_MS = 10;
/** How long a request takes, at most. */
const LATENCY_MS = 10;

const key = z.object({ PK: z.object({ S: z.string() }), SK: z.object({ S: z.string() }) });
const action = z.object({ Key: z.optional(key), Item: z.optional(key) });
const actions = z.object({ TransactItems: z.array(z.record(z.string(), action)) });

/** The keys of the items that a request writes or checks, in its order. */
function keysOf(operation: string, body: string): string[] {
  const input: unknown = JSON.parse(body);
  const all =
    operation === 'TransactWriteItems'
      ? actions.parse(input).TransactItems.flatMap((each) => Object.values(each))
      : /^(?:Put|Update|Delete)Item$/.test(operation)
        ? [action.parse(input)]
        : [];
  return all.flatMap(({ Key, Item }) => Key ?? Item ?? []).map(({ PK, SK }) => `${PK.S} ${SK.S}`);
}

/** Random numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const ERROR = 'com.amazonaws.dynamodb.v20120810#';
const ONGOING = 'Transaction is ongoing for the item';

const refusal = (fields: object): DatabaseResponse => ({ status: 400, text: JSON.stringify(fields) });
const conflict = () => refusal({ __type: `${ERROR}TransactionConflictException`, message: ONGOING });

function canceled(conflicts: boolean[]): DatabaseResponse {
  const reasons = conflicts.map((is) =>
    is ? { Code: 'TransactionConflict', Message: ONGOING } : { Code: 'None' },
  );
  const codes = reasons.map(({ Code }) => Code).join(', ');
  return refusal({
    __type: `${ERROR}TransactionCanceledException`,
    Message: `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    CancellationReasons: reasons,
  });
}

/** Keys with how many writes hold each. */
class Holds {
  readonly #counts = new Map<string, number>();

  has = (held: string): boolean => this.#counts.has(held);

  add(keys: string[], by: 1 | -1): void {
    for (const held of keys) {
      const count = (this.#counts.get(held) ?? 0) + by;
      if (count > 0) this.#counts.set(held, count);
      else this.#counts.delete(held);
    }
  }
}

/**
 * An HTTP proxy in front of an emulator, with the write conflicts that DynamoDB has and no emulator makes: a transaction is
 * cancelled that meets another one or a write of one of its items, and a write is refused that meets a transaction.
 */
export async function startConflictsProxy(target: string, seed: number) {
  const random = randomFrom(seed);
  const [transactions, writes] = [new Holds(), new Holds()];
  const proxy = { conflicts: 0 };

  /** The refusal of a write that meets another one. Otherwise it holds its items until `leave` is called. */
  function enter(operation: string, keys: string[]): { refused: DatabaseResponse } | { leave: () => void } {
    const isTransaction = operation === 'TransactWriteItems';
    const met = keys.map((each) => transactions.has(each) || (isTransaction && writes.has(each)));
    if (met.includes(true)) return { refused: isTransaction ? canceled(met) : conflict() };
    const holds = isTransaction ? transactions : writes;
    holds.add(keys, 1);
    return { leave: () => holds.add(keys, -1) };
  }

  const server = createServer(async (request, response) => {
    const body = await text(request);
    const operation = String(request.headers['x-amz-target']).replace(/^.*\./, '');
    const entered = enter(operation, keysOf(operation, body));
    await setTimeout(random() * LATENCY_MS);
    const isRefused = 'refused' in entered;
    if (isRefused) proxy.conflicts += 1;
    const answer = isRefused ? entered.refused : await forward(target, request, body);
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(answer.text),
    };
    response.writeHead(answer.status, headers).end(answer.text);
    if (isRefused) return;
    if (operation === 'TransactWriteItems') await setTimeout(HELD_AFTER_MS);
    entered.leave();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(proxy, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  });
}
