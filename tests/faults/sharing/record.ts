import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { DatabaseRequest } from '../../support/database-proxy.ts';
import { emulator } from '../../support/proxied-database.ts';
import { linksIn, type SharedEvent, sharedEventIn } from '../models/stored-event.ts';

/** A write to an event that the database has executed, and the event before and after it. */
export interface Moment {
  at: number;
  /** The name of the call. */
  caller: string;
  eventId: number;
  before: SharedEvent | undefined;
  after: SharedEvent | undefined;
}

const text = z.object({ S: z.string() });
const keys = z.object({ PK: text, SK: text });
const action = z.object({ Key: z.optional(keys), Item: z.optional(keys) });
const request = z.extend(action, {
  TransactItems: z.optional(z.array(z.record(z.string(), action))),
  RequestItems: z.optional(
    z.record(z.string(), z.array(z.object({ DeleteRequest: z.object({ Key: keys }) }))),
  ),
});

/** Everything that was written, in the order in which the database executed it. */
export class SharingRecord {
  readonly moments: Moment[] = [];
  readonly events = new Map<number, SharedEvent>();
  /** Writes after which an item was missing that leads to an event or account, or one was left. */
  readonly broken: ({ write: string } & ReturnType<typeof linksIn>)[] = [];
  #at = 0;
  readonly #items = new Map<string, Record<string, unknown>>();
  readonly #table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: emulator }));

  /** The next of the times that order calls and writes. */
  tick = (): number => ++this.#at;

  /** Records a request that was executed. */
  add = async ({ operation, body }: DatabaseRequest, status: number, caller: string): Promise<void> => {
    if (status !== 200 || !/^(?:(?:Put|Update|Delete|BatchWrite)Item|TransactWriteItems)$/.test(operation))
      return;
    const { Key, Item, TransactItems = [], RequestItems = {} } = request.parse(JSON.parse(body));
    const actions = [{ Key, Item }, ...TransactItems.flatMap((each) => Object.values(each))];
    const deleted = Object.values(RequestItems).flatMap((each) => each.map((one) => one.DeleteRequest.Key));
    for (const { PK, SK } of [...actions.flatMap((each) => each.Key ?? each.Item ?? []), ...deleted]) {
      const item = await this.#read(PK.S, SK.S);
      if (item) this.#items.set(`${PK.S} ${SK.S}`, item);
      else this.#items.delete(`${PK.S} ${SK.S}`);
      const [kind, eventId] = SK.S.split('#');
      if (kind === 'EVENT') this.#addEvent(caller, Number(eventId), item && sharedEventIn(item));
    }
    const { found, needed } = linksIn([...this.#items.values()]);
    if (!isDeepStrictEqual(found, needed))
      this.broken.push({ write: `${caller} ${operation}`, found, needed });
  };

  /** The states of an event between two times. */
  during(eventId: number, start: number, end: number): (SharedEvent | undefined)[] {
    const moments = this.moments.filter((moment) => moment.eventId === eventId);
    const earlier = moments.findLast(({ at }) => at < start)?.after;
    return [earlier, ...moments.filter(({ at }) => at > start && at < end).map(({ after }) => after)];
  }

  async #read(PK: string, SK: string): Promise<Record<string, unknown> | undefined> {
    const TableName = String(process.env['TABLE_NAME']);
    const { Item } = await this.#table.send(
      new GetCommand({ TableName, Key: { PK, SK }, ConsistentRead: true }),
    );
    return Item;
  }

  #addEvent(caller: string, eventId: number, after: SharedEvent | undefined): void {
    const before = this.events.get(eventId);
    if (isDeepStrictEqual(before, after)) return;
    if (after) this.events.set(eventId, after);
    else this.events.delete(eventId);
    this.moments.push({ at: this.tick(), caller, eventId, before, after });
  }
}
