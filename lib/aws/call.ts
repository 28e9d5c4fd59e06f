import { AsyncLocalStorage } from 'node:async_hooks';

/** What the code that serves a call needs to know of it. */
interface Call {
  /** Aborts the call's requests to AWS. */
  signal: AbortSignal;
  /** Called for each write that is sent again because DynamoDB refused it for another one. */
  onConflict: () => void;
}

const calls = new AsyncLocalStorage<Call>();

export const runCall = <Result>(call: Call, work: () => Result): Result => calls.run(call, work);

/**
 * Options for the `send` of an SDK client. Lambda freezes a function that has responded, and continues its open requests
 * in a later call. Without the signal, a write could then arrive after its account was erased.
 */
export function abortable(): { abortSignal: AbortSignal } | undefined {
  const call = calls.getStore();
  return call && { abortSignal: call.signal };
}

export const countConflict = (): void => calls.getStore()?.onConflict();
