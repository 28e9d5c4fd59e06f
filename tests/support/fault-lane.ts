/** What may become of a request to the database on its way there and back. */
export const faultKinds = ['delay', 'drop', 'cut', 'error', 'throttle', 'lose'] as const;

/** `degree`, from 0 to 99, tells the variants of a fault apart. */
export interface Fault {
  kind: (typeof faultKinds)[number];
  degree: number;
}

/** Requests that share a plan, which says of each next one what becomes of it. */
export class Lane {
  requests = 0;
  readonly injected = { delay: 0, drop: 0, cut: 0, error: 0, throttle: 0, lose: 0 };
  private readonly texts: string[] = [];
  private readonly plan: () => Fault | undefined;
  private last: Promise<unknown> = Promise.resolve();

  constructor(plan: () => Fault | undefined) {
    this.plan = plan;
  }

  /** Takes in each request whose body holds the text. */
  add(text: string): void {
    this.texts.push(text);
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

  /** One by one, or what its sender has given up could be done after what was sent in its place. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.last.then(work);
    this.last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves once the database has answered all that it was sent. */
  async settled(): Promise<void> {
    await this.last;
  }
}
