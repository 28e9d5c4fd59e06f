import { LambdaClient } from '@aws-sdk/client-lambda';
import { runAuthorized } from '../lib/aws/call.ts';
import { getItem } from '../lib/dynamodb/items.ts';
import { accountKey } from '../lib/dynamodb/keys.ts';
import { endAccount } from '../lib/erasure/delete-account.ts';
import { exportPage } from '../lib/export/account-export.ts';
import { erasureOf } from './restored-data.ts';
import { stackName, stop, stopAt, useStage } from './stage.ts';

const USAGE = `npm run ${process.argv[2]}-account -- --stage prod 5bf52c42-617d-4fcd-b00f-7b9d735a43b4`;

/** All pages of what `GET /account/export` returns; none if there is no such account. */
export const exportAccount = (accountId: string): Promise<object[]> =>
  runAuthorized(async () => {
    const pages: object[] = [];
    if (!(await getItem(accountKey(accountId)))) return pages;
    let cursor: number | undefined;
    do {
      const { data, next_cursor } = await exportPage({ accountId, sessionId: '' }, cursor);
      pages.push(data);
      cursor = next_cursor === undefined ? undefined : Number(next_cursor);
    } while (cursor !== undefined);
    return pages;
  });

if (import.meta.main) {
  const { stage, others } = useStage(USAGE);
  const [what, id = ''] = others;
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) stop(`Give the id of an account: ${USAGE}`);
  if (what === 'export') {
    const pages = await exportAccount(id).catch(stopAt);
    if (pages.length === 0) stop(`${stage} has no such account.`);
    console.log(JSON.stringify(pages, undefined, 2));
  } else if (what === 'delete') {
    const isThere = await runAuthorized(() => endAccount(id)).catch(stopAt);
    if (!isThere) stop(`${stage} has no such account.`);
    await new LambdaClient().send(erasureOf(stackName(stage), id)).catch(stopAt);
    console.log(`The account is deleted in ${stage}, and its data is being erased.`);
  }
}
