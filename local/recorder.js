import { setTimeout } from 'node:timers/promises';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';

/** How late the history of an event may be, besides the time that its function takes. */
const PAUSE_MS = 250;
/** Pause before a failed batch is sent again. The function has already retried it. */
const FAILED_PAUSE_MS = 5_000;
const MAX_FAILURES = 5;

/**
 * Has a function record the writes of a table, as Lambda does on AWS, until the process ends.
 * @param {import('./table-stream.js').TableStream} stream
 * @param {string} FunctionName
 */
export async function recordWrites(stream, FunctionName) {
  const lambda = new LambdaClient();
  /** @type {import('./table-stream.js').Invoke} */
  const invoke = async (batch) => {
    const command = new InvokeCommand({ FunctionName, Payload: JSON.stringify(batch) });
    const { Payload } = await lambda.send(command);
    return JSON.parse(Payload?.transformToString() ?? '{}');
  };
  for (let failures = 0; ; ) {
    const { isEmpty, hasFailed } = await stream.deliver(invoke).catch(({ message }) => {
      console.error(`Writes of events could not be recorded. ${message}`);
      return { isEmpty: false, hasFailed: true };
    });
    failures = hasFailed ? failures + 1 : 0;
    if (failures === MAX_FAILURES) {
      console.error('A write of an event is missing in its history, because it could not be recorded.');
      stream.skip();
      failures = 0;
    }
    if (isEmpty || hasFailed)
      await setTimeout(hasFailed ? FAILED_PAUSE_MS : PAUSE_MS, undefined, { ref: false });
  }
}
