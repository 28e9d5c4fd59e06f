import {
  CloudWatchLogsClient,
  CreateLogStreamCommand,
  PutLogEventsCommand,
} from '@aws-sdk/client-cloudwatch-logs';
import {
  CreateBackupCommand,
  CreateTableCommand,
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListTagsOfResourceCommand,
  RestoreTableFromBackupCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CreateEventSourceMappingCommand,
  GetFunctionConcurrencyCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
} from '@aws-sdk/client-lambda';
import { beforeAll, expect, it, vi } from 'vitest';
import { halvesIn } from '../../build/check-table.ts';
import { tableDefinition } from '../../resources/definitions.ts';
import { newVerifiedClient, sharedClients } from '../support/client.ts';
import { erase } from '../support/erase.ts';
import { accountIdOf } from '../support/sharing.ts';
import { wholeTable } from '../support/whole-table.ts';
import { deploy, RESERVED, STACK, STAGE, startProxy } from './moto.ts';

type Item = Record<string, unknown>;

const { state, endpoint } = await startProxy();
const [dynamoDb, lambda, logs] = [
  new DynamoDBClient({ endpoint }),
  new LambdaClient({ endpoint }),
  new CloudWatchLogsClient({ endpoint }),
];
const keyOf = ({ PK, SK }: Item) => `${PK} ${SK}`;
const byKey = (items: Item[]) => new Map(items.map((item) => [keyOf(item), item]));

/** Of an account that was deleted. */
const LEFT = { sessions: {}, tokens: {}, first_name: '', last_name: '', password_hash: '' };

/** The program, which is loaded once its requests go to moto. */
let program: typeof import('../../build/restore.ts');

/** The table at a time and some writes later, as the service writes them. */
let then: Item[];
let now: Item[];
let ids: Record<'gone' | 'going' | 'blocked' | 'unblocked' | 'lost', string>;
let events: Record<'kept' | 'trashed' | 'deleted' | 'lost', string>;
let erased: string[];

beforeAll(async () => {
  const table = wholeTable();
  const { owner, event: kept } = await sharedClients();
  const [gone, going, blocked, unblocked, lost] = await Promise.all(
    Array.from({ length: 5 }, () => newVerifiedClient()),
  );
  if (!gone || !going || !blocked || !unblocked || !lost) throw new Error();
  const idOf = ({ token }: { token: string }) => accountIdOf(token);
  const [trashed, deleted, lostEvent] = [
    await owner.newEvent(),
    await owner.newEvent(),
    await owner.newEvent(),
  ];
  await gone.newEvent();
  await owner.delete(trashed);
  const person = (items: Item[], id: string) => items.find(({ PK }) => PK === `PERSON#${id}`);
  const unblock = await table.items();
  await table.add([{ ...person(unblock, idOf(unblocked)), blocked: true }]);
  then = await table.items();

  await gone.deleteAccount({ password: gone.password });
  await erase(idOf(gone));
  await going.deleteAccount({ password: going.password });
  await owner.deleteForGood(trashed);
  await owner.delete(deleted);
  await owner.deleteForGood(deleted);
  await owner.update(kept, { name: 'Damaged' });
  await owner.newEvent();
  const later = await table.items();
  const { blocked: _, ...free } = person(later, idOf(unblocked)) ?? {};
  await table.add([{ ...person(later, idOf(blocked)), blocked: true }, free]);
  now = (await table.items()).filter(
    ({ PK, SK }) => PK !== `PERSON#${idOf(lost)}` && !String(SK).endsWith(lostEvent.id.padStart(16, '0')),
  );
  ids = {
    ...{ gone: idOf(gone), going: idOf(going), blocked: idOf(blocked), unblocked: idOf(unblocked) },
    lost: idOf(lost),
  };
  events = { kept: kept.id, trashed: trashed.id, deleted: deleted.id, lost: lostEvent.id };
  erased = [
    JSON.stringify({ message: 'task', account_id: ids.gone, outcome: 'erased' }),
    JSON.stringify({
      ...{ message: 'task', histories: 1, deleted_events: [`${accountIdOf(owner.token)}/${events.deleted}`] },
      outcome: 'erased',
    }),
    // Of version 0.4.
    JSON.stringify({ message: 'task', histories: 1, outcome: 'erased' }),
    'START RequestId: 1',
  ];
  Object.assign(process.env, { AWS_ENDPOINT_URL: endpoint, AWS_ENDPOINT_URL_DYNAMODB: endpoint });
  delete process.env['AWS_ENDPOINT_URL_LAMBDA'];
  process.env['TABLE_NAME'] = STACK;
  vi.resetModules();
  program = await import('../../build/restore.ts');
});

/** How a stream invokes its function. */
const OF_STREAM = {
  ...{ BatchSize: 100, MaximumBatchingWindowInSeconds: 1, ParallelizationFactor: 10 },
  ...{ BisectBatchOnFunctionError: true, MaximumRetryAttempts: 20 },
  FunctionResponseTypes: ['ReportBatchItemFailures' as const],
  DestinationConfig: { OnFailure: { Destination: 'arn:aws:sqs:eu-central-1:123456789012:failed' } },
  FilterCriteria: { Filters: [{ Pattern: '{"eventName":["INSERT"]}' }] },
};

/** Deploys a stage whose table had `then` at a time, and has `now` since. Returns the time. */
async function stage(): Promise<Date> {
  Object.assign(state, { cut: undefined, changes: [] });
  await deploy(endpoint);
  const snapshot = 'at-that-time';
  await dynamoDb.send(new CreateTableCommand({ ...tableDefinition, TableName: snapshot }));
  await wholeTable(endpoint, snapshot).add(then);
  await wholeTable(endpoint, STACK).add(now);
  const made = await dynamoDb.send(new CreateBackupCommand({ TableName: snapshot, BackupName: snapshot }));
  state.backup = String(made.BackupDetails?.BackupArn);
  const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName: STACK }));
  await lambda.send(
    new CreateEventSourceMappingCommand({
      ...{ FunctionName: `${STACK}-eventsRecord`, EventSourceArn: Table?.LatestStreamArn },
      ...{ StartingPosition: 'TRIM_HORIZON', ...OF_STREAM },
    }),
  );
  await dynamoDb.send(
    new UpdateContinuousBackupsCommand({
      TableName: STACK,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  );
  const { ContinuousBackupsDescription } = await dynamoDb.send(
    new DescribeContinuousBackupsCommand({ TableName: STACK }),
  );
  const at = ContinuousBackupsDescription?.PointInTimeRecoveryDescription?.LatestRestorableDateTime;
  const stream = { logGroupName: `/aws/lambda/${STACK}`, logStreamName: 'accountErase' };
  await logs.send(new CreateLogStreamCommand(stream));
  const timestamp = Date.now() + 1_000;
  const logEvents = erased.map((message) => ({ message, timestamp }));
  await logs.send(new PutLogEventsCommand({ ...stream, logEvents }));
  state.changes = [];
  return at ?? new Date();
}

/** All that a run has told. */
let told: string[] = [];
const restoring = (at: Date, isDryRun = false) => ({
  ...{ stage: STAGE, at, isDryRun },
  wait: async () => undefined,
  tell: (line: string) => void told.push(line),
});

const reservedOf = async (name: string) =>
  (await lambda.send(new GetFunctionConcurrencyCommand({ FunctionName: `${STACK}-${name}` })))
    .ReservedConcurrentExecutions;

async function expectRestored(): Promise<void> {
  const items = byKey(await wholeTable(endpoint, STACK).items());
  const was = byKey(then);
  const expected = new Set(was.keys());
  for (const key of was.keys()) {
    const isDeletedEvent = [events.trashed, events.deleted].some((id) => key.endsWith(id.padStart(16, '0')));
    if (isDeletedEvent || /HISTORY/.test(key)) expected.delete(key);
  }
  const leaving = [ids.gone, ids.going];
  const free = then.filter(
    ({ PK, account_id }) => /^EMAIL#/.test(String(PK)) && leaving.includes(String(account_id)),
  );
  for (const item of free) expected.delete(keyOf(item));
  expect(free).toHaveLength(2);
  expect(new Set([...items.keys()].filter((key) => !/HISTORY/.test(key)))).toEqual(expected);
  for (const [key, item] of items) {
    const before = was.get(key) ?? {};
    const id = key.replace(/^PERSON#(.*) ACCOUNT$/, '$1');
    if (leaving.includes(id)) {
      const ended = { ...LEFT, leaving: expect.any(Number), version: Number(before['version']) + 1 };
      expect(item).toEqual({ ...before, ...ended, writes: expect.any(Array) });
    } else if (id === ids.blocked) expect(item).toEqual({ ...before, blocked: true });
    else if (id === ids.unblocked) expect({ ...item, blocked: true }).toEqual(before);
    else expect(item).toEqual(before);
  }
  expect(items.get(`PERSON#${ids.unblocked} ACCOUNT`)).not.toHaveProperty('blocked');
  expect(items.has(`PERSON#${ids.lost} ACCOUNT`)).toBe(true);
  expect(halvesIn([...items.values()])).toEqual([]);
}

async function expectSettings(): Promise<void> {
  const { Table } = await dynamoDb.send(new DescribeTableCommand({ TableName: STACK }));
  expect(Table).toMatchObject({
    DeletionProtectionEnabled: true,
    OnDemandThroughput: { MaxReadRequestUnits: 600, MaxWriteRequestUnits: 200 },
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  const { TimeToLiveDescription } = await dynamoDb.send(new DescribeTimeToLiveCommand({ TableName: STACK }));
  expect(TimeToLiveDescription).toMatchObject({ AttributeName: 'expires_at', TimeToLiveStatus: 'ENABLED' });
  const backups = await dynamoDb.send(new DescribeContinuousBackupsCommand({ TableName: STACK }));
  expect(backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toMatchObject({
    PointInTimeRecoveryStatus: 'ENABLED',
  });
  const { Tags } = await dynamoDb.send(new ListTagsOfResourceCommand({ ResourceArn: Table?.TableArn }));
  expect(Tags).toEqual(expect.arrayContaining([{ Key: 'service', Value: 'event-budget' }]));
  const { EventSourceMappings } = await lambda.send(
    new ListEventSourceMappingsCommand({ FunctionName: `${STACK}-eventsRecord` }),
  );
  expect(EventSourceMappings).toMatchObject([{ EventSourceArn: Table?.LatestStreamArn, ...OF_STREAM }]);
  expect(await Promise.all(['eventsList', 'paymentsList', 'eventsRecord'].map(reservedOf))).toEqual([
    undefined,
    RESERVED,
    undefined,
  ]);
}

it('is the table of that time, with what was deleted and blocked since', async () => {
  await program.restoreTable(restoring(await stage()));
  await expectRestored();
  await expectSettings();
  expect(told).toContain(`  account ${ids.lost}`);
  expect(told.join('\n')).toContain(`event ${events.lost} of`);
  expect(told.join('\n')).toContain('Nobody knows which events were deleted until ');
});

/** The changes of a whole run. */
async function changesOfRun(): Promise<string[]> {
  await program.restoreTable(restoring(await stage()));
  return [...state.changes];
}

it('goes on after it was stopped at each of its calls, and does nothing twice at the end', async () => {
  const changes = await changesOfRun();
  expect(changes.length).toBeGreaterThan(20);
  for (const isLost of [false, true])
    for (let after = 0; after < changes.length; after += 1) {
      const at = await stage();
      state.cut = { after, isLost };
      await expect(program.restoreTable(restoring(at)), changes[after]).rejects.toThrow();
      Object.assign(state, { cut: undefined, changes: [] });
      await program.restoreTable(restoring(at));
      await expectRestored();
      await expectSettings();
      state.changes = [];
      await program.restoreTable(restoring(at));
      expect(state.changes.filter((change) => !change.includes('accountErase'))).toEqual([]);
    }
}, 1_500_000);

it('closes every function first, and opens them last', async () => {
  const changes = await changesOfRun();
  const concurrency = changes.map((change) => change.includes('/concurrency'));
  expect(concurrency.slice(0, 4)).toEqual([true, true, true, true]);
  expect(changes[4]).toBe('RestoreTableToPointInTime');
  const opened = concurrency.lastIndexOf(true);
  expect(concurrency.slice(opened - 3, opened + 1)).toEqual([true, true, true, true]);
  // Erasures.
  expect(changes.slice(opened + 1).every((change) => change.includes('/invocations'))).toBe(true);
  expect(changes.length - opened - 1).toBe(2);
});

it('a dry run tells of every call and makes none', async () => {
  const at = await stage();
  told = [];
  await program.restoreTable(restoring(at, true));
  expect(state.changes).toEqual([]);
  for (const call of ['PutFunctionConcurrency', 'RestoreTableToPointInTime', 'CreateBackup', 'DeleteTable'])
    expect(told.join('\n')).toContain(`  ${call} {`);
  expect(byKey(await wholeTable(endpoint, STACK).items())).toEqual(byKey(now));
});

it('can be given up before the table is replaced, and not after', async () => {
  const at = await stage();
  const copied = 5;
  state.cut = { after: copied, isLost: false };
  await expect(program.restoreTable(restoring(at))).rejects.toThrow();
  Object.assign(state, { cut: undefined, changes: [] });
  expect(await reservedOf('eventsList')).toBe(0);
  await program.giveUp(restoring(at));
  expect(await reservedOf('eventsList')).toBeUndefined();
  expect(await reservedOf('paymentsList')).toBe(RESERVED);
  expect(byKey(await wholeTable(endpoint, STACK).items())).toEqual(byKey(now));
  await program.restoreTable(restoring(at));
  await expect(program.giveUp(restoring(at))).rejects.toThrow('is restored already');
});

it('rejects a time that can’t be restored, and closes nothing', async () => {
  const at = await stage();
  const early = new Date(at.getTime() - 86_400_000);
  await expect(program.restoreTable(restoring(early))).rejects.toThrow('The table can be restored from ');
  expect(state.changes).toEqual([]);
});

it('tells from when to when no log is left', async () => {
  const at = await stage();
  told = [];
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 70 * 86_400_000 });
  await program.restoreTable(restoring(at));
  vi.useRealTimers();
  expect(told.join('\n')).toContain(`Nobody knows what was deleted from ${at.toISOString()} to `);
});

it('restores a deleted table from a copy that an operator made of its backup', async () => {
  const at = await stage();
  await dynamoDb.send(new UpdateTableCommand({ TableName: STACK, DeletionProtectionEnabled: false }));
  await dynamoDb.send(new DeleteTableCommand({ TableName: STACK }));
  const TargetTableName = `${STACK}-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
  await dynamoDb.send(new RestoreTableFromBackupCommand({ TargetTableName, BackupArn: state.backup }));
  await program.restoreTable(restoring(at));
  await expectSettings();
  const items = byKey(await wholeTable(endpoint, STACK).items());
  expect(items.get(`PERSON#${ids.gone} ACCOUNT`)).toHaveProperty('leaving');
  const expected = byKey(then).get(`PERSON#${ids.blocked} ACCOUNT`);
  expect(items.get(`PERSON#${ids.blocked} ACCOUNT`)).toEqual(expected);
});

it('puts one item back as it was, and no other', async () => {
  const at = await stage();
  const SK = `EVENT#${events.kept.padStart(16, '0')}`;
  const was = then.find((item) => item['SK'] === SK);
  const key = { PK: String(was?.['PK']), SK };
  await program.restoreItem(restoring(at), key);
  const expected = byKey(now).set(keyOf(key), { ...was });
  expect(byKey(await wholeTable(endpoint, STACK).items())).toEqual(expected);
  expect(await reservedOf('eventsList')).toBeUndefined();
  const none = program.restoreItem(restoring(at), { PK: 'PERSON#nobody', SK: 'ACCOUNT' });
  await expect(none).rejects.toThrow('There was no item PERSON#nobody ACCOUNT then');
  const changed = { ...was, writes: [] };
  state.answer = async (operation) => {
    if (operation === 'PutItem') await wholeTable(endpoint, STACK).add([changed]);
    return undefined;
  };
  await expect(program.restoreItem(restoring(at), key)).rejects.toThrow('The condition of a write failed');
  expect(byKey(await wholeTable(endpoint, STACK).items())).toEqual(expected.set(keyOf(key), changed));
});
