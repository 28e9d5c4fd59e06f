import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { documentClient } from '../../lib/dynamodb/items.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { storedToken } from '../../tests/support/account.ts';
import { eventItem } from '../../tests/support/event-item.ts';
import { gatewayRequest } from '../../tests/support/gateway.ts';
import { bundleOf, type Contestant } from '../contestants.ts';
import { environment } from '../environment.ts';
import { measure } from '../process.ts';
import { inRounds } from '../statistics.ts';
import { BUDGETS } from './sizes.ts';

/** The numbers of events, and of budgets that each has. */
const LISTS = [
  ...[10, 100, 1_000, 10_000, 20_000].map((length) => ({ length, budgets: 1 })),
  ...BUDGETS.map((budgets) => ({ length: 40, budgets })),
];

/** The maximum of BatchWriteItem. */
const BATCH = 25;

/** `GET /events` compared with the SDK's own time for its query, for growing lists and growing events. */
export async function measureLists(folder: string, rounds: number, emulator: string) {
  const query = bundleOf(folder, 'bench/contestants/query.ts');
  const copy = join(folder, 'query-copy.mjs');
  await copyFile(query, copy);
  const variables = { AWS_ENDPOINT_URL_DYNAMODB: emulator };
  const lists = [];
  for (const { length, budgets } of LISTS) {
    const name = `${length} events, budgets each: ${budgets}`;
    const accountId = name;
    await fill(accountId, length, budgets);
    const asked = { name, requests: [{ accountId }], status: 200 };
    const sdk: Contestant = { ...asked, bundle: query };
    const sdkCopy: Contestant = { ...asked, bundle: copy };
    const requests = [gatewayRequest('GET', { token: await storedToken(accountId) })];
    const list: Contestant = {
      name,
      requests,
      status: 200,
      bundle: bundleOf(folder, 'functions/events/list.ts'),
    };
    const calls = Math.max(2, Math.min(100, 2_000 / length));
    const samples = await inRounds(rounds, [sdk, sdkCopy, list], (contestant) =>
      measure(folder, contestant, { warmUps: calls - 2, calls, variables }),
    );
    lists.push({ name, length, samples, sdk, copy: sdkCopy, list });
  }
  return lists;
}

async function fill(accountId: string, length: number, budgets: number): Promise<void> {
  for (let first = 1; first <= length; first += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, length - first + 1) }, (_, n) => first + n);
    const puts = ids.map((id) => ({
      PutRequest: { Item: { ...eventItem(id, budgets), ...eventKey({ ownerId: accountId, eventId: id }) } },
    }));
    await documentClient().send(new BatchWriteCommand({ RequestItems: { [environment.TABLE_NAME]: puts } }));
  }
}
