import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Database, startDatabase } from '../../../local/dynalite/database.js';
import { tableDefinition } from '../../../resources/definitions.ts';
import { dynamoDbLocal, dynoxideIsInstalled, startDynoxide } from '../../support/emulators.ts';
import { newTable } from '../../support/new-table.ts';

const TableName = `transactions-${Date.now()}`;
type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const key = (PK: string) => ({ PK, SK: 'x' });
const put = (PK: string, more: object = {}, options: object = {}): Action => ({
  Put: { TableName, Item: { ...key(PK), ...more }, ...options },
});
const update = (PK: string, UpdateExpression: string, options: object = {}): Action => ({
  Update: { TableName, Key: key(PK), UpdateExpression, ...options },
});
const remove = (PK: string, options: object = {}): Action => ({
  Delete: { TableName, Key: key(PK), ...options },
});
const check = (PK: string, ConditionExpression: string, options: object = {}): Action => ({
  ConditionCheck: { TableName, Key: key(PK), ConditionExpression, ...options },
});
const values = (ExpressionAttributeValues: object) => ({ ExpressionAttributeValues });
const ABSENT = 'attribute_not_exists(PK)';
const PRESENT = 'attribute_exists(PK)';
const ifAbsent = { ConditionExpression: ABSENT };
const ifPresent = { ConditionExpression: PRESENT };
const returned = { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' };
const TOO_LARGE = { text: 'x'.repeat(410_000) };

interface Emulator {
  name: string;
  start: () => Promise<Database>;
}

async function startOnDisk(): Promise<Database> {
  const folder = await mkdtemp(join(tmpdir(), 'event-budget-'));
  const { endpoint, stop } = await startDatabase(folder);
  return { endpoint, stop: async () => stop().then(() => rm(folder, { recursive: true })) };
}

const running = (endpoint = ''): Database => ({ endpoint, stop: async () => undefined });

const emulators: Emulator[] = [
  { name: 'dynalite', start: () => startDatabase() },
  { name: 'dynalite on disk', start: startOnDisk },
  ...(dynoxideIsInstalled ? [{ name: 'dynoxide', start: startDynoxide }] : []),
  ...(dynamoDbLocal ? [{ name: 'DynamoDB Local', start: async () => running(dynamoDbLocal) }] : []),
];

describe.each(emulators)('a transaction on $name', ({ name, start }) => {
  const isDynalite = name.startsWith('dynalite');
  const isDynoxide = name === 'dynoxide';
  const isDynamoDbLocal = name === 'DynamoDB Local';
  let database: Database;
  let client: DynamoDBDocumentClient;

  beforeAll(async () => {
    database = await start();
    await newTable(database.endpoint, TableName, tableDefinition);
    client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: database.endpoint, maxAttempts: 1 }));
  });
  afterAll(async () => {
    client.destroy();
    await database.stop();
  });

  /** Of this test alone, with `old` in it. */
  let partition = 0;
  const own = (text: string) => `${partition}-${text}`;
  beforeEach(async () => {
    partition += 1;
    await store(own('old'), { n: 1, map: { a: 'a', b: 'b' } });
  });

  const transact = (TransactItems: Action[], more: Partial<TransactWriteCommandInput> = {}) =>
    client.send(new TransactWriteCommand({ TransactItems, ...more }));
  const rejection = (TransactItems: Action[], more: Partial<TransactWriteCommandInput> = {}) =>
    transact(TransactItems, more).then(
      () => 'done',
      (error: unknown) => error,
    );
  const store = (PK: string, more: object = {}) =>
    client.send(new PutCommand({ TableName, Item: { ...key(PK), ...more } }));
  const stored = async (PK: string) => {
    const { Item } = await client.send(new GetCommand({ TableName, Key: key(PK), ConsistentRead: true }));
    return Item;
  };
  const indexed = async (PK: string) => {
    const KeyConditionExpression = 'PK = :partition';
    const { Items } = await client.send(
      new QueryCommand({
        ...{ TableName, IndexName: 'heads', KeyConditionExpression, ConsistentRead: true },
        ...values({ ':partition': PK }),
      }),
    );
    return Items;
  };

  describe('with conditions that hold', () => {
    it('puts, updates, deletes and checks', async () => {
      await store(own('gone'));
      const answer = await transact([
        put(own('new'), { text: 'a' }, ifAbsent),
        update(own('old'), 'SET n = n + :one', { ...ifPresent, ...values({ ':one': 1 }) }),
        remove(own('gone'), ifPresent),
        check(own('absent'), ABSENT),
      ]);
      expect(answer).not.toHaveProperty('ConsumedCapacity');
      expect(await stored(own('new'))).toEqual({ ...key(own('new')), text: 'a' });
      expect(await stored(own('old'))).toMatchObject({ n: 2 });
      expect(await stored(own('gone'))).toBeUndefined();
      expect(await stored(own('absent'))).toBeUndefined();
    });

    it('leaves what it only checks, and deletes or makes an item that is not there', async () => {
      await transact([
        check(own('old'), PRESENT),
        remove(own('absent')),
        update(own('new'), 'SET n = :one', values({ ':one': 1 })),
      ]);
      expect(await stored(own('old'))).toMatchObject({ n: 1 });
      expect(await stored(own('new'))).toEqual({ ...key(own('new')), n: 1 });
    });

    it('sets, removes and keeps entries of a map', async () => {
      const expression =
        'SET #map.#c = if_not_exists(#map.#c, :c), #map.#a = if_not_exists(#map.#a, :c) REMOVE #map.#b';
      const ExpressionAttributeNames = { '#map': 'map', '#a': 'a', '#b': 'b', '#c': 'c' };
      await transact([
        update(own('old'), expression, { ExpressionAttributeNames, ...values({ ':c': 'c' }) }),
      ]);
      expect(await stored(own('old'))).toEqual({ ...key(own('old')), n: 1, map: { a: 'a', c: 'c' } });
    });

    it('takes 100 actions', async () => {
      const names = Array.from({ length: 100 }, (_, n) => own(`many-${n}`));
      await transact(names.map((name) => put(name, {}, ifAbsent)));
      const items = await Promise.all(names.map(stored));
      expect(items.filter(Boolean)).toHaveLength(100);
    });

    it('writes the index with the items', async () => {
      await transact([put(own('a'), { head_id: 1, head: 'a' }), put(own('b'), { head_id: 2, head: 'b' })]);
      expect(await indexed(own('a'))).toEqual([{ ...key(own('a')), head_id: 1, head: 'a' }]);
      await transact([
        update(own('a'), 'SET head = :head, head_id = :id', values({ ':head': 'c', ':id': 3 })),
        remove(own('b')),
      ]);
      expect(await indexed(own('a'))).toEqual([{ ...key(own('a')), head_id: 3, head: 'c' }]);
      expect(await indexed(own('b'))).toEqual([]);
      await transact([update(own('a'), 'REMOVE head_id')]);
      expect(await indexed(own('a'))).toEqual([]);
      expect(await stored(own('a'))).toEqual({ ...key(own('a')), head: 'c' });
    });
  });

  describe('that is cancelled', () => {
    it('writes nothing, not even to the index', async () => {
      const error = await rejection([
        put(own('new'), { head_id: 1, head: 'a' }),
        update(own('old'), 'SET n = :two', values({ ':two': 2 })),
        remove(own('absent'), ifPresent),
      ]);
      expect(error).toMatchObject({
        name: 'TransactionCanceledException',
        $metadata: { httpStatusCode: 400 },
        message: expect.stringContaining(
          'Transaction cancelled, please refer cancellation reasons for specific reasons [None, None, ConditionalCheckFailed]',
        ),
      });
      expect(await stored(own('new'))).toBeUndefined();
      expect(await indexed(own('new'))).toEqual([]);
      expect(await stored(own('old'))).toMatchObject({ n: 1 });
    });

    it('tells the reason of each action in order, with the items that were asked for', async () => {
      const error = await rejection([
        put(own('new')),
        put(own('old'), {}, { ...ifAbsent, ...returned }),
        check(own('absent'), PRESENT, returned),
        put(own('other'), {}, { ...ifAbsent, ...returned }),
        check(own('also absent'), PRESENT),
      ]);
      const Message = expect.stringContaining('The conditional request failed');
      const failed = { Code: 'ConditionalCheckFailed', Message };
      const Item = {
        ...{ PK: { S: own('old') }, SK: { S: 'x' }, n: { N: '1' } },
        map: { M: { a: { S: 'a' }, b: { S: 'b' } } },
      };
      expect(error).toMatchObject({
        CancellationReasons: [{ Code: 'None' }, { ...failed, Item }, failed, { Code: 'None' }, failed],
      });
      expect(error).not.toHaveProperty('CancellationReasons.2.Item');
    });

    it.each([
      [
        'an update',
        (name: string) =>
          update(name, 'SET n = :one', { ...ifAbsent, ...returned, ...values({ ':one': 2 }) }),
      ],
      ['a deletion', (name: string) => remove(name, { ...ifAbsent, ...returned })],
      ['a check', (name: string) => check(name, ABSENT, returned)],
    ])('returns the item of %s', async (_, action) => {
      const Item = expect.objectContaining({ n: { N: '1' } });
      expect(await rejection([action(own('old'))])).toMatchObject({ CancellationReasons: [{ Item }] });
    });

    /** What DynamoDB Local tells instead of the reasons, if one of them is a value or path that doesn't fit. */
    const invalid = (message: string, before: object[], after: object[] = []) =>
      isDynamoDbLocal
        ? { name: 'ValidationException', message }
        : { CancellationReasons: [...before, { Code: 'ValidationError', Message: message }, ...after] };

    it.each([
      [
        'a path that is not there',
        'SET absent.a = :one',
        'The document path provided in the update expression is invalid',
      ],
      [
        'an attribute that is not there',
        'SET n = absent + :one',
        'refers to an attribute that does not exist',
      ],
    ])('because of %s, which is no reason on DynamoDB Local', async (_, expression, message) => {
      const error = await rejection([put(own('new')), update(own('old'), expression, values({ ':one': 1 }))]);
      expect(error).toMatchObject(invalid(expect.stringContaining(message), [{ Code: 'None' }]));
      expect(await stored(own('new'))).toBeUndefined();
    });

    it('because of an update that makes an item too large, which is no reason on DynamoDB Local', async () => {
      const error = await rejection([
        put(own('old'), {}, ifAbsent),
        update(own('new'), 'SET #text = :text', {
          ExpressionAttributeNames: { '#text': 'text' },
          ...values({ ':text': TOO_LARGE.text }),
        }),
        put(own('other')),
      ]);
      const Message = 'Item size to update has exceeded the maximum allowed size';
      expect(error).toMatchObject(invalid(Message, [{ Code: 'ConditionalCheckFailed' }], [{ Code: 'None' }]));
      expect(await stored(own('other'))).toBeUndefined();
    });

    it.each([
      ['a key that lacks an attribute', { PK: 'a' }],
      ['a key of another type', { PK: 'a', SK: 1 }],
    ])('because of %s, which DynamoDB Local says in its own way', async (_, Key) => {
      const error = await rejection([put(own('new')), { Delete: { TableName, Key } }]);
      const Message = 'The provided key element does not match the schema';
      const reasons = { CancellationReasons: [{ Code: 'None' }, { Code: 'ValidationError', Message }] };
      expect(error).toMatchObject(isDynamoDbLocal ? { $metadata: { httpStatusCode: 400 } } : reasons);
      expect(await stored(own('new'))).toBeUndefined();
    });
  });

  describe('that is rejected', () => {
    it.each<[what: string, actions: () => Action[], message: string]>([
      ['no action', () => [], 'Member must have length greater than or equal to 1'],
      [
        '101 actions',
        () => Array.from({ length: 101 }, (_, n) => put(own(`many-${n}`))),
        'Member must have length less than or equal to 100',
      ],
      [
        'two actions on an item',
        () => [check(own('new'), ABSENT), put(own('new'))],
        'Transaction request cannot include multiple operations on one item',
      ],
      [
        'an item that is too large',
        () => [put(own('new')), put(own('large'), TOO_LARGE)],
        'Item size has exceeded the maximum allowed size',
      ],
    ])('because of %s', async (_, actions, message) => {
      expect(await rejection(actions())).toMatchObject({
        name: 'ValidationException',
        $metadata: { httpStatusCode: 400 },
        message: expect.stringContaining(message),
      });
      expect(await stored(own('new'))).toBeUndefined();
    });

    it('because of a table that is not there', async () => {
      const other = { Delete: { TableName: 'absent', Key: key('a') } };
      expect(await rejection([put(own('new')), other])).toMatchObject({ name: 'ResourceNotFoundException' });
      expect(await stored(own('new'))).toBeUndefined();
    });

    it('because of two operations in one action, which dynoxide takes', async () => {
      const error = await rejection([{ ...put(own('new')), ...remove(own('old')) }]);
      if (isDynoxide) expect(error).toBe('done');
      else expect(error).toMatchObject({ name: 'ValidationException' });
    });

    it('because of an action without an operation', async () => {
      expect(await rejection([put(own('new')), {}])).toMatchObject({ name: 'ValidationException' });
      expect(await stored(own('new'))).toBeUndefined();
    });
  });

  describe('with a token', () => {
    const increment = () => update(own('old'), 'SET n = n + :one', values({ ':one': 1 }));
    let token: { ClientRequestToken: string };
    beforeEach(() => {
      token = { ClientRequestToken: randomUUID() };
    });

    it('is done once, also when it is sent twice at once, and though its condition holds no more', async () => {
      for (let times = 0; times < 3; times += 1) await transact([increment()], token);
      expect(await stored(own('old'))).toMatchObject({ n: 2 });
      const next = { ClientRequestToken: randomUUID() };
      const once = [increment(), put(own('new'), {}, ifAbsent)];
      await Promise.all([transact(once, next), transact(once, next)]);
      expect(await rejection(once, next)).not.toBeInstanceOf(Error);
      expect(await stored(own('old'))).toMatchObject({ n: 3 });
    });

    it('is rejected with other content', async () => {
      await transact([increment()], token);
      expect(await rejection([increment(), put(own('new'))], token)).toMatchObject({
        name: 'IdempotentParameterMismatchException',
        $metadata: { httpStatusCode: 400 },
      });
      expect(await stored(own('new'))).toBeUndefined();
    });

    it('that was cancelled can be sent again, with other content too', async () => {
      expect(await rejection([put(own('old'), {}, ifAbsent)], token)).toBeInstanceOf(Error);
      expect(await rejection([put(own('old'), {}, ifAbsent)], token)).toMatchObject({
        name: 'TransactionCanceledException',
      });
      await transact([increment()], token);
      expect(await stored(own('old'))).toMatchObject({ n: 2 });
    });

    it('of 37 characters is rejected', async () => {
      expect(await rejection([increment()], { ClientRequestToken: 'x'.repeat(37) })).toMatchObject({
        message: expect.stringContaining('Member must have length less than or equal to 36'),
      });
    });
  });

  describe('tells its capacity', () => {
    const capacity = async (actions: Action[], ClientRequestToken?: string) => {
      const answer = await transact(actions, {
        ReturnConsumedCapacity: 'TOTAL',
        ...(ClientRequestToken && { ClientRequestToken }),
      });
      return answer.ConsumedCapacity;
    };
    const units = (number: number) => {
      const CapacityUnits = isDynamoDbLocal ? expect.any(Number) : number;
      return [{ TableName, CapacityUnits, WriteCapacityUnits: CapacityUnits }];
    };

    it('as twice the units of each action, and in DynamoDB Local others', async () => {
      const actions = [put(own('a')), remove(own('b')), check(own('absent'), ABSENT)];
      expect(await capacity(actions)).toEqual(units(6));
      expect(await capacity([put(own('large'), { text: 'x'.repeat(3000) })])).toEqual(units(6));
      expect(await capacity([remove(own('large'))])).toEqual(units(6));
    });

    it('as reads where it was done before', async () => {
      const actions = [put(own('a')), put(own('large'), { text: 'x'.repeat(5000) })];
      const token = randomUUID();
      await capacity(actions, token);
      expect(await capacity(actions, token)).toEqual([{ TableName, CapacityUnits: 6, ReadCapacityUnits: 6 }]);
    });

    it('with the units of the index, which dynalite does not count', async () => {
      expect(await capacity([put(own('a'), { head_id: 1 })])).toEqual(units(isDynalite ? 2 : 3));
    });
  });

  describe('beside others', () => {
    it('loses no increment of two items', async () => {
      await store(own('other'), { n: 1 });
      const increment = async (): Promise<void> => {
        const [a, b] = await Promise.all([stored(own('old')), stored(own('other'))]);
        const raise = (PK: string, n: unknown) =>
          update(PK, 'SET n = n + :one', {
            ConditionExpression: 'n = :n',
            ...values({ ':one': 1, ':n': n }),
          });
        const error = await rejection([raise(own('old'), a?.['n']), raise(own('other'), b?.['n'])]);
        if (error instanceof Error) {
          expect(error.name).toBe('TransactionCanceledException');
          await increment();
        }
      };
      await Promise.all(Array.from({ length: 20 }, increment));
      expect(await stored(own('old'))).toMatchObject({ n: 21 });
      expect(await stored(own('other'))).toMatchObject({ n: 21 });
    });

    it('waits for no other for ever, with the same items in opposite order', async () => {
      const names = ['a', 'b', 'c', 'd'].map(own);
      const increments = names.map((PK) => update(PK, 'ADD n :one', values({ ':one': 1 })));
      const orders = Array.from({ length: 20 }, (_, n) => (n % 2 ? increments : increments.toReversed()));
      await Promise.all(orders.map((actions) => transact(actions)));
      for (const PK of names) expect(await stored(PK)).toMatchObject({ n: 20 });
    });

    it('loses no write of one item at the same time', async () => {
      const single = () =>
        client.send(
          new UpdateCommand({
            ...{ TableName, Key: key(own('old')), UpdateExpression: 'ADD n :one' },
            ...values({ ':one': 1 }),
          }),
        );
      const increment = update(own('old'), 'ADD n :one', values({ ':one': 1 }));
      const writes = Array.from({ length: 20 }, (_, n) =>
        n % 2 ? single() : transact([increment, put(own(`other-${n}`))]),
      );
      await Promise.all(writes);
      expect(await stored(own('old'))).toMatchObject({ n: 21 });
    });
  });
});
