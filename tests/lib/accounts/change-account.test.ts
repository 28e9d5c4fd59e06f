import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Account, namesPart, sessionsPart } from '../../../lib/accounts/account.ts';
import { changeAccount, changeOwnAccount } from '../../../lib/accounts/change-account.ts';
import { createAccount, emailTaken, findAccountId, getAccount } from '../../../lib/accounts/repository.ts';
import { refreshToken } from '../../../lib/accounts/sessions.ts';
import { newSession } from '../../../lib/auth/session.ts';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { accountKey, emailKey, sessionPath } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { newAccount } from '../../support/account.ts';
import { answeringDatabase } from '../../support/proxied-database.ts';
import { putItem } from '../../support/table.ts';

const database = await answeringDatabase();

const one = newSession('one', '192.0.2.1');
const two = newSession('two', '192.0.2.1');

let ada: Account;
let caller: { accountId: string; sessionId: string };
beforeEach(async () => {
  ada = newAccount({ sessions: { [one.id]: one.session, [two.id]: two.session } });
  caller = { accountId: ada.account_id, sessionId: one.id };
  await createAccount(ada);
});

const stored = async () => getItem(accountKey(ada.account_id));
const gone = () => new Error('gone');
const change = (fields: Partial<Account>) =>
  changeAccount(ada, (account) => ({ ...account, ...fields }), gone);

describe('a change of an account', () => {
  it('sets what differs, and raises the version', async () => {
    const decide = (account: Account) => ({
      ...account,
      first_name: 'Grace',
      sessions: { [one.id]: one.session },
    });
    expect(await changeAccount(ada, decide, gone)).toBe(true);
    const { writes, ...others } = (await getAccount(ada.account_id)) ?? {};
    const { writes: before, ...same } = ada;
    expect(others).toEqual({ ...same, first_name: 'Grace', sessions: { [one.id]: one.session }, version: 2 });
    expect(writes?.slice(1)).toEqual(before.slice(1));
    expect(writes?.[0]).not.toBe(before[0]);
  });

  it('writes nothing if it is not needed', async () => {
    const before = await stored();
    expect(await changeAccount(ada, (account) => account, gone)).toBe(false);
    expect(await stored()).toEqual(before);
  });

  it('keeps what a newer version of the service stores, and what a refresh has written since', async () => {
    const update = new Update(accountKey(ada.account_id)).set(['added'], { later: true });
    await send(update.set([...sessionPath(two.id), 'd'], one.session.d + 1));
    await change({ sessions: { ...ada.sessions, [one.id]: { ...one.session, u: 'other' } }, tokens: {} });
    expect(await stored()).toMatchObject({
      added: { later: true },
      sessions: { [one.id]: { u: 'other' }, [two.id]: { d: one.session.d + 1 } },
    });
  });

  it('is decided again on a newer account, done once if its answer is lost, and not by a late attempt', async () => {
    database.let(['lose']);
    await change({ first_name: 'Grace' });
    await change({ last_name: 'Hopper' });
    expect(await stored()).toMatchObject({ first_name: 'Grace', last_name: 'Hopper', version: 3 });
    database.let(['drop']);
    await changeOwnAccount(caller, namesPart, (account) => ({ ...account, first_name: 'Ada' }));
    const [late] = database.writes();
    expect((await late?.execute())?.text).toContain('ConditionalCheckFailed');
    expect(await stored()).toMatchObject({ first_name: 'Ada', version: 4 });
  });

  it('is rejected if the account was removed or is being deleted, whatever was read before', async () => {
    await change({ leaving: Date.now() });
    await expect(change({ first_name: 'Grace' })).rejects.toEqual(gone());
    await expect(changeAccount(newAccount(), (account) => ({ ...account }), gone)).rejects.toEqual(gone());
  });
});

describe('a change of the caller’s account', () => {
  it('sees only its part', async () => {
    const seen: string[][] = [];
    for (const part of [sessionsPart, namesPart]) {
      await changeOwnAccount(caller, part, (account) => {
        seen.push(Object.keys(account).sort());
        return account;
      });
    }
    const least = ['sessions', 'tokens', 'version', 'writes'];
    expect(seen).toEqual([least, ['first_name', 'last_name', ...least]]);
  });

  it('needs the caller’s session', async () => {
    const decide = vi.fn((account) => account);
    const other = { ...caller, sessionId: 'another' };
    await expect(changeOwnAccount(other, sessionsPart, decide)).rejects.toThrow('unauthorized');
    const nobody = { ...caller, accountId: randomUUID() };
    await expect(changeOwnAccount(nobody, sessionsPart, decide)).rejects.toThrow('unauthorized');
    expect(decide).not.toHaveBeenCalled();
  });
});

describe('the pointer of an address', () => {
  let email: string;
  beforeEach(() => {
    email = `${randomUUID()}@example.com`;
  });

  it('follows when the account gets another one, and goes when it is being deleted', async () => {
    await change({ email });
    expect([await findAccountId(email), await findAccountId(ada.email)]).toEqual([ada.account_id, undefined]);
    await changeAccount({ ...ada, email }, (account) => ({ ...account, leaving: Date.now() }), gone);
    expect(await findAccountId(email)).toBeUndefined();
  });

  it('stays with another account', async () => {
    await createAccount(newAccount({ account_id: 'another', email }));
    const before = await stored();
    await expect(change({ email })).rejects.toEqual(emailTaken());
    expect([await findAccountId(email), await stored()]).toEqual(['another', before]);
  });

  // After a restore from a backup.
  it.each([{ email: 'new@example.com' }, { leaving: 1 }])(
    'that is another account’s by now stays with it, and the account changes: %j',
    async (fields) => {
      await putItem(emailKey(ada.email), { account_id: 'another' });
      await change(fields);
      expect(await findAccountId(ada.email)).toBe('another');
      expect(await stored()).toMatchObject(fields);
    },
  );

  it('may be missing', async () => {
    const grace = newAccount();
    await putItem(accountKey(grace.account_id), grace);
    expect(await changeAccount(grace, (account) => ({ ...account, email }), gone)).toBe(true);
    expect(await findAccountId(email)).toBe(grace.account_id);
  });
});

describe('a refresh', () => {
  it('notes the day and leaves the version, so that it is in nobody’s way', async () => {
    const session = { ...one.session, d: one.session.d - 1 };
    await send(new Update(accountKey(ada.account_id)).set(sessionPath(one.id), session));
    await refreshToken(caller);
    expect(await stored()).toMatchObject({
      sessions: { [one.id]: one.session },
      version: 1,
      writes: ada.writes,
    });
  });

  it('of a session that has ended is rejected', async () => {
    await refreshToken(caller);
    await send(new Update(accountKey(ada.account_id)).remove(sessionPath(one.id)));
    await expect(refreshToken(caller)).rejects.toThrow('unauthorized');
  });
});
