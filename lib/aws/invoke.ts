import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { InvocationError } from '../errors.ts';
import { abortable, permitted } from './call.ts';
import { guarded, sdkSettings } from './sdk.ts';

/** Lambda only queues the payload. Short, so that a call whose invocation fails still responds in time. */
const PATIENCE = { timeoutMs: 1_500, maxAttempts: 2 };

let client: LambdaClient | undefined;

/** Invokes a function asynchronously, at least once. Throws `InvocationError` if Lambda didn't confirm it. */
export async function invokeLater(functionName: string, payload: object): Promise<void> {
  client ??= guarded(new LambdaClient(sdkSettings(PATIENCE)));
  const command = new InvokeCommand({
    FunctionName: functionName,
    InvocationType: 'Event',
    Payload: JSON.stringify(payload),
  });
  try {
    await client.send(command, abortable());
  } catch (cause) {
    // A call that may not invoke, or is over, is no failure of Lambda.
    await permitted();
    throw new InvocationError(`${functionName} could not be invoked`, { cause });
  }
}
