import * as z from 'zod/mini';
import { documentClient } from '../../lib/dynamodb/items.ts';

const capacity = z.object({ CapacityUnits: z.number() });

/** The consumed capacity in the response to a successful DynamoDB request: a list for a transaction. */
const consumption = z.object({ ConsumedCapacity: z.union([capacity, z.array(capacity)]) });

/** The bytes of a request's body and of its response's. */
interface Size {
  sent: number;
  received: number;
}

/** Whether a command reads, or else writes. */
const isRead = (name: string): boolean => /^(GetItem|Query)/.test(name);

const message = z.object({ headers: z.object({ 'content-length': z.coerce.number() }) });
const sizeOf = (request: unknown): number => message.parse(request).headers['content-length'];

let names: string[] = [];
/** With the places of their requests, since responses arrive in any order. */
let sizes: { place: number; size: Size }[] = [];
let sent = 0;
let units = { read: 0, write: 0 };

documentClient().middlewareStack.add(
  (next, { commandName }) =>
    (command) => {
      names.push(String(commandName));
      return next(command);
    },
  // Before the SDK's retries: a request to a connection that was just closed is sent again.
  { step: 'build', name: 'requests' },
);
documentClient().middlewareStack.add(
  (next) => async (command) => {
    const own = sizes;
    const place = sent++;
    const result = await next(command);
    own.push({ place, size: { sent: sizeOf(command.request), received: sizeOf(result.response) } });
    return result;
  },
  { step: 'deserialize', name: 'sizes', priority: 'low' },
);
documentClient().middlewareStack.add(
  (next, { commandName }) =>
    async (command) => {
      // A discarded read may end during the next call.
      const own = units;
      const input = { ...command.input, ReturnConsumedCapacity: 'TOTAL' };
      const result = await next({ ...command, input }).catch((error) => {
        // DynamoDB charges for a write whose condition fails, but doesn't say how much.
        own.write += 1;
        throw error;
      });
      const kind = isRead(String(commandName)) ? 'read' : 'write';
      const { ConsumedCapacity } = consumption.parse(result.output);
      for (const { CapacityUnits } of [ConsumedCapacity].flat()) own[kind] += CapacityUnits;
      return result;
    },
  { step: 'initialize', name: 'units' },
);

/** The commands that were sent since the last call: how many read and write, their names and sizes, and what units they consumed. */
export function takeRequests() {
  const inOrder = sizes.toSorted((one, other) => one.place - other.place);
  const reads = names.filter(isRead).length;
  const counts = { reads, writes: names.length - reads };
  const taken = { counts, names, units, sizes: inOrder.map(({ size }) => size) };
  names = [];
  sizes = [];
  units = { read: 0, write: 0 };
  return taken;
}
