import { beforeEach, describe, expect, it } from 'vitest';
import { idempotencyRecordKey } from '../../../lib/dynamodb/keys.ts';
import { eraseAccount } from '../../../lib/erasure/erase-account.ts';
import { call } from '../../support/call.ts';
import { THROUGHPUT_EXCEEDED } from '../../support/database-errors.ts';
import { erase } from '../../support/erase.ts';
import { answeringDatabase } from '../../support/proxied-database.ts';
import { endpoints, newEvent } from '../../support/service.ts';
import { accountIdOf, newVerified, share } from '../../support/sharing.ts';
import { putItem } from '../../support/table.ts';
import { wholeTable } from '../../support/whole-table.ts';

const table = wholeTable();
const database = await answeringDatabase();

let ada: Awaited<ReturnType<typeof newVerified>>;
let id: string;
beforeEach(async () => {
  ada = await newVerified();
  id = accountIdOf(ada.token);
});

const leave = async () => {
  const body = { password: ada.password };
  expect((await call(endpoints.deleteAccount.handler, { token: ada.token, body })).status).toBe(200);
};

/** The keys of what is left of the person. */
const left = async () =>
  (await table.items())
    .filter((item) => [id, ada.email].some((text) => JSON.stringify(item).includes(text)))
    .map(({ PK, SK }) => `${PK} ${SK}`.replace(/\d{16}$/, ''))
    .sort();

it('more than a partition takes at once is erased in the end', async () => {
  await table.addEvents(id, 25);
  await leave();
  let writes = 0;
  const further = () => (++writes % 4 === 0 ? 'pass' : THROUGHPUT_EXCEEDED);
  database.let([], { of: /"EVENT#/, further });
  let pauses = 0;
  const wait = async () => {
    pauses += 1;
  };
  expect(await eraseAccount(id, { settleMs: 0, wait })).toBe('erased');
  expect(pauses).toBeGreaterThan(1);
  expect(await left()).toEqual([]);
});

describe('a stranger whose partition is busy', () => {
  let stranger: Awaited<ReturnType<typeof newVerified>>;
  beforeEach(async () => {
    stranger = await newVerified();
    const { token } = stranger;
    await share(token, await newEvent(token), ada.token, 'editor');
    const path = { event_id: (await newEvent(token)).id };
    const body = { email: ada.email, role: 'viewer' };
    expect((await call(endpoints.inviteMember.handler, { token, path, body })).status).toBe(201);
    await newEvent(ada.token);
    await putItem(idempotencyRecordKey(id, 'a-hash'), { expires_at: 2 ** 31 });
  });

  /** The events of the stranger, and what is in their way. */
  const kept = () => {
    const theirs = `ACCOUNT#${accountIdOf(stranger.token)} EVENT#`;
    return [
      theirs,
      theirs,
      `ACCOUNT#${id} SHARED#`,
      `EMAIL#${ada.email} INVITATION#`,
      `PERSON#${id} ACCOUNT`,
    ];
  };

  it.each(['meet', THROUGHPUT_EXCEEDED] as const)('keeps nothing of one’s own (%j)', async (further) => {
    await leave();
    database.let([], { of: new RegExp(accountIdOf(stranger.token)), further });
    let isBlocked = true;
    const waits: number[] = [];
    const wait = async (milliseconds: number) => waits.push(milliseconds);
    const hasTime = () => {
      // Until it has come back to what it skipped.
      isBlocked &&= waits.length < 4;
      return isBlocked;
    };
    expect(await eraseAccount(id, { settleMs: 0, wait, hasTime })).toBe('unfinished');
    expect(await left()).toEqual(kept().sort());
    const [account] = (await table.items()).filter(({ PK }) => PK === `PERSON#${id}`);
    const erased = { first_name: '', last_name: '', password_hash: '', sessions: {}, tokens: {} };
    expect(account).toMatchObject(erased);
    database.let([]);
    expect(await erase(id)).toBe('erased');
    expect(await left()).toEqual([]);
  });
});
