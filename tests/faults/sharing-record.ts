import { isDeepStrictEqual } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { LaneRequest } from '../support/fault-lane.ts';
import { type SharedEvent, sharedEventIn } from './sharing-state.ts';

/** A write to an event that the database has executed, and the event before and after it. */
export interface Moment {
  at: number;
  /** The name of the call. */
  caller: string;
  eventId: number;
  before: SharedEvent | undefined;
  after: SharedEvent | undefined;
}

const pointerItem = z.object({ head: z.object({ owner_id: z.string(), membership_id: z.int() }) });

export type Pointer = z.output<typeof pointerItem>['head'];

const text = z.object({ S: z.string() });
const keys = z.object({ PK: text, SK: text });
const request = z.object({
  Key: z.optional(keys),
  Item: z.optional(keys),
  RequestItems: z.optional(
    z.record(z.string(), z.array(z.object({ DeleteRequest: z.object({ Key: keys }) }))),
  ),
});

/** Everything that was written to events and pointers, in the order in which the database executed it. */
export class SharingRecord {
  readonly moments: Moment[] = [];
  readonly events = new Map<number, SharedEvent>();
  /** By account and event id. */
  readonly pointers = new Map<string, Pointer>();
  /** Roles that had no pointer of their membership after a write. */
  readonly lost: { at: number; ownerId: string; role: string; write: string }[] = [];
  #at = 0;
  readonly #table: DynamoDBDocumentClient;

  constructor(endpoint: string) {
    this.#table = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }));
  }

  /** The next of the times that order calls and writes. */
  tick = (): number => ++this.#at;

  /** Records a request that was executed. */
  add = async ({ operation, body, caller }: LaneRequest, status: number): Promise<void> => {
    if (status !== 200 || !/^(Put|Update|Delete|BatchWrite)Item$/.test(operation)) return;
    const { Key, Item, RequestItems = {} } = request.parse(JSON.parse(body));
    const deleted = Object.values(RequestItems).flatMap((each) => each.map((one) => one.DeleteRequest.Key));
    for (const { PK, SK } of [Key, Item, ...deleted].flatMap((key) => key ?? [])) {
      const [accountId, kind, eventId] = [PK.S.replace('ACCOUNT#', ''), ...SK.S.split('#')];
      if (kind !== 'EVENT' && kind !== 'SHARED') continue;
      const item = await this.#read(PK.S, SK.S);
      if (kind === 'EVENT') this.#addEvent(caller, Number(eventId), sharedEventIn(item));
      else this.#addPointer(`${accountId} ${Number(eventId)}`, item && pointerItem.parse(item).head);
      this.#expectPointers(Number(eventId), `${caller} ${operation}`);
    }
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
    // A write may only note what is left to do for a membership that has ended.
    if (isDeepStrictEqual(before, after)) return;
    if (after) this.events.set(eventId, after);
    else this.events.delete(eventId);
    this.moments.push({ at: this.tick(), caller, eventId, before, after });
  }

  #addPointer(key: string, pointer: Pointer | undefined): void {
    if (pointer) this.pointers.set(key, pointer);
    else this.pointers.delete(key);
  }

  #expectPointers(eventId: number, write: string): void {
    const { roles = {}, ownerId = '' } = this.events.get(eventId) ?? {};
    const at = this.tick();
    for (const [accountId, { m }] of Object.entries(roles)) {
      const pointer = this.pointers.get(`${accountId} ${eventId}`);
      if (pointer?.owner_id !== ownerId || pointer?.membership_id !== m)
        this.lost.push({ at, ownerId, role: `${accountId} ${eventId} ${m}`, write });
    }
  }
}
