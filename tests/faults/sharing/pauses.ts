import { setTimeout } from 'node:timers/promises';

/** Well below the client's timeout. */
const MAX_MS = 1_000;
/** Below the number of concurrent calls, so that others go on. */
const MAX_PAUSED = 3;

/** Pauses of calls, each until some other calls have ended. */
export class Pauses {
  #ended = 0;
  #waiting = 0;
  #paused: { until: number; goOn: () => void }[] = [];

  /** Waits until so many further calls have ended. */
  async wait(calls: number): Promise<void> {
    if (this.#waiting > 0 || this.#paused.length >= MAX_PAUSED) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#paused.push({ until: this.#ended + calls, goOn: resolve });
    await Promise.race([promise, setTimeout(MAX_MS)]);
  }

  callEnded(): void {
    this.#ended += 1;
    this.#goOn(({ until }) => until <= this.#ended);
  }

  /** Without pauses, because what goes on waits for all calls. */
  async without<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#waiting += 1;
    this.end();
    return work().finally(() => {
      this.#waiting -= 1;
    });
  }

  end(): void {
    this.#goOn(() => true);
  }

  #goOn(isDue: (paused: { until: number }) => boolean): void {
    const due = this.#paused.filter(isDue);
    this.#paused = this.#paused.filter((each) => !due.includes(each));
    for (const { goOn } of due) goOn();
  }
}
