import { AsyncLocalStorage } from 'node:async_hooks';

export type SentFactor = 'missing' | 'code' | 'recovery_code';

interface Call {
  /** Aborts the call's requests to AWS. */
  signal: AbortSignal;
  /** Called before each retry of a write. */
  onWriteConflict: () => void;
  /** Gets what a call with a second factor has sent, for the log. */
  onFactor?: (sent: SentFactor) => void;
  /** The authorization gate: resolves when the call may do more than read the table. Without it, the call may not. */
  authorization?: Promise<unknown>;
}

const calls = new AsyncLocalStorage<Call>();

/** Only functions that need a hook load it. */
const hooks: (() => Promise<void>)[] = [];

export const beforeEachCall = (hook: () => Promise<void>): void => void hooks.push(hook);

export async function runCall<Result>(call: Call, work: () => Result | Promise<Result>): Promise<Result> {
  for (const hook of hooks) await hook();
  return calls.run(call, work);
}

/** Runs a call that needs no authorization, such as that of a function that another one has invoked. */
export const runAuthorized = <Result>(work: () => Result | Promise<Result>): Promise<Result> =>
  runCall(
    {
      signal: new AbortController().signal,
      onWriteConflict: () => undefined,
      authorization: Promise.resolve(),
    },
    work,
  );

/**
 * Begins work beside a check that is its authorization gate. Throws as soon as the check fails: then the work's requests are
 * aborted, and its outcome is ignored. Inside of other such work, both checks have to pass.
 */
export async function runBeside<Result>(
  check: Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const call = currentCall();
  const rejection = new AbortController();
  const signal = AbortSignal.any([call.signal, rejection.signal]);
  const authorization = Promise.all([call.authorization, check]);
  authorization.catch(() => undefined);
  const working = calls.run({ ...call, signal, authorization }, async () => work());
  working.catch(() => undefined);
  try {
    await check;
  } catch (error) {
    rejection.abort();
    throw error;
  }
  return working;
}

/** Waits at the authorization gate. Throws if the call may only read the table. */
export async function authorized(): Promise<void> {
  const { signal, authorization } = currentCall();
  if (!authorization) throw new Error('This call may only read');
  await authorization;
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

export const noteFactor = (sent: SentFactor): void => calls.getStore()?.onFactor?.(sent);
