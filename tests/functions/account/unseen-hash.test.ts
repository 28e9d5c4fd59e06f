import { inspect } from 'node:util';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { getAccount } from '../../../lib/accounts/repository.ts';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { documentClient } from '../../../lib/dynamodb/items.ts';
import { accountKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { call, type Outcome } from '../../support/call.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { endpoints, newAccessToken, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';

const { logout, endSession, updateAccount, endToken } = endpoints;

const gate = await gateToDatabase();

/** What the database has responded. */
let responses: string[] = [];
documentClient().middlewareStack.add(
  (next) => (command) =>
    next(command).then(
      (result) => {
        responses.push(inspect(result.output, { depth: null }));
        return result;
      },
      (error) => {
        responses.push(inspect(error, { depth: null }));
        throw error;
      },
    ),
  { step: 'finalizeRequest', name: 'responses' },
);

it.each<[name: string, change: (token: string) => Promise<Outcome>]>([
  ['a logout', (token) => call(logout.handler, { token })],
  ['a logout everywhere', (token) => call(logout.handler, { token, body: { everywhere: true } })],
  [
    'the end of a session',
    (token) => call(endSession.handler, { token, path: { id: String(decodeJwt(token)['sid']) } }),
  ],
  [
    'the end of an access token',
    async (token) => {
      const { tokens = {} } = (await getAccount(accountIdOf(token))) ?? {};
      const [id = ''] = Object.keys(tokens);
      responses = [];
      return call(endToken.handler, { token, path: { id } });
    },
  ],
  ['a change of the names', (token) => call(updateAccount.handler, { token, body: { first_name: 'Grace' } })],
])('%s does not see the password hash, also if another change was faster', async (_, change) => {
  const token = await newToken();
  await newAccessToken(token);
  const key = accountKey(accountIdOf(token));
  const { password_hash: hash = '' } = (await getAccount(accountIdOf(token))) ?? {};
  let isFirst = true;
  gate.before = async ({ operation }) => {
    if (operation !== 'UpdateItem' || !isFirst) return;
    isFirst = false;
    await send(new Update(key).increase(['version'], 1));
  };
  responses = [];
  expect((await change(token)).status).toBe(200);
  const all = responses.join('\n');
  expect(all).toContain('ConditionalCheckFailed');
  expect([hash.length, all.includes(hash)]).toEqual([60, false]);
});
