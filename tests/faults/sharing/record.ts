import { isDeepStrictEqual } from 'node:util';
import { type DatabaseRequest, keysIn } from '../../support/database-proxy.ts';
import { isWrite } from '../../support/faults.ts';
import { linksIn, type SharedEvent, sharedEventIn, storedAt } from '../stored.ts';

/** A write to an event that the database has executed, and the event before and after it. */
export interface Moment {
  at: number;
  /** The name of the call. */
  caller: string;
  eventId: number;
  before: SharedEvent | undefined;
  after: SharedEvent | undefined;
}

/** Everything that was written, in the order in which the database executed it. */
export class SharingRecord {
  readonly moments: Moment[] = [];
  readonly events = new Map<number, SharedEvent>();
  /** Writes after which an item was missing that leads to an event or account, or one was left. */
  readonly broken: ({ write: string } & ReturnType<typeof linksIn>)[] = [];
  #at = 0;
  readonly #items = new Map<string, Record<string, unknown>>();
  readonly #stored = storedAt();

  /** The next of the times that order calls and writes. */
  tick = (): number => ++this.#at;

  /** Records a request that was executed. */
  add = async ({ operation, body }: DatabaseRequest, status: number, caller: string): Promise<void> => {
    if (status !== 200 || !isWrite({ operation })) return;
    for (const { PK, SK } of keysIn(JSON.parse(body))) {
      const item = await this.#stored.item(PK, SK);
      if (item) this.#items.set(`${PK} ${SK}`, item);
      else this.#items.delete(`${PK} ${SK}`);
      const [kind, eventId] = SK.split('#');
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

  #addEvent(caller: string, eventId: number, after: SharedEvent | undefined): void {
    const before = this.events.get(eventId);
    if (isDeepStrictEqual(before, after)) return;
    if (after) this.events.set(eventId, after);
    else this.events.delete(eventId);
    this.moments.push({ at: this.tick(), caller, eventId, before, after });
  }
}
