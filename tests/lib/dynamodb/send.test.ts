import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runCall } from '../../../lib/aws/call.ts';
import { Check, Delete, equals, exists, isAbsent, Put, Update } from '../../../lib/dynamodb/changes.ts';
import { type Attributes, getItem } from '../../../lib/dynamodb/items.ts';
import { FailedConditions, MAX_ROUNDS, send } from '../../../lib/dynamodb/send.ts';
import {
  accountFull,
  DatabaseUnavailableError,
  eventTooLarge,
  Rejection,
  UnavailableError,
} from '../../../lib/errors.ts';
import {
  CONFLICT,
  canceled,
  errorOf,
  FAILED,
  IN_PROGRESS,
  THROTTLED,
  THROUGHPUT_EXCEEDED,
  UNAVAILABLE,
} from '../../support/database-errors.ts';
import { answeringDatabase, type Fate } from '../../support/proxied-database.ts';
import { putItem } from '../../support/table.ts';

vi.hoisted(() => {
  // After it, an attempt is sent again.
  process.env['DATABASE_TIMEOUT_MS'] = '2000';
});

const database = await answeringDatabase();
beforeEach(() => {
  // No pauses between rounds.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

let keys = 0;
const newKey = () => ({ PK: `SEND#${++keys}`, SK: 'TEST' });

async function newItem(attributes: Attributes = {}) {
  const key = newKey();
  await putItem(key, { count: 0, ...attributes });
  return key;
}

/** Sends changes that must not be possible. */
async function failedConditionsOf(...changes: Parameters<typeof send>): Promise<FailedConditions> {
  const failure = await send(...changes);
  if (!(failure instanceof FailedConditions)) throw new Error('The changes were made');
  return failure;
}

const authorization = Promise.resolve();

/** Counts what is sent again because of other writes, as the log of a call does. */
async function counted<Result>(work: () => Promise<Result>) {
  const { signal } = new AbortController();
  let conflicts = 0;
  const onWriteConflict = () => {
    conflicts += 1;
  };
  const [outcome] = await Promise.allSettled([runCall({ signal, onWriteConflict, authorization }, work)]);
  return { outcome, conflicts };
}

/** What counts how often it is made. */
const count = (key: ReturnType<typeof newKey>) =>
  new Update(key).increase(['count'], 1).require(exists(['PK']));

describe('several changes', () => {
  it('are all made', async () => {
    const [changed, deleted, put, checked] = [await newItem(), await newItem(), newKey(), await newItem()];
    const outcome = await send(
      count(changed),
      new Delete(deleted),
      new Put(put, { one: 1 }).require(isAbsent(['PK'])),
      new Check(checked).require(equals(['count'], 0)),
    );
    expect(outcome).toBeUndefined();
    expect(await Promise.all([changed, deleted, put, checked].map((key) => getItem(key)))).toEqual([
      { ...changed, count: 1 },
      undefined,
      { ...put, one: 1 },
      { ...checked, count: 0 },
    ]);
  });

  it.each([0, 1, 2, 3])(
    'are not made at all if number %d fails, which is told with its item',
    async (place) => {
      const keys = [await newItem(), await newItem(), await newItem(), await newItem()] as const;
      const changes = [
        count(keys[0]),
        new Put(keys[1], { count: 9 }),
        new Delete(keys[2]),
        new Check(keys[3]),
      ] as const;
      for (const [n, change] of changes.entries()) change.require(equals(['count'], n === place ? 7 : 0));
      const failure = await failedConditionsOf(...changes);
      expect(changes.map((change) => [failure.includes(change), failure.itemOf(change)])).toEqual(
        keys.map((key, n) => (n === place ? [true, { ...key, count: 0 }] : [false, undefined])),
      );
      for (const key of keys) expect(await getItem(key)).toEqual({ ...key, count: 0 });
    },
  );

  it('may fail because an item is missing', async () => {
    const update = count(newKey());
    const failure = await failedConditionsOf(update, new Put(newKey(), {}));
    expect([failure.includes(update), failure.itemOf(update)]).toEqual([true, undefined]);
  });

  it('without a condition never fail because there is no item', async () => {
    expect(await send(count(await newItem()), new Delete(newKey()))).toBeUndefined();
  });

  it('tell the rejection of the first of those that are asked for', async () => {
    const gone = () => new Rejection('not_found');
    const taken = () => new Rejection('conflict', { field: 'name', problem: 'taken: has been taken' });
    const [key, other] = [await newItem(), await newItem()];
    const update = new Update(key).require(isAbsent(['count']), gone).set(['one'], 1);
    const put = new Put(other, {}).require(isAbsent(['PK']), taken).require(isAbsent(['SK']));
    const check = new Check(await newItem()).require(exists(['PK']), gone);
    const failure = await failedConditionsOf(update, put, check);
    expect(failure.rejectionOf(check, put, update)).toMatchObject({ reason: 'conflict' });
    expect(failure.rejectionOf(update, put)).toMatchObject({ reason: 'not_found' });
    expect(failure.rejectionOf(check)).toBeUndefined();
  });

  it('have a token of their own each time', async () => {
    const [one, other] = [count(await newItem()), count(await newItem())];
    database.let([]);
    await send(one, other);
    await send(one, other);
    const tokens = database.writes().map(({ token }) => token);
    expect(tokens).toEqual([expect.any(String), expect.any(String)]);
    expect(tokens[0]).not.toBe(tokens[1]);
    expect(await getItem(one.key)).toMatchObject({ count: 2 });
  });
});

/** In the service, only an event becomes so large. */
describe('an item that is too large', () => {
  const large = { text: 'x'.repeat(410_000) };
  const half = { text: 'x'.repeat(210_000) };
  const other = () => new Put(newKey(), {});
  const grown = async () => new Update(await newItem(half)).set(['more'], half);

  it.each<[string, () => Promise<unknown>]>([
    ['put alone', () => send(new Put(newKey(), large))],
    ['put in a transaction', () => send(new Put(newKey(), large), other())],
    ['put last in a transaction', () => send(other(), new Put(newKey(), large))],
    ['updated alone', async () => send(await grown())],
    ['updated in a transaction', async () => send(await grown(), other())],
  ])('is the same conflict, %s', async (_, sending) => {
    await expect(sending()).rejects.toEqual(eventTooLarge());
  });

  const PUT = 'Item size has exceeded the maximum allowed size';
  const UPDATED = 'Item size to update has exceeded the maximum allowed size';
  it.each([PUT, UPDATED])('is known by what DynamoDB says: %s', async (message) => {
    database.let([errorOf('ValidationException', message)]);
    await expect(send(other())).rejects.toEqual(eventTooLarge());
    database.let([canceled('None', { Code: 'ValidationError', Message: message })]);
    await expect(send(other(), other())).rejects.toEqual(eventTooLarge());
  });

  it('is no other invalid request', async () => {
    const message = 'The document path provided in the update expression is invalid for update';
    database.let([errorOf('ValidationException', message)]);
    await expect(send(other())).rejects.toMatchObject({ name: 'ValidationException' });
    database.let([canceled('None', { Code: 'ValidationError', Message: message })]);
    await expect(send(other(), other())).rejects.toMatchObject({ name: 'TransactionCanceledException' });
  });

  it.each<[string, Fate[]]>([
    ['of the same round', ['drop']],
    ['of an earlier round', ['drop', 'meet']],
  ])('is told as unavailable after an attempt %s that may be done yet', async (_, fates) => {
    database.let([...fates, errorOf('ValidationException', UPDATED)]);
    await expect(send(other())).rejects.toThrow(UnavailableError);
    database.let([...fates, canceled('None', { Code: 'ValidationError', Message: UPDATED })]);
    await expect(send(other(), other())).rejects.toThrow(UnavailableError);
    database.let([THROTTLED, 'meet', errorOf('ValidationException', UPDATED)]);
    await expect(send(other())).rejects.toEqual(eventTooLarge());
  });

  it('is told after what the items don’t meet', async () => {
    const update = new Update(newKey()).require(exists(['PK'])).set(['one'], 1);
    database.let([canceled('ConditionalCheckFailed', { Code: 'ValidationError', Message: PUT })]);
    expect((await failedConditionsOf(update, other())).includes(update)).toBe(true);
  });
});

it('a partition that is full is the same conflict, alone and in a transaction', async () => {
  const put = () => new Put(newKey(), {});
  database.let([errorOf('ItemCollectionSizeLimitExceededException', 'Collection size exceeded.')]);
  await expect(send(put())).rejects.toEqual(accountFull());
  database.let([canceled('None', 'ItemCollectionSizeLimitExceeded')]);
  await expect(send(put(), put())).rejects.toEqual(accountFull());
});

/** Answers that say that other writes are in the way. */
const conflicts: [name: string, isAlone: boolean, answer: Fate][] = [
  ['a write of one item that meets a transaction', true, CONFLICT],
  ['a transaction that meets another write', false, canceled('TransactionConflict', 'None')],
  ['a transaction that is throttled', false, canceled('None', 'ThrottlingError')],
  ['a transaction without capacity', false, canceled('ProvisionedThroughputExceeded', 'None')],
  [
    'a transaction that meets another write, and an item that does not meet it',
    false,
    canceled('ConditionalCheckFailed', 'TransactionConflict'),
  ],
  [
    'a transaction that is throttled, with an item that is too large',
    false,
    canceled('ThrottlingError', { Code: 'ValidationError', Message: 'Item size has exceeded' }),
  ],
];

describe.each(conflicts)('%s', (_, isAlone, answer) => {
  /** Sends a change that counts, alone or with another one. */
  const sendCount = (key: ReturnType<typeof newKey>, more = count(key)) =>
    isAlone ? send(more) : send(more, new Put(newKey(), {}));

  it('is sent again as it is, and done once', async () => {
    const key = await newItem();
    database.let([answer, answer, answer]);
    const { outcome, conflicts } = await counted(() => sendCount(key));
    expect(outcome.status).toBe('fulfilled');
    expect(await getItem(key)).toEqual({ ...key, count: 1 });
    expect(conflicts).toBe(3);
    const bodies = database.writes().map(({ body }) => body);
    expect([bodies.length, new Set(bodies).size]).toEqual([4, 1]);
    expect(database.writes().every(({ token }) => (token === undefined) === isAlone)).toBe(true);
  });

  it('was not done, so a condition that fails then is no sign of an earlier attempt', async () => {
    const key = await newItem();
    const update = count(key).require(equals(['count'], 7));
    database.let([answer, answer]);
    const failure = await sendCount(key, update);
    expect(failure).toMatchObject({ isResent: false });
    expect(failure instanceof FailedConditions && failure.itemOf(update)).toEqual({ ...key, count: 0 });
  });

  it('is not sent again once the call has ended', async () => {
    const key = await newItem();
    const controller = new AbortController();
    database.let([], { further: answer });
    const onWriteConflict = () => controller.abort();
    const sending = runCall({ signal: controller.signal, onWriteConflict, authorization }, () =>
      sendCount(key),
    );
    await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
    expect(database.writes()).toHaveLength(1);
    expect(await getItem(key)).toEqual({ ...key, count: 0 });
  });
});

it.each<[string, Fate, ...Put[]]>([
  ['a write of one item', CONFLICT],
  ['a transaction', canceled('TransactionConflict', 'None'), new Put(newKey(), {})],
])(
  `%s that meets others in ${MAX_ROUNDS} rounds is given up, with nothing done`,
  async (_, answer, ...more) => {
    const key = await newItem();
    database.let([], { further: answer });
    const { outcome, conflicts } = await counted(() => send(count(key), ...more));
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DatabaseUnavailableError) });
    expect([database.writes().length, conflicts]).toEqual([MAX_ROUNDS, MAX_ROUNDS - 1]);
    expect(await getItem(key)).toEqual({ ...key, count: 0 });
  },
);

it('a call that ends while a write waits does not wait on', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.99);
  const controller = new AbortController();
  let rounds = 0;
  let ended = Number.POSITIVE_INFINITY;
  const onWriteConflict = () => {
    rounds += 1;
    if (rounds < 4) return;
    ended = performance.now();
    controller.abort();
  };
  const update = count(await newItem());
  database.let([], { further: 'meet' });
  const sending = runCall({ signal: controller.signal, onWriteConflict, authorization }, () => send(update));
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' });
  // The fourth pause takes 396 ms.
  expect(performance.now() - ended).toBeLessThan(300);
  expect(database.writes()).toHaveLength(4);
});

it('a transaction that is cancelled for its items alone is not sent again', async () => {
  database.let([]);
  const { conflicts } = await counted(() => failedConditionsOf(count(newKey()), new Put(newKey(), {})));
  expect([database.writes().length, conflicts]).toEqual([1, 0]);
});

/** The condition of the last attempt fails. */
describe.each<[name: string, fates: Fate[], isResent: boolean]>([
  ['a broken connection', ['drop'], true],
  ['an answer that was lost', ['lose'], true],
  ['an internal error of DynamoDB', [FAILED], true],
  ['an unavailable DynamoDB', [UNAVAILABLE], true],
  ['throttling', [THROTTLED], false],
  ['throughput that is exceeded', [THROUGHPUT_EXCEEDED], false],
  ['throttling and a broken connection', [THROTTLED, 'drop'], true],
  ['a broken connection and throttling', ['drop', THROTTLED], true],
])('after %s', (_, fates, isResent) => {
  it(`a write counts as ${isResent ? '' : 'not '}resent, alone and in a transaction`, async () => {
    for (const more of [[], [new Put(newKey(), {})]]) {
      const update = count(await newItem()).require(equals(['count'], 7));
      database.let(fates);
      expect((await failedConditionsOf(update, ...more)).isResent).toBe(isResent);
      expect(database.writes()).toHaveLength(1 + fates.length);
    }
  });
});

it('after a timeout, a write counts as resent', async () => {
  const update = count(await newItem()).require(equals(['count'], 7));
  database.let(['hang']);
  expect((await failedConditionsOf(update)).isResent).toBe(true);
  expect(database.writes()).toHaveLength(2);
});

describe('what was resent', () => {
  it('is remembered while other writes are in the way', async () => {
    const update = count(await newItem()).require(equals(['count'], 7));
    database.let(['drop', CONFLICT, CONFLICT]);
    expect((await failedConditionsOf(update)).isResent).toBe(true);
    const put = new Put(newKey(), {});
    database.let(['drop', canceled('TransactionConflict', 'None')]);
    expect((await failedConditionsOf(update, put)).isResent).toBe(true);
  });

  it('is not carried over to the next changes', async () => {
    const update = () => count(newKey());
    database.let(['drop']);
    expect((await failedConditionsOf(update())).isResent).toBe(true);
    expect((await failedConditionsOf(update())).isResent).toBe(false);
  });
});

describe('a transaction whose answer is lost', () => {
  it('is done once, even if it is still in progress when it is sent again', async () => {
    for (const fates of [['lose'], ['lose', IN_PROGRESS]] as Fate[][]) {
      const key = await newItem();
      database.let(fates);
      expect(await send(count(key), new Put(newKey(), {}))).toBeUndefined();
      expect(await getItem(key)).toEqual({ ...key, count: 1 });
      const tokens = database.writes().map(({ token }) => token);
      expect([tokens.length, new Set(tokens).size]).toEqual([1 + fates.length, 1]);
    }
  });
});

it.each<[string, Fate]>([
  ['throttles', THROTTLED],
  ['fails', FAILED],
  ['closes connections', 'drop'],
])('a database that %s is unavailable after three attempts', async (_, fate) => {
  const key = await newItem();
  database.let([], { further: fate });
  await expect(send(count(key))).rejects.toThrow(DatabaseUnavailableError);
  await expect(send(count(key), new Put(newKey(), {}))).rejects.toThrow(DatabaseUnavailableError);
  expect(database.writes()).toHaveLength(6);
  expect(await getItem(key)).toEqual({ ...key, count: 0 });
});
