import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import { startProxy } from '../tests/support/database-proxy.ts';
import { startLambda, takeInvocations } from '../tests/support/lambda.ts';
import type { Sent } from './contestants/requests.ts';
import { requestName } from './request-name.ts';

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
  sent: Sent[];
  /** The last response to each kind of request, by its name. */
  answers: Record<string, string>;
}

const nothing = (): Consumption => ({ requests: 0, capacityUnits: 0, invocations: 0, sent: [], answers: {} });

const ATTRIBUTES = ['Key', 'Item', 'ExpressionAttributeValues'];

const unmarshalled = (name: string, value: Parameters<typeof unmarshall>[0]) =>
  ATTRIBUTES.includes(name) ? unmarshall(value) : value;

/** A proxy in front of the emulator that records requests, and a stand-in for Lambda that counts invocations. */
export async function startCounter(emulator: string) {
  let consumption = nothing();
  const lambda = await startLambda();
  const proxy = await startProxy(emulator, async ({ operation, body, execute }) => {
    const target = `DynamoDB_20120810.${operation}`;
    const answer = await execute({ ReturnConsumedCapacity: 'TOTAL' });
    const { ConsumedCapacity, ...rest } = consumed.parse(JSON.parse(answer.text));
    consumption.requests += 1;
    consumption.sent.push({ operation, parameters: JSON.parse(body, unmarshalled) });
    for (const { CapacityUnits } of [ConsumedCapacity ?? []].flat())
      consumption.capacityUnits += CapacityUnits;
    // The target alone for requests whose keys are random.
    for (const name of [requestName(target, body), target]) consumption.answers[name] = JSON.stringify(rest);
    return { ...answer, text: JSON.stringify(rest) };
  });
  return {
    variables: {
      AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
      AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint,
    },
    /** Returns what was consumed since the last call. */
    taken: () => {
      const passed = { ...consumption, invocations: takeInvocations().length };
      consumption = nothing();
      return passed;
    },
    stop: async () => {
      proxy.stop();
      await lambda.stop();
    },
  };
}
