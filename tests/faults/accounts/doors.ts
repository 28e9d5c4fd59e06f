import { crc32 } from 'node:zlib';
import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { isTokenActive } from '../../../lib/auth/access-token.ts';
import { eraseAccount } from '../../../lib/erasure/erase-account.ts';
import { call } from '../../support/call.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { deliver } from '../../support/mail.ts';
import { endpoints, person } from '../../support/service.ts';
import { viewShared } from '../../support/sharing.ts';
import { wholeTable } from '../../support/whole-table.ts';
import { type Answer, PASSWORDS, type Subject, send } from '../operations/account-orders.ts';
import { livingIn } from '../stored.ts';
import { type State, stateOf } from './orders.ts';

const table = wholeTable();

/** An access token's id, and what its holder sends. */
interface Known {
  id: string;
  text: string;
}

/** Access tokens of the living accounts work that haven't expired, and no others, nor one with another's secret. */
export async function expectTokens(state: State, known: Known[]): Promise<void> {
  const tokens = new Map(livingIn(state).flatMap((account) => Object.entries(account.tokens)));
  const statusOf = async (token: string) =>
    (await call(endpoints.list.handler, { method: 'GET', token })).status;
  for (const { id, text } of known) {
    const token = tokens.get(id);
    expect(await statusOf(text)).toBe(token && isTokenActive(token) ? 200 : 401);
  }
  const [own, other] = known;
  if (own && other) expect(await statusOf(forged(own.text, other.text))).toBe(401);
}

/** The id of one token with the secret of another. */
function forged(one: string, other: string): string {
  const text = one.slice(0, 48) + other.slice(48, -8);
  return text + crc32(text).toString(16).padStart(8, '0');
}

/** A share link works only if nothing has ended all links since its session was read. `seen` is what there was then. */
export async function expectLink(state: State, { accountId }: Subject, token: string, seen: State[]) {
  const epochsIn = (some: State) =>
    livingIn(some).flatMap(({ account_id, links_epoch = 0 }) =>
      account_id === accountId ? links_epoch : [],
    );
  const [epoch] = epochsIn(state);
  const { status } = await viewShared(token);
  const before = seen.flatMap(epochsIn);
  if (epoch === undefined || !before.includes(epoch)) expect(status).toBe(401);
  else if (new Set(before).size === 1) expect(status).toBe(200);
}

const shownAccount = z.object({ email: z.string() });

/** A session's token works if its session lives, and opens its account. */
export async function expectSessions(state: State, { own, other }: Subject, answers: Answer[]) {
  for (const token of [own.token, other.token, ...answers.flatMap(({ body }) => body.token ?? [])]) {
    const { sub, sid } = decodeJwt(token);
    const owner = state.find(({ account_id, sessions }) => account_id === sub && String(sid) in sessions);
    const { status, body } = await call(endpoints.viewAccount.handler, { method: 'GET', token });
    expect(status).toBe(owner ? 200 : 401);
    if (owner) expect(shownAccount.parse(body.data).email).toBe(owner.email);
  }
}

const logIn = (username: string, password: string) =>
  call(endpoints.login.handler, { body: { username, password } });

/** One password opens the living account of each address, and no other account. Returns the passwords by account. */
export async function expectPasswords(state: State, { email, newEmail }: Subject) {
  const opened = new Map<string, string>();
  for (const address of [email, newEmail]) {
    const ids: unknown[] = [];
    for (const password of Object.values(PASSWORDS)) {
      const { status, body } = await logIn(address, password);
      expect([200, 401]).toContain(status);
      if (status === 401) continue;
      ids.push(decodeJwt(String(body.token)).sub);
      opened.set(address, password);
    }
    const owner = livingIn(state).find((account) => account.email === address);
    expect(ids).toEqual(owner ? [owner.account_id] : []);
  }
  return opened;
}

/** Tokens that were mailed before a change don't work after it. */
export async function expectMailedTokensDead(state: State, subject: Subject): Promise<void> {
  const { accountId, email, newEmail, passwordHash } = subject;
  const account = livingIn(state).find(({ account_id }) => account_id === accountId);
  const isSame = account?.email === email && account.password_hash === passwordHash;
  for (const { payload } of takeInvocations()) {
    if (Object(payload).kind === 'change_email') expect(await deliver(payload)).toHaveLength(isSame ? 1 : 0);
  }
  if (isSame) return;
  expect((await send('reset', subject)).status).toBe(422);
  if (account?.email !== newEmail) expect((await send('change of address', subject)).status).toBe(422);
}

/** A deletion leaves nothing of the account, and anyone can sign up with a free address. */
export async function expectNothingLeft(subject: Subject, opened: Map<string, string>): Promise<void> {
  const { accountId, email, newEmail } = subject;
  const living = livingIn(stateOf(await table.items()));
  const account = living.find(({ account_id }) => account_id === accountId);
  if (!account) await erase(subject);
  for (const address of [email, newEmail]) {
    const body = person({ email: address, password: PASSWORDS.stranger });
    const isTaken = living.some((each) => each.email === address);
    expect((await call(endpoints.signup.handler, { body })).status).toBe(isTaken ? 409 : 201);
  }
  if (!account) return;
  const password = String(opened.get(account.email));
  const { token } = (await logIn(account.email, password)).body;
  expect((await call(endpoints.deleteAccount.handler, { token, body: { password } })).status).toBe(200);
  await erase(subject);
}

/** Erases the account, and nothing of other accounts. */
export async function erase({ accountId }: Subject): Promise<void> {
  const before = livingIn(stateOf(await table.items()));
  expect(await eraseAccount(accountId, { wait: async () => undefined })).toBe('erased');
  const items = await table.items();
  expect(stateOf(items)).toEqual(before);
  expect(JSON.stringify(items)).not.toContain(accountId);
}
