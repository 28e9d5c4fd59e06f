import { expect, it } from 'vitest';
import { exportAccount } from '../../build/account.ts';
import { getItem } from '../../lib/dynamodb/items.ts';
import { accountKey, emailKey } from '../../lib/dynamodb/keys.ts';
import { endAccount } from '../../lib/erasure/delete-account.ts';
import { newVerifiedClient, sharedClients } from '../support/client.ts';
import { erase } from '../support/erase.ts';
import { accountIdOf } from '../support/sharing.ts';

it('an operator exports what the person would get', async () => {
  const { owner } = await sharedClients();
  const { body } = await owner.exportAccount();
  const [page, ...more] = await exportAccount(accountIdOf(owner.token));
  const notCurrent = (session: object) => ({ ...session, current: false });
  expect(more).toEqual([]);
  const { sessions, ...others } = Object(body.data);
  expect(JSON.parse(JSON.stringify(page))).toEqual({ ...others, sessions: sessions.map(notCurrent) });
});

it('an operator deletes an account, which accountErase then erases, and no other one', async () => {
  const [gone, kept] = [await newVerifiedClient(), await newVerifiedClient()];
  const id = accountIdOf(gone.token);
  expect(await endAccount(id)).toBe(true);
  const marked = await getItem(accountKey(id));
  expect(marked).toMatchObject({ first_name: '', password_hash: '' });
  expect(await endAccount(id)).toBe(true);
  expect(await getItem(accountKey(id))).toEqual(marked);
  expect((await gone.list()).status).toBe(401);
  expect(await getItem(emailKey(gone.email))).toBeUndefined();
  expect(await erase(id)).toBe('erased');
  expect(await getItem(accountKey(id))).toBeUndefined();
  expect((await kept.list()).status).toBe(200);
});

it('knows that there is no such account', async () => {
  const id = '5bf52c42-617d-4fcd-b00f-7b9d735a43b4';
  expect([await exportAccount(id), await endAccount(id)]).toEqual([[], false]);
});
