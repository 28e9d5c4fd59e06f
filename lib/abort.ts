import { AsyncLocalStorage } from 'node:async_hooks';

const signals = new AsyncLocalStorage<AbortSignal>();

/** Runs the work of a call. The signal aborts its requests to AWS. */
export const runUntilAborted = <Result>(signal: AbortSignal, work: () => Result): Result =>
  signals.run(signal, work);

/**
 * Options for the `send` of an SDK client. Lambda freezes a function that has responded, and continues its open requests
 * in a later call. Without the signal, a write could then arrive after its account was erased.
 */
export function abortable(): { abortSignal: AbortSignal } | undefined {
  const abortSignal = signals.getStore();
  return abortSignal && { abortSignal };
}
