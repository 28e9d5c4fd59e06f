import { AsyncLocalStorage } from 'node:async_hooks';

/** State of the call that is being served. */
interface Call {
  /** Aborts the call's requests to AWS. */
  signal: AbortSignal;
  /** Called for each write that is sent again because DynamoDB refused it for another one. */
  onWriteConflict: () => void;
  /** Resolves when the call may do more than read the table, rejects if it may not. Without it, the call may not. */
  permission?: Promise<unknown>;
}

const calls = new AsyncLocalStorage<Call>();

/** Prerequisites of a call. Only functions that need them load them. */
const needs: (() => Promise<void>)[] = [];

export const beforeEachCall = (need: () => Promise<void>): void => void needs.push(need);

/** Runs a call. It has no more permission than it is given. */
export async function runCall<Result>(call: Call, work: () => Result | Promise<Result>): Promise<Result> {
  for (const need of needs) await need();
  return calls.run(call, work);
}

/** Runs a call that needs no permission, such as that of a function that another one has invoked. */
export const runAuthorized = <Result>(work: () => Result | Promise<Result>): Promise<Result> =>
  runCall(
    { signal: new AbortController().signal, onWriteConflict: () => undefined, permission: Promise.resolve() },
    work,
  );

/**
 * Begins work beside a check that has to pass before the work may do more than read the table. Throws as soon as the check
 * fails: then the work's requests are aborted, and its outcome is ignored. Inside of other such work, both checks have to
 * pass.
 */
export async function runBeside<Result>(
  check: Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const call = currentCall();
  const refusal = new AbortController();
  const signal = AbortSignal.any([call.signal, refusal.signal]);
  const permission = Promise.all([call.permission, check]);
  permission.catch(() => undefined);
  const working = calls.run({ ...call, signal, permission }, async () => work());
  working.catch(() => undefined);
  try {
    await check;
  } catch (error) {
    refusal.abort();
    throw error;
  }
  return working;
}

/** Waits until the call may do more than read the table. Throws if it may not. */
export async function authorized(): Promise<void> {
  const { signal, permission } = currentCall();
  if (!permission) throw new Error('This call may only read');
  await permission;
  signal.throwIfAborted();
}

function currentCall(): Call {
  const call = calls.getStore();
  if (!call) throw new Error('There is no call');
  return call;
}

/**
 * Options for the `send` of an SDK client. Lambda freezes a function that has responded, and continues its open requests
 * in a later call. Without the signal, a write could then arrive after its account was erased.
 */
export function abortable(): { abortSignal: AbortSignal } | undefined {
  const call = calls.getStore();
  return call && { abortSignal: call.signal };
}

export const countWriteConflict = (): void => calls.getStore()?.onWriteConflict();
