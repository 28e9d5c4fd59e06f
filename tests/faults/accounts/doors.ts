import { decodeJwt } from 'jose';
import { expect } from 'vitest';
import * as z from 'zod/mini';
import { eraseAccount } from '../../../lib/erasure/erase-account.ts';
import { call } from '../../support/call.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { deliver } from '../../support/mail.ts';
import { endpoints } from '../../support/service.ts';
import { expectAddresses } from '../stored.ts';
import { type Answer, logIn, operations, PASSWORDS, type Subject, signUp } from './changes.ts';
import { type State, stateOf } from './state.ts';

const shown = z.object({ email: z.string() });

/** Tokens and passwords give access to the accounts in the table, and to no others. */
export async function expectDoors(subject: Subject, state: State, answers: Answer[]) {
  const { living, addresses, password: current = 'owner' } = state;
  const tokens = [subject.token, ...answers.flatMap(({ body }) => body.token ?? [])];
  for (const token of tokens) {
    const { sub, sid } = decodeJwt(token);
    const owner = living.find(({ account_id, sessions }) => account_id === sub && String(sid) in sessions);
    const { status, body } = await call(endpoints.viewAccount.handler, { method: 'GET', token });
    expect(status).toBe(owner ? 200 : 401);
    if (owner) expect(shown.parse(body.data).email).toBe(owner.email);
  }
  const passwords = new Set([PASSWORDS.owner, PASSWORDS.stranger, PASSWORDS[current]]);
  for (const address of addresses) {
    const owner = living.find(({ email }) => email === address);
    const opened: unknown[] = [];
    for (const password of passwords) {
      const { status, body } = await logIn(address, password);
      expect([200, 401]).toContain(status);
      if (status === 200) opened.push(decodeJwt(String(body.token)).sub);
    }
    expect(opened).toEqual(owner ? [owner.account_id] : []);
  }
}

/** Tokens that were mailed before a change don't work after it. */
export async function expectMailedTokensDead(subject: Subject, state: State): Promise<void> {
  const isSame = !state.isReset && !state.isChanged && !state.hasMoved && !state.isLeaving;
  for (const { payload } of takeInvocations()) {
    if (Object(payload).kind === 'change_email') expect(await deliver(payload)).toHaveLength(isSame ? 1 : 0);
  }
  if (isSame) return;
  expect((await operations.reset(subject)).status).toBe(422);
  if (!state.hasMoved || state.isLeaving)
    expect((await operations['change of address'](subject)).status).toBe(422);
}

/** A deletion leaves nothing of the account, and anyone can sign up with a free address. */
export async function expectNothingLeft(subject: Subject, { isLeaving }: State): Promise<void> {
  if (isLeaving) await erase(subject);
  const { account, living, password, addresses } = await stateOf(subject);
  for (const address of addresses) {
    const isTaken = living.some(({ email }) => email === address);
    expect((await signUp(address, PASSWORDS.stranger)).status).toBe(isTaken ? 409 : 201);
  }
  if (account && password) {
    const body = { password: PASSWORDS[password] };
    const { token } = (await logIn(account.email, body.password)).body;
    expect((await call(endpoints.deleteAccount.handler, { token, body })).status).toBe(200);
    await erase(subject);
  }
}

/** Erases the account, and nothing of other accounts. */
async function erase(subject: Subject): Promise<void> {
  const { living } = await stateOf(subject);
  expect(await eraseAccount(subject.accountId, { wait: async () => undefined })).toBe('erased');
  const after = await stateOf(subject);
  expect(after.living).toEqual(living);
  expectAddresses(after.items);
  expect(JSON.stringify(after.items)).not.toContain(subject.accountId);
}
