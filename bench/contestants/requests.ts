import {
  GetCommand,
  type GetCommandInput,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { table } from './session.ts';

/** A request that the service was seen to send, with the parameters of the document client. */
export interface Sent {
  operation: string;
  parameters: GetCommandInput & Partial<Pick<PutCommandInput, 'Item'>>;
}

/** Sends requests, and returns the items of their responses. */
export async function sendAll(requests: Sent[]) {
  const items: Record<string, unknown>[] = [];
  for (const { operation, parameters } of requests) {
    if (operation === 'GetItem') items.push((await table.send(new GetCommand(parameters))).Item ?? {});
    else if (operation === 'Query')
      items.push(...((await table.send(new QueryCommand(parameters))).Items ?? []));
    else if (operation === 'PutItem') await table.send(new PutCommand({ Item: undefined, ...parameters }));
    else if (operation === 'UpdateItem') await table.send(new UpdateCommand(parameters));
    else throw new Error(`No bare handler sends ${operation}.`);
  }
  return items;
}
