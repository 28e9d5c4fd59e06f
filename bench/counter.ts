import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as z from 'zod/mini';
import { forward } from '../tests/support/forward.ts';
import { startLambda, takeInvocations } from '../tests/support/lambda.ts';
import { requestName } from './request-name.ts';

const JSON_1_0 = 'application/x-amz-json-1.0';

const capacity = z.object({ CapacityUnits: z.number() });

const consumed = z.looseObject({
  // A list for a transaction.
  ConsumedCapacity: z.optional(z.union([capacity, z.array(capacity)])),
});

/** The DynamoDB requests and Lambda invocations of a call. */
export interface Consumption {
  requests: number;
  capacityUnits: number;
  invocations: number;
  /** The last response to each kind of request, by its name. */
  answers: Record<string, string>;
}

const nothing = (): Consumption => ({ requests: 0, capacityUnits: 0, invocations: 0, answers: {} });

/** A proxy in front of the emulator that records requests, and a stand-in for Lambda that counts invocations. */
export async function startCounter(emulator: string) {
  let consumption = nothing();
  const lambda = await startLambda();
  const server = createServer(async (request, response) => {
    const asked = JSON.parse(await text(request));
    const target = String(request.headers['x-amz-target']);
    const body = JSON.stringify({ ...asked, ReturnConsumedCapacity: 'TOTAL' });
    const answer = await forward(emulator, request, body);
    const { ConsumedCapacity, ...rest } = consumed.parse(JSON.parse(answer.text));
    consumption.requests += 1;
    for (const { CapacityUnits } of [ConsumedCapacity ?? []].flat())
      consumption.capacityUnits += CapacityUnits;
    // The target alone for requests whose keys are random.
    for (const name of [requestName(target, JSON.stringify(asked)), target])
      consumption.answers[name] = JSON.stringify(rest);
    response.writeHead(answer.status, { 'content-type': JSON_1_0 });
    response.end(JSON.stringify(rest));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    variables: {
      AWS_ENDPOINT_URL_DYNAMODB: `http://127.0.0.1:${port}`,
      AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint,
    },
    /** Returns what was consumed since the last call. */
    taken: () => {
      const passed = { ...consumption, invocations: takeInvocations().length };
      consumption = nothing();
      return passed;
    },
    stop: async () => {
      server.close();
      await lambda.stop();
    },
  };
}
