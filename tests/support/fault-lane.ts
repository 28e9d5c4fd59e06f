/** Faults of a request to the database or its response. */
export const faultKinds = ['delay', 'drop', 'cut', 'error', 'throttle', 'conflict', 'lose', 'late'] as const;

/** `degree`, from 0 to 99, selects the variant of a fault. */
export interface Fault {
  kind: (typeof faultKinds)[number];
  degree: number;
}

export interface LaneRequest {
  /** Such as `PutItem`. */
  operation: string;
  body: string;
  /** The header that names the request's call. */
  caller: string;
}

type Plan = (caller: string, request: LaneRequest) => Fault | undefined;

/** Only writes of events arrive late: those of accounts are not yet all made for it. */
const isEventWrite = (request: LaneRequest): boolean => isWrite(request) && request.body.includes('"EVENT#');

export const isWrite = ({ operation }: Pick<LaneRequest, 'operation'>): boolean =>
  !/^(?:Batch)?Get|^Query|^Scan/.test(operation);

/** Requests that share a plan, which decides the fault of each next request. */
export class Lane {
  requests = 0;
  /** Writes of which the client wasn't told whether they were executed. */
  unknowns = 0;
  /** Called with the fault of each request, before it is executed. */
  before: (request: LaneRequest, fault: Fault | undefined) => Promise<void> = async () => undefined;
  /** Called after each request, before the next one is executed. */
  after: (request: LaneRequest, status: number) => Promise<void> = async () => undefined;
  readonly injected = { delay: 0, drop: 0, cut: 0, error: 0, throttle: 0, conflict: 0, lose: 0, late: 0 };
  private readonly texts: string[] = [];
  private readonly plan: Plan;
  private last: Promise<unknown> = Promise.resolve();
  private readonly late = new Set<Promise<unknown>>();

  constructor(plan: Plan) {
    this.plan = plan;
  }

  /** Adds every request whose body or caller contains the text. */
  add(text: string): void {
    this.texts.push(text);
  }

  get faults(): number {
    return Object.values(this.injected).reduce((sum, times) => sum + times, 0);
  }

  holds(body: Buffer, caller: string): boolean {
    return this.texts.some((text) => caller.includes(text) || body.includes(text));
  }

  nextFault(request: LaneRequest): Fault | undefined {
    this.requests += 1;
    const fault = this.plan(request.caller, request);
    // A read conflicts with nothing.
    if (!fault || (fault.kind === 'conflict' && !isWrite(request))) return undefined;
    if (fault.kind === 'late' && !isEventWrite(request)) return undefined;
    this.injected[fault.kind] += 1;
    return fault;
  }

  leaveUnknown(request: LaneRequest): void {
    if (isWrite(request)) this.unknowns += 1;
  }

  /** Runs requests one at a time. Otherwise an abandoned request could be executed after its retry. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Has a request arrive after others. */
  later(arrive: () => Promise<unknown>): void {
    const arriving = arrive().finally(() => this.late.delete(arriving));
    this.late.add(arriving);
  }

  /** Resolves when the database has responded to all requests. */
  async settled(): Promise<void> {
    await Promise.all(this.late);
    await this.last;
  }
}
