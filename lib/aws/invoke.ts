import { fromEnv } from '@aws-sdk/credential-provider-env';
import { HttpRequest } from '@smithy/core/protocols';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { required, variable } from '../config/environment.ts';
import { InvocationError } from '../errors.ts';
import { abortable, authorized } from './call.ts';
import { sdkSettings } from './sdk.ts';
import { Sha256 } from './sha256.ts';

/** Lambda only queues the payload. Short, so that a call whose invocation fails still responds in time. */
const TIMEOUTS = { timeoutMs: 1_500, maxAttempts: 2 };

let handler: NodeHttpHandler | undefined;

/**
 * Invokes a function asynchronously, at least once. Throws `InvocationError` if Lambda didn't confirm it. The
 * SDK's client for this one request would be a fifth of a bundle.
 */
export async function invokeLater(functionName: string, payload: object): Promise<void> {
  await authorized();
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send(functionName, JSON.stringify(payload));
    } catch (cause) {
      // A call that is over is no failure of Lambda.
      await authorized();
      if (attempt === TIMEOUTS.maxAttempts)
        throw new InvocationError(`${functionName} could not be invoked`, { cause });
    }
  }
}

async function send(functionName: string, body: string): Promise<void> {
  handler ??= new NodeHttpHandler(sdkSettings(TIMEOUTS).requestHandler);
  const region = required('AWS_REGION');
  const domain = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  const endpoint =
    variable('AWS_ENDPOINT_URL_LAMBDA') ??
    variable('AWS_ENDPOINT_URL') ??
    `https://lambda.${region}.${domain}`;
  const { protocol, hostname, port, host } = new URL(endpoint);
  const request = new HttpRequest({
    method: 'POST',
    protocol,
    hostname,
    ...(port && { port: Number(port) }),
    path: `/2015-03-31/functions/${encodeURIComponent(functionName)}/invocations`,
    headers: { host, 'content-type': 'application/json', 'x-amz-invocation-type': 'Event' },
    body,
  });
  const signer = new SignatureV4({ service: 'lambda', region, credentials: fromEnv(), sha256: Sha256 });
  const { response } = await handler.handle(HttpRequest.clone(await signer.sign(request)), abortable());
  response.body.resume();
  if (response.statusCode !== 202) throw new Error(`Lambda responded ${response.statusCode}`);
}
