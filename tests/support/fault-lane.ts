/** Faults of a request to the database or its response. */
export const faultKinds = ['delay', 'drop', 'cut', 'error', 'throttle', 'lose'] as const;

/** `degree`, from 0 to 99, selects the variant of a fault. */
export interface Fault {
  kind: (typeof faultKinds)[number];
  degree: number;
}

/** Requests that share a plan, which decides the fault of each next request. */
export class Lane {
  requests = 0;
  readonly injected = { delay: 0, drop: 0, cut: 0, error: 0, throttle: 0, lose: 0 };
  private readonly texts: string[] = [];
  private readonly plan: () => Fault | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(plan: () => Fault | undefined) {
    this.plan = plan;
  }

  /** Adds every request whose body contains the text. */
  add(text: string): void {
    this.texts.push(text);
  }

  get faults(): number {
    return Object.values(this.injected).reduce((sum, times) => sum + times, 0);
  }

  holds(body: Buffer): boolean {
    return this.texts.some((text) => body.includes(text));
  }

  nextFault(): Fault | undefined {
    this.requests += 1;
    const fault = this.plan();
    if (fault) this.injected[fault.kind] += 1;
    return fault;
  }

  /** Runs requests one at a time. Otherwise an abandoned request could be executed after its retry. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when the database has responded to all requests. */
  async settled(): Promise<void> {
    await this.last;
  }
}
