import { setTimeout } from 'node:timers/promises';
import {
  CloudWatchLogsClient,
  DescribeLogGroupsCommand,
  paginateFilterLogEvents,
} from '@aws-sdk/client-cloudwatch-logs';
import {
  CreateBackupCommand,
  DeleteTableCommand,
  DescribeBackupCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListBackupsCommand,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  type UpdateTableCommandInput,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateEventSourceMappingCommand,
  DeleteEventSourceMappingCommand,
  DeleteFunctionConcurrencyCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  PutFunctionConcurrencyCommand,
} from '@aws-sdk/client-lambda';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { runAuthorized } from '../lib/aws/call.ts';
import { type Attributes, documentClient } from '../lib/dynamodb/items.ts';
import { accountIdIn, type PrimaryKey } from '../lib/dynamodb/keys.ts';
import {
  block,
  type Deleted,
  deleteEvent,
  endAccountIn,
  erasureOf,
  isAccount,
  itemsOf,
  planFor,
} from './restored-data.ts';
import { readStack, type Stack } from './stack.ts';
import { stackName, stop, stopAt, useStage } from './stage.ts';

const USAGE = 'npm run restore -- --stage prod --at 2026-11-20T12:00:00Z';
const POLL_MS = 10_000;
/** By then, calls that had begun have ended, and their lines are in the log. */
const SETTLE_MS = 75_000;
const DAY_MS = 86_400_000;

export interface Options {
  stage: string;
  /** The time to restore. A run that was stopped goes on if it is called with the same time. */
  at: Date;
  /** Prints each call that changes something, and makes none. */
  isDryRun?: boolean;
  wait?: (ms: number) => Promise<unknown>;
  tell?: (line: string) => void;
}

type Context = ReturnType<typeof contextOf>;

function contextOf({ stage, at, isDryRun = false, wait = setTimeout, tell = console.log }: Options) {
  const table = stackName(stage);
  /** Says where a run is: AWS has no other note of it. */
  const copy = `${table}-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  const show = (key: string, value: unknown) =>
    key === 'Item' ? '…' : typeof value === 'string' ? value.replace(/^EMAIL#.*/, 'EMAIL#…') : value;
  return {
    ...{ table, copy, at, isDryRun, wait, tell },
    dynamoDb: new DynamoDBClient(),
    lambda: new LambdaClient(),
    logs: new CloudWatchLogsClient(),
    /** Tells of a call that changes something, and makes it. */
    change: async <Command extends { input: object }>(
      command: Command,
      send: (command: Command) => Promise<unknown>,
    ): Promise<void> => {
      tell(`  ${command.constructor.name.replace(/Command$/, '')} ${JSON.stringify(command.input, show)}`);
      if (!isDryRun) await send(command);
    },
  };
}

/**
 * Restores the table, and keeps what was deleted and blocked since. Can be called again after it was stopped
 * at any point.
 */
export async function restoreTable(options: Options): Promise<void> {
  const context = contextOf(options);
  const { copy, tell } = context;
  const stack = await readStack(options.stage);
  const [isCopied, backup] = [await describe(context, copy), await backupOf(context)];
  if (!isCopied && !backup) await requireTime(context);
  if (await isReplaced(context, backup)) tell('The table is restored already. What is left:');
  else {
    tell(`Close ${stack.name}: calls get 503 from now on`);
    await close(context, stack);
    await copyTable(context);
    if (!backup) {
      tell('Keep what was deleted and blocked since');
      await keepChanges(context, stack);
      tell('Put the copy in the place of the table');
    }
    await replace(context);
  }
  tell('Set what a restored table lacks');
  await applySettings(context, stack);
  await moveStream(context, stack);
  tell(`Open ${stack.name}`);
  await open(context, stack);
  await eraseLeaving(context, stack);
  if (options.isDryRun) return tell('Nothing was changed.');
  tell(`Done. When the service works, delete the copy (${copy}) and its backup, as docs/restore.md says.`);
}

/** Opens the service as it was, so that a restore is given up. */
export async function giveUp(options: Options): Promise<void> {
  const context = contextOf(options);
  const found = await describe(context, context.table);
  if (found?.TableStatus !== 'ACTIVE')
    throw new Error(`${context.table} isn't there, so the restore has to go on`);
  if (await isReplaced(context, await backupOf(context)))
    throw new Error(`${context.table} is restored already, so the restore has to go on`);
  await open(context, await readStack(options.stage));
}

/** Puts one item back as it was, unless somebody changes it meanwhile. */
export async function restoreItem(options: Options, key: PrimaryKey): Promise<void> {
  const context = contextOf(options);
  await requireTime(context);
  await copyTable(context);
  const read = async (TableName: string): Promise<Attributes | undefined> =>
    (await documentClient().send(new GetCommand({ TableName, Key: key, ConsistentRead: true }))).Item;
  await runAuthorized(async () => {
    const [was, is] = [await read(context.copy).catch(ifDryRun(context)), await read(context.table)];
    if (!was && !context.isDryRun) throw new Error(`There was no item ${key.PK} ${key.SK} then`);
    const names = Object.keys(is ?? {});
    const put = new PutCommand({
      TableName: context.table,
      Item: was ?? key,
      ConditionExpression: is
        ? names.map((_, n) => `#${n} = :${n}`).join(' AND ')
        : 'attribute_not_exists(PK)',
      ...(is && {
        ExpressionAttributeNames: Object.fromEntries(names.map((name, n) => [`#${n}`, name])),
        ExpressionAttributeValues: Object.fromEntries(names.map((name, n) => [`:${n}`, is[name]])),
      }),
    });
    context.tell(`  Put ${key.PK} ${key.SK} into ${context.table}, if it is still as it was read`);
    if (!context.isDryRun) await documentClient().send(put);
  });
}

/** Reads of what doesn't exist yet. */
const ifDryRun =
  ({ isDryRun }: Context) =>
  (error: unknown): undefined => {
    if (!isDryRun) throw error;
  };

async function describe({ dynamoDb }: Context, TableName: string) {
  try {
    return (await dynamoDb.send(new DescribeTableCommand({ TableName }))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** Waits until a table can be used, or is gone. */
async function until(context: Context, table: string, state: 'ACTIVE' | undefined): Promise<void> {
  if (context.isDryRun) return;
  while ((await describe(context, table))?.TableStatus !== state) await context.wait(POLL_MS);
}

async function backupOf({ dynamoDb, copy }: Context) {
  const { BackupSummaries = [] } = await dynamoDb.send(new ListBackupsCommand({ TableName: copy }));
  return BackupSummaries.find(({ BackupName }) => BackupName === copy);
}

type Backup = Awaited<ReturnType<typeof backupOf>>;

async function isReplaced(context: Context, backup: Backup): Promise<boolean> {
  const { CreationDateTime: made, TableStatus } = (await describe(context, context.table)) ?? {};
  const isNew = made !== undefined && backup !== undefined && made > (backup.BackupCreationDateTime ?? made);
  return isNew && TableStatus !== 'DELETING';
}

async function requireTime({ dynamoDb, table, at }: Context): Promise<void> {
  const { ContinuousBackupsDescription } = await dynamoDb.send(
    new DescribeContinuousBackupsCommand({ TableName: table }),
  );
  const { EarliestRestorableDateTime: first, LatestRestorableDateTime: last } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  if (!first || !last) throw new Error(`${table} has no point-in-time recovery`);
  if (at < first || at > last)
    throw new Error(`The table can be restored from ${first.toISOString()} to ${last.toISOString()}`);
}

/** No function runs any more, however it is reached: by a route, a domain, the stream or another function. */
async function close({ lambda, change, wait, isDryRun }: Context, { functions }: Stack): Promise<void> {
  let isOpen = false;
  for (const { FunctionName } of functions) {
    const now = await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }));
    if (now.ReservedConcurrentExecutions === 0) continue;
    isOpen = true;
    const none = new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: 0 });
    await change(none, (command) => lambda.send(command));
  }
  if (isOpen && !isDryRun) await wait(SETTLE_MS);
}

async function open({ lambda, change, isDryRun }: Context, { functions }: Stack): Promise<void> {
  for (const { FunctionName, ReservedConcurrentExecutions } of functions) {
    const now = await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName }));
    if (!isDryRun && now.ReservedConcurrentExecutions === ReservedConcurrentExecutions) continue;
    if (ReservedConcurrentExecutions === undefined)
      await change(new DeleteFunctionConcurrencyCommand({ FunctionName }), (command) => lambda.send(command));
    else {
      const input = { FunctionName, ReservedConcurrentExecutions };
      await change(new PutFunctionConcurrencyCommand(input), (command) => lambda.send(command));
    }
  }
}

async function copyTable(context: Context): Promise<void> {
  const { dynamoDb, table, copy, at, change } = context;
  if (!(await describe(context, copy)) && !(await backupOf(context))) {
    const names = { SourceTableName: table, TargetTableName: copy };
    const restore = new RestoreTableToPointInTimeCommand({ ...names, RestoreDateTime: at });
    await change(restore, (command) => dynamoDb.send(command));
  }
  if (!(await backupOf(context))) await until(context, copy, 'ACTIVE');
}

async function keepChanges(context: Context, stack: Stack): Promise<void> {
  const { copy, table, change, tell, isDryRun } = context;
  const items = await itemsOf(copy).catch(ifDryRun(context));
  if (!items) return tell('  What that is depends on the copy.');
  const now = (await describe(context, table)) && (await itemsOf(table));
  const plan = planFor(items, now, await readDeletions(context, stack));
  await runAuthorized(async () => {
    for (const each of plan.blocked)
      await change(block(copy, each), (command) => documentClient().send(command));
  });
  for (const id of plan.leaving) {
    tell(`  Delete account ${id} in ${copy}`);
    if (!isDryRun) await endAccountIn(copy, id);
  }
  for (const each of plan.events) {
    tell(`  Delete event ${each.eventId} of ${each.ownerId} in ${copy}`);
    if (!isDryRun) await deleteEvent(copy, each);
  }
  if (!now)
    tell(`  ${table} isn't there, so accounts that were blocked or unblocked since are as they were.`);
  tell(`  ${plan.returning.length} accounts and events come back that the table lacks:`);
  for (const each of plan.returning) tell(`  ${each}`);
  for (const half of plan.halves) tell(`  ${half}`);
}

const logged = z.union([
  z.object({ account_id: z.string(), outcome: z.literal('erased') }),
  z.object({
    histories: z.int(),
    outcome: z.literal('erased'),
    deleted_events: z.optional(z.array(z.string())),
  }),
]);

async function readDeletions({ logs, at, tell }: Context, { name }: Stack): Promise<Deleted> {
  const logGroupName = `/aws/lambda/${name}`;
  const { logGroups: [group] = [] } = await logs.send(
    new DescribeLogGroupsCommand({ logGroupNamePrefix: logGroupName }),
  );
  const kept = Date.now() - (group?.retentionInDays ?? 3_650) * DAY_MS;
  const known = new Date(Math.max(kept, group?.creationTime ?? Date.now()));
  if (known > at)
    tell(
      `  Nobody knows what was deleted from ${at.toISOString()} to ${known.toISOString()}: no log is left.`,
    );
  const deleted = { accounts: new Set<string>(), events: new Set<string>() };
  let lastUnnamed = 0;
  const filter = { logGroupName, startTime: at.getTime(), filterPattern: '{ $.outcome = "erased" }' };
  for await (const { events = [] } of paginateFilterLogEvents({ client: logs }, filter))
    for (const { message = '', timestamp = 0 } of events) {
      const { data } = logged.safeParse(parsed(message));
      if (!data) continue;
      if ('account_id' in data) deleted.accounts.add(data.account_id);
      else if (!data.deleted_events) lastUnnamed = Math.max(lastUnnamed, timestamp);
      else for (const each of data.deleted_events) deleted.events.add(each);
    }
  if (lastUnnamed > 0)
    tell(`  Nobody knows which events were deleted until ${new Date(lastUnnamed).toISOString()}.`);
  return deleted;
}

/** Lambda's own lines needn't be JSON. */
function parsed(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    return undefined;
  }
}

/** The functions' name of the table stays, and with it all that is deployed. */
async function replace(context: Context): Promise<void> {
  const { dynamoDb, table, copy, change, wait, isDryRun } = context;
  if (!(await backupOf(context))) {
    const create = new CreateBackupCommand({ TableName: copy, BackupName: copy });
    await change(create, (command) => dynamoDb.send(command));
  }
  const BackupArn = (await backupOf(context))?.BackupArn ?? 'of this backup';
  const isMade = async () => {
    const { BackupDescription } = await dynamoDb.send(new DescribeBackupCommand({ BackupArn }));
    return BackupDescription?.BackupDetails?.BackupStatus === 'AVAILABLE';
  };
  while (!isDryRun && !(await isMade())) await wait(POLL_MS);
  const old = await describe(context, table);
  if (old && old.TableStatus !== 'DELETING') {
    if (old.DeletionProtectionEnabled) await update(context, { DeletionProtectionEnabled: false });
    await change(new DeleteTableCommand({ TableName: table }), (command) => dynamoDb.send(command));
  }
  await until(context, table, undefined);
  const restore = new RestoreTableFromBackupCommand({ TargetTableName: table, BackupArn });
  await change(restore, (command) => dynamoDb.send(command));
}

async function update(context: Context, input: Omit<UpdateTableCommandInput, 'TableName'>): Promise<void> {
  const command = new UpdateTableCommand({ TableName: context.table, ...input });
  await context.change(command, (update) => context.dynamoDb.send(update));
  await until(context, context.table, 'ACTIVE');
}

async function applySettings(context: Context, { table: wanted, tags }: Stack): Promise<void> {
  const { dynamoDb, table: TableName, change, isDryRun } = context;
  await until(context, TableName, 'ACTIVE');
  // In a dry run, the table that is restored has none of them.
  const restored = isDryRun ? undefined : await describe(context, TableName);
  const { OnDemandThroughput: cap, StreamSpecification: stream, DeletionProtectionEnabled } = restored ?? {};
  const { MaxReadRequestUnits, MaxWriteRequestUnits } = wanted.OnDemandThroughput;
  if (cap?.MaxReadRequestUnits !== MaxReadRequestUnits || cap.MaxWriteRequestUnits !== MaxWriteRequestUnits)
    await update(context, { OnDemandThroughput: wanted.OnDemandThroughput });
  if (!stream?.StreamEnabled)
    await update(context, { StreamSpecification: { StreamEnabled: true, ...wanted.StreamSpecification } });
  const Specification = { Enabled: true, AttributeName: wanted.TimeToLiveSpecification.AttributeName };
  if (isDryRun || !(await expires(context)))
    await change(
      new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification: Specification }),
      (command) => dynamoDb.send(command),
    );
  if (isDryRun || !(await isRecoverable(context))) {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
    await change(
      new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification }),
      (command) => dynamoDb.send(command),
    );
  }
  const { TableArn: ResourceArn } = (await describe(context, TableName)) ?? {};
  const { Tags = [] } = isDryRun ? {} : await dynamoDb.send(new ListTagsOfResourceCommand({ ResourceArn }));
  const missing = tags.filter(
    ({ Key, Value }) => !Tags.some((tag) => tag.Key === Key && tag.Value === Value),
  );
  if (missing.length > 0)
    await change(new TagResourceCommand({ ResourceArn, Tags: missing }), (command) => dynamoDb.send(command));
  if (wanted.DeletionProtectionEnabled && !DeletionProtectionEnabled)
    await update(context, { DeletionProtectionEnabled: true });
}

async function expires({ dynamoDb, table: TableName }: Context): Promise<boolean> {
  const { TimeToLiveDescription } = await dynamoDb.send(new DescribeTimeToLiveCommand({ TableName }));
  return /^ENABL/.test(TimeToLiveDescription?.TimeToLiveStatus ?? '');
}

async function isRecoverable({ dynamoDb, table: TableName }: Context): Promise<boolean> {
  const { ContinuousBackupsDescription: found } = await dynamoDb.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  );
  return found?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED';
}

/** Has the new table's stream invoke `eventsRecord` as the old one's did. */
async function moveStream(context: Context, { name }: Stack): Promise<void> {
  const { lambda, change, table, isDryRun } = context;
  const FunctionName = `${name}-eventsRecord`;
  const { EventSourceMappings = [] } = await lambda.send(
    new ListEventSourceMappingsCommand({ FunctionName }),
  );
  const EventSourceArn = isDryRun ? 'its stream' : (await describe(context, table))?.LatestStreamArn;
  const others = EventSourceMappings.filter((mapping) => mapping.EventSourceArn !== EventSourceArn);
  if (others.length === EventSourceMappings.length) {
    const [old] = others;
    if (!old) throw new Error(`Nothing invokes ${FunctionName}. Deploy the stage again`);
    const create = new CreateEventSourceMappingCommand({
      ...{ FunctionName, EventSourceArn, StartingPosition: 'TRIM_HORIZON' },
      BatchSize: old.BatchSize,
      MaximumBatchingWindowInSeconds: old.MaximumBatchingWindowInSeconds,
      ParallelizationFactor: old.ParallelizationFactor,
      BisectBatchOnFunctionError: old.BisectBatchOnFunctionError,
      MaximumRetryAttempts: old.MaximumRetryAttempts,
      FunctionResponseTypes: old.FunctionResponseTypes,
      DestinationConfig: old.DestinationConfig,
      FilterCriteria: old.FilterCriteria,
    });
    await change(create, (command) => lambda.send(command));
  }
  for (const { UUID } of others.filter(({ State }) => State !== 'Deleting'))
    await change(new DeleteEventSourceMappingCommand({ UUID }), (command) => lambda.send(command));
}

async function eraseLeaving({ lambda, change, table, isDryRun }: Context, { name }: Stack): Promise<void> {
  if (isDryRun) return;
  const leaving = (await itemsOf(table)).filter((item) => isAccount(item) && item['leaving'] !== undefined);
  for (const { PK } of leaving)
    await change(erasureOf(name, accountIdIn(String(PK))), (command) => lambda.send(command));
}

if (import.meta.main) {
  const further = { at: 'string', item: 'boolean', 'dry-run': 'boolean', 'give-up': 'boolean' } as const;
  const { stage, options, others } = useStage(USAGE, further);
  const at = new Date(String(options['at']));
  const isTime = /^\d{4}-\d\d-\d\dT[\d:]+(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(String(options['at']));
  if (!isTime || Number.isNaN(at.getTime())) stop(`Name the time, with its zone: ${USAGE}`);
  const [PK, SK, ...rest] = others;
  const isItem = options['item'] === true;
  if (isItem !== (PK !== undefined) || isItem !== (SK !== undefined) || rest.length > 0)
    stop(`Name the key of one item: ${USAGE} --item PK SK`);
  const given = { stage, at, isDryRun: options['dry-run'] === true };
  if (options['give-up'] === true) await giveUp(given).catch(stopAt);
  else if (isItem && PK !== undefined && SK !== undefined) await restoreItem(given, { PK, SK }).catch(stopAt);
  else await restoreTable(given).catch(stopAt);
}
