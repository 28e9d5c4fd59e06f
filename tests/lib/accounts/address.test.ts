import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { emailTaken, findAccountId, freeAddress, takeAddress } from '../../../lib/accounts/repository.ts';
import { emailKey } from '../../../lib/dynamodb/keys.ts';
import { FailedConditions, send } from '../../../lib/dynamodb/send.ts';
import { tableContent } from '../../support/table-content.ts';

let email: string;
let someone: string;
beforeEach(() => {
  [email, someone] = [`${randomUUID()}@example.com`, randomUUID()];
});

const isDone = async (change: Parameters<typeof send>[0]) =>
  !((await send(change)) instanceof FailedConditions);
/** Points from the address to an account. Returns the name of the error if it can't. */
async function point(accountId: string): Promise<string> {
  const pointer = takeAddress(email, accountId);
  const outcome = await send(pointer);
  if (!(outcome instanceof FailedConditions)) return 'done';
  expect(pointer.rejection?.()).toEqual(emailTaken());
  return 'taken';
}

describe('the pointer of an e-mail address', () => {
  it('leads to the account that has it', async () => {
    expect(await findAccountId(email)).toBeUndefined();
    expect(await point(someone)).toBe('done');
    expect(await findAccountId(email)).toBe(someone);
    const key = emailKey(email);
    expect(await tableContent()).toHaveProperty([`${key.PK} ${key.SK}`], { ...key, account_id: someone });
  });

  it('is never taken from the account that has it, and not given to it twice', async () => {
    await point(someone);
    expect(await point(randomUUID())).toBe('taken');
    expect(await point(someone)).toBe('taken');
    expect(await findAccountId(email)).toBe(someone);
  });

  it('is given to one of 10 accounts at once', async () => {
    const ids = Array.from({ length: 10 }, () => randomUUID());
    const outcomes = await Promise.all(ids.map(point));
    expect(outcomes.toSorted()).toEqual(['done', ...Array<string>(9).fill('taken')]);
    expect(await findAccountId(email)).toBe(ids[outcomes.indexOf('done')]);
  });

  it('goes only if it is that of the account, and may be given again then', async () => {
    await point(someone);
    expect(await isDone(freeAddress(email, randomUUID()))).toBe(false);
    expect(await findAccountId(email)).toBe(someone);
    expect(await isDone(freeAddress(email, someone))).toBe(true);
    expect(await findAccountId(email)).toBeUndefined();
    expect(await point(randomUUID())).toBe('done');
  });

  // Such as after a restore from a backup.
  it('may be gone already', async () => {
    expect(await isDone(freeAddress(email, someone))).toBe(true);
  });
});
