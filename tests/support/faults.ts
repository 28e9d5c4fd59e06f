import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import { HttpRequest } from '@smithy/core/protocols';
import fc from 'fast-check';
import { documentClient } from '../../lib/dynamodb/items.ts';
import {
  canceledAt,
  conflictOf,
  FAILED,
  refillRetries,
  THROTTLED,
  THROUGHPUT_EXCEEDED,
} from './database-errors.ts';
import { CALLER, type DatabaseRequest, type DatabaseResponse, type Reply } from './database-proxy.ts';
import { proxiedDatabase } from './proxied-database.ts';

/** Faults of a request to the database or its response. */
export const faultKinds = ['delay', 'drop', 'cut', 'error', 'throttle', 'conflict', 'lose', 'late'] as const;

/** `degree`, from 0 to 99, selects the variant of a fault. */
export interface Fault {
  kind: (typeof faultKinds)[number];
  degree: number;
}

export const fault = (kinds: readonly Fault['kind'][] = faultKinds, max = 99) =>
  fc.record({ kind: fc.constantFrom(...kinds), degree: fc.nat({ max }) });

/** The faults of requests, one after another: so many percent of them have one. */
export const faultsIn = (percent: number, kinds: readonly Fault['kind'][] = faultKinds, max = 99) =>
  fc.infiniteStream(
    fc.oneof(
      { weight: 100 - percent, arbitrary: fc.constant(undefined) },
      { weight: percent, arbitrary: fault(kinds, max) },
    ),
  );

type Plan = (request: DatabaseRequest) => Fault | undefined;

export const isWrite = ({ operation }: Pick<DatabaseRequest, 'operation'>): boolean =>
  !/^(?:Batch)?Get|^Query|^Scan/.test(operation);

const callers = new AsyncLocalStorage<string>();

let count = 0;

/** Calls that share a plan, which decides the fault of each next request of them. */
export class Lane {
  /** Called with the fault of each request, before it is executed. */
  before: (request: DatabaseRequest, fault: Fault | undefined) => Promise<void> = async () => undefined;
  /** Called after each request, before the next one is executed. */
  after: (request: DatabaseRequest, status: number) => Promise<void> = async () => undefined;
  readonly injected = { delay: 0, drop: 0, cut: 0, error: 0, throttle: 0, conflict: 0, lose: 0, late: 0 };
  readonly #name = `lane-${++count}:`;
  readonly #plan: Plan;
  #last: Promise<unknown> = Promise.resolve();
  readonly #late = new Set<Promise<unknown>>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** Makes a call, whose requests say which of the lane's calls they are of. */
  async run<Result>(work: () => Promise<Result>, name = ''): Promise<Result> {
    await refillRetries();
    return callers.run(this.#name + name, work);
  }

  /** The same, and waits until the database has responded to all requests. */
  async complete<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = await this.run(work);
    await this.settled();
    return result;
  }

  get faults(): number {
    return Object.values(this.injected).reduce((sum, times) => sum + times, 0);
  }

  holds({ caller }: DatabaseRequest): boolean {
    return caller.startsWith(this.#name);
  }

  /** The name of the call that a request is of. */
  nameOf({ caller }: DatabaseRequest): string {
    return caller.slice(this.#name.length);
  }

  async reply(request: DatabaseRequest): Promise<Reply> {
    const fault = this.#nextFault(request);
    await this.before(request, fault);
    // One at a time. Otherwise an abandoned request could be executed after its retry.
    const done = () => this.#inTurn(request);
    // Often after its retry, and after other calls.
    if (fault?.kind === 'late') this.#later(setTimeout(5 * fault.degree).then(done));
    return replyTo(request, done, fault);
  }

  /** Resolves when the database has responded to all requests. */
  async settled(): Promise<void> {
    await Promise.all(this.#late);
    await this.#last;
  }

  #nextFault(request: DatabaseRequest): Fault | undefined {
    const fault = this.#plan(request);
    // A read conflicts with nothing, and does nothing late.
    if (!fault || (['conflict', 'late'].includes(fault.kind) && !isWrite(request))) return undefined;
    this.injected[fault.kind] += 1;
    return fault;
  }

  #inTurn(request: DatabaseRequest): Promise<DatabaseResponse> {
    const turn = this.#last.then(async () => {
      const answer = await request.execute();
      await this.after(request, answer.status);
      return answer;
    });
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  #later(arriving: Promise<unknown>): void {
    const arrived = arriving.catch(() => undefined).finally(() => this.#late.delete(arrived));
    this.#late.add(arrived);
  }
}

/** Puts a proxy in front of the database of a test file. Requests that belong to no lane pass unchanged. */
export async function faultyDatabase() {
  const lanes: Lane[] = [];
  await proxiedDatabase(
    async (request) => lanes.find((each) => each.holds(request))?.reply(request) ?? request.execute(),
  );
  documentClient().middlewareStack.add(
    (next) => (command) => {
      const caller = callers.getStore();
      if (caller && HttpRequest.isInstance(command.request)) command.request.headers[CALLER] = caller;
      return next(command);
    },
    { step: 'build', name: 'callers' },
  );
  return {
    disturb: (plan: Plan): Lane => {
      const lane = new Lane(plan);
      lanes.push(lane);
      return lane;
    },
    /** Lets the requests of a lane pass unchanged from now on. */
    release: (lane: Lane): void => {
      lanes.splice(lanes.indexOf(lane), 1);
    },
  };
}

export type FaultyDatabase = Awaited<ReturnType<typeof faultyDatabase>>;

async function replyTo(
  request: DatabaseRequest,
  done: () => Promise<DatabaseResponse>,
  { kind, degree = 0 }: Partial<Fault> = {},
): Promise<Reply> {
  if (kind === 'drop' || kind === 'late') return 'hang up';
  if (kind === 'throttle') return throttled(request, degree);
  if (kind === 'conflict') return conflictOf(request, (place, count) => place === degree % count);
  // One delay in ten is longer than the client's timeout. Such a request is never executed.
  if (kind === 'delay' && degree >= 90) return 'nothing';
  if (kind === 'delay') await setTimeout(degree / 2);
  // A 500 from DynamoDB doesn't say whether the request was executed.
  if (kind === 'error' && degree % 2 === 1) return FAILED;
  // A busy machine may read a request after its client's timeout. Executed then, it would be a delayed write.
  if (await request.isAbandoned()) return 'hang up';
  const answer = await done();
  if (kind === 'error') return FAILED;
  if (kind === 'lose' || (await request.isAbandoned())) return 'hang up';
  return kind === 'cut' ? { ...answer, percent: degree } : answer;
}

function throttled(request: DatabaseRequest, degree: number): DatabaseResponse {
  // A whole transaction may be throttled, or one of its actions.
  if (request.operation !== 'TransactWriteItems' || degree % 4 <= 1)
    return degree % 2 === 1 ? THROTTLED : THROUGHPUT_EXCEEDED;
  const code = degree % 4 === 2 ? 'ThrottlingError' : 'ProvisionedThroughputExceeded';
  return canceledAt((place, count) => place === degree % count, code, request);
}
