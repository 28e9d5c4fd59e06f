import * as z from 'zod/mini';
import { startProxy } from '../tests/support/database-proxy.ts';
import { startLambda, takeInvocations } from '../tests/support/lambda.ts';
import type { Contestant } from './contestants.ts';
import { measure } from './process.ts';
import { requestName } from './stub.ts';

const capacity = z.object({ CapacityUnits: z.number() });

const consumed = z.looseObject({
  // A list for a transaction.
  ConsumedCapacity: z.optional(z.union([capacity, z.array(capacity)])),
});

/** The DynamoDB requests and Lambda invocations of a call. */
export interface Consumption {
  requests: number;
  units: number;
  invocations: number;
  /** The last response to each kind of request, by its name. */
  answers: Record<string, string>;
}

/** What one call of each contestant consumes, counted by a proxy in front of the emulator and a stand-in for Lambda. */
export async function countRequests(
  folder: string,
  contestants: Contestant[],
  emulator: string,
  seed: () => Promise<void>,
): Promise<Map<Contestant, Consumption>> {
  let counted: Consumption;
  const lambda = await startLambda();
  const proxy = await startProxy(emulator, async ({ operation, body, execute }) => {
    const target = `DynamoDB_20120810.${operation}`;
    const answer = await execute({ ReturnConsumedCapacity: 'TOTAL' });
    const { ConsumedCapacity = [], ...rest } = consumed.parse(JSON.parse(answer.text));
    const text = JSON.stringify(rest);
    counted.requests += 1;
    for (const { CapacityUnits } of [ConsumedCapacity].flat()) counted.units += CapacityUnits;
    // The target alone for requests whose keys are random.
    for (const name of [requestName(target, body), target]) counted.answers[name] = text;
    return { ...answer, text };
  });
  const variables = {
    AWS_ENDPOINT_URL_DYNAMODB: proxy.endpoint,
    AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint,
  };
  const consumptions = new Map<Contestant, Consumption>();
  for (const contestant of contestants) {
    await seed();
    takeInvocations();
    counted = { requests: 0, units: 0, invocations: 0, answers: {} };
    await measure(folder, contestant, { warmUps: 0, calls: 0 }, variables);
    consumptions.set(contestant, { ...counted, invocations: takeInvocations().length });
  }
  proxy.stop();
  await lambda.stop();
  return consumptions;
}
