import { eraseAccount } from '../../../lib/erasure/erase-account.ts';
import type { Outcome } from '../../support/call.ts';
import { type Fault, type FaultyDatabase, isWrite, type Lane } from '../../support/faults.ts';
import { person } from '../../support/service.ts';
import { accountIdOf, verify } from '../../support/sharing.ts';
import { unavailable } from '../erasing.ts';
import { type Act, send } from '../operations/events.ts';
import { count } from '../players/figures.ts';
import { Pauses } from './pauses.ts';
import { SharingRecord } from './record.ts';

export interface Account {
  id: string;
  email: string;
  token: string;
  /** When its deletion was requested, and when it was confirmed. */
  leftFrom?: number;
  leftBy?: number;
}

/** Somebody who has one account after another. */
interface Somebody {
  email: string;
  account: Account | undefined;
}

export interface Called extends Act {
  caller: string;
  start: number;
  end: number;
  answer: Pick<Outcome, 'status' | 'headers' | 'text' | 'body'>;
  /** How many of its requests or responses were disturbed, not only delayed. */
  faults: number;
  /** How many of these may have been executed all the same. */
  unknowns: number;
}

export type Intent = Pick<Called, 'kind'> & Partial<Pick<Called, 'eventId' | 'id' | 'guest' | 'role'>>;

/** From this degree on, a delay lasts until other calls have ended, and then longer than the client waits. */
const LONG_DELAY = 80;
const LOST = 90;

/** Four accounts and their calls. `plan` has the faults of their requests. */
export class SharingWorld {
  readonly record: SharingRecord;
  readonly people: Somebody[] = [];
  readonly accounts = new Map<string, Account>();
  readonly calls: Called[] = [];
  readonly lane: Lane;
  /** Whether there are no faults for now. */
  #isCalm = true;
  readonly #pauses = new Pauses();
  readonly #faults: { caller: string; isUnknown: boolean }[] = [];
  /** Calls that an erasure waits for. */
  readonly #running = new Set<Promise<unknown>>();
  #calls = 0;

  constructor(database: FaultyDatabase, plan: () => Fault | undefined) {
    this.record = new SharingRecord();
    this.lane = database.disturb((request) => {
      const fault = this.#isCalm ? undefined : plan();
      const isUnknown = fault?.kind !== 'throttle' && fault?.kind !== 'conflict';
      if (fault && (fault.kind !== 'delay' || fault.degree >= LOST))
        this.#faults.push({ caller: this.lane.nameOf(request), isUnknown });
      return fault;
    });
    // It lasts for some calls. In milliseconds, it would depend on how busy the machine is.
    this.lane.before = async (request, fault) => {
      const isLong = fault?.kind === 'delay' && fault.degree >= LONG_DELAY && fault.degree < LOST;
      if (isLong && isWrite(request) && request.body.includes('"EVENT#'))
        await this.#pauses.wait(3 * (fault.degree - LONG_DELAY) + 1);
    };
    this.lane.after = (request, status) => this.record.add(request, status, this.lane.nameOf(request));
  }

  start(): void {
    this.#isCalm = false;
  }

  /** Ends all faults. */
  calm(): void {
    this.#isCalm = true;
    this.#pauses.end();
  }

  async signUp(who: Somebody): Promise<void> {
    const { email } = who;
    const { answer } = await this.#send({ kind: 'signup' }, { id: '', email, token: '' });
    const token = answer.status === 201 ? String(answer.body.token) : undefined;
    // It may have been done.
    if (answer.status === 503 && who.email === email) who.email = person().email;
    if (!token) return;
    await verify(token);
    const account = { id: accountIdOf(token), email, token };
    this.accounts.set(account.id, account);
    Object.assign(who, { email, account });
  }

  async act(intent: Intent, account: Account): Promise<Called> {
    if (intent.kind === 'deleteAccount') account.leftFrom ??= this.record.tick();
    const called = await this.#send(intent, account);
    const { status } = called.answer;
    if (intent.kind === 'deleteAccount' && status === 200) account.leftBy ??= called.end;
    if (account.leftFrom !== undefined && (account.leftBy !== undefined || status === 401))
      for (const who of this.people) if (who.account === account) who.account = undefined;
    return called;
  }

  /** Sends a call again that failed. */
  repeat = ({ kind, eventId, id, guest, role, accountId }: Called): Promise<unknown> => {
    const account = this.accounts.get(accountId);
    return account ? this.act({ kind, eventId, id, guest, role }, account) : Promise.resolve();
  };

  async #send(intent: Intent, account: Account): Promise<Called> {
    const number = ++this.#calls;
    const caller = String(number);
    const { id: accountId, email, token } = account;
    const defaults = { eventId: 1, id: 1, guest: email, guestIds: [], role: 'viewer' } as const;
    const act = { ...defaults, ...intent, accountId, email, name: `Party ${number}`, cents: number };
    const start = this.record.tick();
    const { kind } = act;
    const work = async () => (kind === 'erase' ? this.#erase(accountId) : send({ ...act, kind }, token));
    const running = this.lane.run(work, caller);
    if (act.kind !== 'erase') this.#running.add(running);
    const answer = await running.finally(() => this.#running.delete(running));
    const faults = this.#faults.filter((each) => each.caller === caller);
    const unknowns = faults.filter(({ isUnknown }) => isUnknown).length;
    const end = this.record.tick();
    const called = { ...act, caller, start, end, answer, faults: faults.length, unknowns };
    this.calls.push(called);
    this.#pauses.callEnded();
    count('operations');
    count(`${act.kind} ${answer.status}`);
    return called;
  }

  async #erase(accountId: string): Promise<Called['answer']> {
    const wait = () =>
      this.#pauses.without(() => Promise.allSettled([...this.#running, this.lane.settled()]));
    const erasing = eraseAccount(accountId, { settleMs: 1, wait });
    const isDone = (await erasing.catch(unavailable)) !== 'unavailable';
    return { status: isDone ? 200 : 503, headers: {}, text: '', body: { status: 'success' } };
  }
}
