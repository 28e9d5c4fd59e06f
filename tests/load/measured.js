import { createHistogram } from 'node:perf_hooks';

/** Calls a service and measures the calls by endpoint. */
export class MeasuredService {
  /** @type {string[]} */
  failures = [];
  #started = performance.now();
  /** @type {Map<string, import('node:perf_hooks').RecordableHistogram>} */
  #microseconds = new Map();

  /** @param {string} url */
  constructor(url) {
    this.url = url;
  }

  /**
   * Returns the response of a successful call, `undefined` otherwise.
   * @param {string} method
   * @param {string} path
   * @param {{ token?: string, body?: object }} [request]
   * @returns {Promise<{ location: string, body: unknown } | undefined>}
   */
  async call(method, path, { token, body } = {}) {
    const started = performance.now();
    try {
      const answer = await fetch(this.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${answer.status} ${text}`);
      return { location: answer.headers.get('location') ?? '', body: JSON.parse(text) };
    } catch (error) {
      this.failures.push(`${method} ${path}: ${error}`);
      return undefined;
    } finally {
      this.#record(`${method} ${path.replaceAll(/\d+/g, '{id}')}`, performance.now() - started);
    }
  }

  /**
   * @param {string} endpoint
   * @param {number} milliseconds
   */
  #record(endpoint, milliseconds) {
    const histogram = this.#microseconds.get(endpoint) ?? createHistogram();
    histogram.record(Math.max(1, Math.round(milliseconds * 1_000)));
    this.#microseconds.set(endpoint, histogram);
  }

  #calls() {
    return [...this.#microseconds.values()].reduce((sum, { count }) => sum + count, 0);
  }

  /** How many calls have ended so far, and how many of them failed. */
  progress() {
    const seconds = (performance.now() - this.#started) / 1_000;
    return `${seconds.toFixed(0).padStart(4)} s  ${this.#calls()} calls, ${this.failures.length} failed`;
  }

  /** Prints the number of calls, their latency, and the number of failures. */
  print() {
    const seconds = (performance.now() - this.#started) / 1_000;
    const rows = [...this.#microseconds].map(([endpoint, taken]) => {
      const percentiles = [50, 95, 99, 100].map((percent) => [
        percent === 100 ? 'max (ms)' : `p${percent} (ms)`,
        Math.round(taken.percentile(percent) / 100) / 10,
      ]);
      return [endpoint, { calls: taken.count, ...Object.fromEntries(percentiles) }];
    });
    console.table(Object.fromEntries(rows));
    const calls = this.#calls();
    console.log(
      `${calls} calls in ${seconds.toFixed(1)} s, ${(calls / seconds).toFixed(0)} a second; ${this.failures.length} failed.`,
    );
    for (const failure of this.failures.slice(0, 10)) console.log(failure);
  }
}
