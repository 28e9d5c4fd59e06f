import { UnavailableError } from './errors.ts';

const MAX_AT_ONCE = 25;
const PAUSE_MS = 1_000;

/** For a request that DynamoDB executes after its function has ended. */
export const MARGIN_MS = 5_000;

/** With less time left, an erasure goes on in another invocation: it has to wait, and look through the items again. */
export const MIN_TIME_MS = 180_000;

export class OutOfTimeError extends Error {
  override name = 'OutOfTimeError';
}

export interface Clock {
  wait: (milliseconds: number) => Promise<unknown>;
  hasTime: () => boolean;
}

/** Does work for which DynamoDB may be too busy: fewer tasks at once after a failure, more after a success. */
export class Concurrency {
  readonly #clock: Clock;
  #atOnce = MAX_AT_ONCE;
  /** Reasons why tasks of the work were skipped. */
  #failures: unknown[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Retries work as long as DynamoDB is too busy for it or for one of its tasks. Throws {@link OutOfTimeError}, and when nothing
   * else is left to do, the first error of another kind.
   */
  async untilDone<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        this.#failures = [];
        const result = await work();
        const failure = this.#failures.find(isBusy) ?? this.#failures[0];
        if (failure === undefined) return result;
        throw failure;
      } catch (error) {
        if (!isBusy(error)) throw error;
      }
      await this.#pause();
    }
  }

  /** Does tasks of the work, some at a time, and skips those that fail. Throws {@link OutOfTimeError}. */
  async each(tasks: (() => Promise<unknown>)[]): Promise<void> {
    for (let next = 0; next < tasks.length; ) {
      this.#requireTime();
      const some = tasks.slice(next, next + this.#atOnce);
      next += some.length;
      const outcomes = await Promise.allSettled(some.map((task) => task()));
      const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? outcome.reason : []));
      this.#failures.push(...failures);
      if (failures.length === 0) this.#atOnce = Math.min(this.#atOnce + 1, MAX_AT_ONCE);
      else {
        this.#atOnce = Math.ceil(this.#atOnce / 2);
        await this.#pause();
      }
    }
  }

  #requireTime(): void {
    if (!this.#clock.hasTime()) throw new OutOfTimeError();
  }

  async #pause(): Promise<void> {
    this.#requireTime();
    await this.#clock.wait(PAUSE_MS);
  }
}

const isBusy = (error: unknown): boolean => error instanceof UnavailableError;
