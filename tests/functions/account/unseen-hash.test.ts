import { inspect } from 'node:util';
import { decodeJwt } from 'jose';
import { expect, it } from 'vitest';
import { getAccount } from '../../../lib/accounts/repository.ts';
import { dayNumber } from '../../../lib/auth/session.ts';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { documentClient } from '../../../lib/dynamodb/items.ts';
import { accountKey, sessionPath } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { tokensOf } from '../../support/access-tokens.ts';
import { newAccount } from '../../support/account.ts';
import type { Outcome } from '../../support/call.ts';
import { type Client, clientOf } from '../../support/client.ts';
import { erase } from '../../support/erase.ts';
import { newFactorOwner } from '../../support/factor.ts';
import { gateToDatabase } from '../../support/proxied-database.ts';
import { newAccessToken, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { putItem } from '../../support/table.ts';

const sessionIdOf = (token: string) => String(decodeJwt(token)['sid']);

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

it.each<[name: string, change: (ada: Client) => Promise<Outcome>]>([
  ['a logout', (ada) => ada.logout()],
  ['a logout everywhere', (ada) => ada.logout({ everywhere: true })],
  ['the end of a session', (ada) => ada.endSession({ id: sessionIdOf(ada.token) })],
  [
    'the end of an access token',
    async (ada) => {
      const [id = ''] = Object.keys(await tokensOf(ada.token));
      responses = [];
      return ada.endToken({ id });
    },
  ],
  ['a change of the names', (ada) => ada.updateAccount({ first_name: 'Grace' })],
])('%s does not see the password hash, also if another change was faster', async (_, change) => {
  const { token, recovery_codes } = await newFactorOwner();
  await newAccessToken(token, { code: recovery_codes[0] });
  const faster = new Update(accountKey(accountIdOf(token))).increase(['version'], 1);
  expect((await withoutHash(token, change, faster)).status).toBe(200);
});

it('a refresh does not see it either, also if its session has just ended', async () => {
  const token = await newToken();
  const key = accountKey(accountIdOf(token));
  const session = sessionPath(sessionIdOf(token));
  // A refresh writes only on another day.
  await send(new Update(key).set([...session, 'd'], dayNumber() - 1));
  const outcome = await withoutHash(token, (ada) => ada.refresh(), new Update(key).remove(session));
  expect(outcome.status).toBe(401);
});

it('the end of an erasure does not see it either, also if the account has changed', async () => {
  const account = newAccount({ leaving: Date.now() });
  const key = accountKey(account.account_id);
  await putItem(key, account);
  gate.before = async ({ operation, body }) => {
    if (operation === 'DeleteItem' && body.includes(key.PK)) await send(new Update(key).set(['leaving'], 0));
  };
  responses = [];
  expect(await erase(account.account_id)).toBe('erased');
  const all = responses.join('\n');
  expect(all).toContain('ConditionalCheckFailed');
  expect(all).not.toContain(account.password_hash);
});

/** Makes a change whose write meets that of a faster one, and expects no response with the password hash. */
async function withoutHash(token: string, change: (ada: Client) => Promise<Outcome>, faster: Update) {
  const { password_hash: hash = '', factor } = (await getAccount(accountIdOf(token))) ?? {};
  // As `inspect` shows bytes.
  const secret = factor ? inspect(factor.k).slice(-40) : 'none';
  let isFirst = true;
  gate.before = async ({ operation }) => {
    if (operation !== 'UpdateItem' || !isFirst) return;
    isFirst = false;
    await send(faster);
  };
  responses = [];
  const outcome = await change(clientOf(token));
  const all = responses.join('\n');
  expect(all).toContain('ConditionalCheckFailed');
  expect([hash.length, all.includes(hash), all.includes(secret)]).toEqual([60, false, false]);
  return outcome;
}
