import { setTimeout } from 'node:timers/promises';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { runAuthorized } from '../lib/aws/call.ts';
import { type Clock, Concurrency } from '../lib/concurrency.ts';
import { readConfig } from '../lib/config/config.ts';
import { type Attributes, documentClient } from '../lib/dynamodb/items.ts';
import { accountIdIn, eventIdIn, isEventKey, primaryKey } from '../lib/dynamodb/keys.ts';
import { isRejection, UnavailableError } from '../lib/errors.ts';
import { isUpgraded, upgradeEvent } from '../lib/plan/change-event.ts';
import { useStage } from './stage.ts';

interface Options extends Partial<Clock> {
  /** Called with how many events are upgraded so far. */
  progress?: (upgraded: number) => void;
}

/**
 * Stores each event of the table as this version does, which version 0.4 has stored otherwise. What DynamoDB is too busy for is
 * retried, and what fails is skipped. Can be called again after it was interrupted at any point. Returns how many it has stored.
 * Throws the first error.
 */
export const upgradeTable = (options: Options = {}): Promise<number> =>
  runAuthorized(() => upgradeEvents(options));

async function upgradeEvents({
  progress,
  wait = setTimeout,
  hasTime = () => true,
}: Options): Promise<number> {
  const concurrency = new Concurrency({ wait, hasTime });
  let upgraded = 0;
  const upgrade = async (item: Attributes) => {
    const { PK, SK } = primaryKey.parse(item);
    try {
      if (isUpgraded(item)) return;
      await upgradeEvent({ ownerId: accountIdIn(PK), eventId: eventIdIn(SK) });
      upgraded += 1;
    } catch (error) {
      // It was deleted meanwhile.
      if (isRejection(error, 'not_found')) return;
      if (error instanceof UnavailableError) throw error;
      throw new Error(`${PK} ${SK} can't be upgraded. ${error}`, { cause: error });
    }
  };
  const scan = { TableName: readConfig().tableName, ConsistentRead: true };
  await concurrency.untilDone(async () => {
    for await (const { Items = [] } of paginateScan({ client: documentClient() }, scan)) {
      await concurrency.each(Items.filter(({ SK }) => isEventKey(SK)).map((item) => () => upgrade(item)));
      progress?.(upgraded);
    }
  });
  return upgraded;
}

if (import.meta.main) {
  const { stage } = useStage('npm run upgrade -- --stage prod');
  try {
    const upgraded = await upgradeTable({ progress: (count) => console.log(`${count} events so far`) });
    console.log(`All events of ${stage} are upgraded, ${upgraded} of them now.`);
  } catch (error) {
    const { message, cause } = error instanceof Error ? error : new Error(String(error));
    console.error(`Not all events of ${stage} are upgraded. Run it again when this is solved: ${message}`);
    if (cause) console.error(cause);
    process.exitCode = 1;
  }
}
