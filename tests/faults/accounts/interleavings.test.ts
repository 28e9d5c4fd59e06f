import bcrypt from 'bcryptjs';
import { decodeJwt } from 'jose';
import { describe, expect, it } from 'vitest';
import { createAccount } from '../../../lib/accounts/repository.ts';
import { newSession } from '../../../lib/auth/session.ts';
import { issueSessionToken } from '../../../lib/auth/session-tokens.ts';
import { newAccount } from '../../support/account.ts';
import { call, type Outcome } from '../../support/call.ts';
import { type Choices, playShare } from '../../support/choices.ts';
import { interleave } from '../../support/interleave.ts';
import { endpoints } from '../../support/service.ts';
import { storedAt } from '../stored.ts';

const stored = storedAt();

const PASSWORD = 'correct horse battery';
const password_hash = await bcrypt.hash(PASSWORD, 4);

/** An account with two sessions. */
async function accountWithSessions() {
  const [one, two] = [newSession('one', '192.0.2.1'), newSession('two', '192.0.2.2')];
  const sessions = { [one.id]: one.session, [two.id]: two.session };
  const account = newAccount({ password_hash, sessions });
  const { account_id: accountId, email } = account;
  await createAccount(account);
  const tokenOf = ({ id, session }: typeof one) => issueSessionToken({ accountId, sessionId: id }, session.e);
  return { email, one: await tokenOf(one), two: await tokenOf(two) };
}

type Subject = Awaited<ReturnType<typeof accountWithSessions>>;

const sessionOf = (token: unknown) => String(decodeJwt(String(token))['sid']);

const change = (token: string, new_password: string) =>
  call(endpoints.changePassword.handler, { token, body: { password: PASSWORD, new_password } });

/** Operations on one account. */
const operations: Record<string, (subject: Subject) => Promise<Outcome>> = {
  login: ({ email }) => call(endpoints.login.handler, { body: { username: email, password: PASSWORD } }),
  'change by one': ({ one }) => change(one, 'a fair new passphrase'),
  'change by two': ({ two }) => change(two, 'a passphrase of another'),
  'logout everywhere': ({ one }) =>
    call(endpoints.logout.handler, { token: one, body: { everywhere: true } }),
  'logout of two': ({ two }) => call(endpoints.logout.handler, { token: two }),
  'end of two': ({ one, two }) =>
    call(endpoints.endSession.handler, { token: one, path: { id: sessionOf(two) } }),
  'refresh of two': ({ two }) => call(endpoints.refresh.handler, { token: two }),
};

/** Runs operations at once and checks what they did. */
async function play(names: string[], choices: Choices, crashes: boolean): Promise<boolean> {
  const subject = await accountWithSessions();
  const state = async () => {
    const account = await stored.account([subject.email]);
    if (!account) throw new Error('The account is missing');
    return { hash: account.password_hash, sessions: Object.keys(account.sessions) };
  };
  const trace = [{ by: '', ...(await state()) }];
  const after = async (number: number) => {
    trace.push({ by: names[number] ?? '', ...(await state()) });
  };
  const works = names.map((name) => async () => operations[name]?.(subject));
  const played = await interleave(works, choices, { crashes, after });
  if (!played) return false;
  const { results: outcomes, crashed } = played;

  expectNoReturn(trace);
  for (const [number, outcome] of outcomes.entries()) {
    if (number !== crashed) expectHonest(names[number] ?? '', outcome, trace, subject);
  }
  const { sessions } = await state();
  const tokens = outcomes.flatMap((outcome) => outcome?.body.token ?? []);
  for (const token of [subject.one, subject.two, ...tokens]) {
    const { status } = await call(endpoints.viewAccount.handler, { method: 'GET', token });
    expect(status).toBe(sessions.includes(sessionOf(token)) ? 200 : 401);
  }
  return true;
}

interface State {
  hash: string;
  sessions: string[];
}
type Trace = ({ by: string } & State)[];

/** What each step changed. */
const changesIn = (trace: Trace) =>
  trace.slice(1).map(({ by, hash, sessions }, index) => {
    const before: State = trace[index] ?? { hash: '', sessions: [] };
    const started = sessions.filter((id) => !before.sessions.includes(id));
    const ended = before.sessions.filter((id) => !sessions.includes(id));
    return { by, isNewHash: hash !== before.hash, started, ended, sessions };
  });

/** No session returns after it ended, and none starts after the password that was compared has changed. */
function expectNoReturn(trace: Trace): void {
  const gone = new Set<string>();
  let changed = false;
  for (const { isNewHash, started, ended, sessions } of changesIn(trace)) {
    expect(started.filter((id) => gone.has(id))).toEqual([]);
    for (const id of ended) gone.add(id);
    changed ||= isNewHash;
    if (isNewHash) expect(sessions).toHaveLength(1);
    if (changed) expect(started).toEqual([]);
  }
}

/** A success did what it says, and an error changed nothing and has its reason. */
function expectHonest(name: string, outcome: Outcome | undefined, trace: Trace, subject: Subject): void {
  const [one, two] = [sessionOf(subject.one), sessionOf(subject.two)];
  const changes = changesIn(trace);
  const own = changes.filter(
    ({ by, isNewHash, started, ended }) => by === name && (isNewHash || started.length + ended.length > 0),
  );
  const ended = changes.flatMap((each) => each.ended);
  const isChanged = changes.some(({ isNewHash }) => isNewHash);
  const status = outcome?.status ?? 0;
  if (status >= 400) {
    expect(own).toEqual([]);
    if (name === 'login') expect([status, isChanged]).toEqual([401, true]);
    else if (status === 422) expect([name.startsWith('change'), isChanged]).toEqual([true, true]);
    else if (status === 404) expect([name, ended.includes(two)]).toEqual(['end of two', true]);
    else
      expect([status, ended.includes(/two/.test(name) && name !== 'end of two' ? two : one)]).toEqual([
        401,
        true,
      ]);
    return;
  }
  expect(status).toBe(200);
  const [effect] = own;
  expect(own).toHaveLength(name === 'refresh of two' ? 0 : 1);
  if (name === 'login') expect(effect?.started).toEqual([sessionOf(outcome?.body.token)]);
  if (name.startsWith('change')) expect(effect?.isNewHash).toBe(true);
  if (name === 'logout everywhere') expect(effect?.sessions).toEqual([]);
  if (/(end|logout) of two/.test(name)) expect(effect?.ended).toEqual([two]);
}

describe('no ended session works again: in every order of the requests, with a crash after each', () => {
  it.each([
    ['login', 'change by one'],
    ['login', 'logout everywhere'],
    ['login', 'end of two'],
    ['change by one', 'change by two'],
    ['change by one', 'logout everywhere'],
    ['change by one', 'logout of two'],
    ['change by one', 'end of two'],
    ['change by two', 'end of two'],
    ['logout everywhere', 'logout of two'],
    ['logout everywhere', 'end of two'],
    ['logout of two', 'end of two'],
    ['refresh of two', 'logout everywhere'],
    ['refresh of two', 'end of two'],
  ])('%s and %s', async (...names) => {
    await playShare(5, (choices) => play(names, choices, true));
  });
});

describe('no ended session works again: in every order of the requests', () => {
  it.each([
    ['login', 'change by one', 'logout everywhere'],
    ['login', 'change by one', 'end of two'],
    ['login', 'change by one', 'logout of two'],
  ])('%s, %s and %s', { timeout: 600_000 }, async (...names) => {
    await playShare(5, (choices) => play(names, choices, false));
  });
});
