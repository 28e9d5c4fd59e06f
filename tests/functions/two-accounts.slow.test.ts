import fc from 'fast-check';
import { decodeJwt } from 'jose';
import { describe, expect, it, vi } from 'vitest';
import { call, type Outcome } from '../support/call.ts';
import { notFound, UNAUTHORIZED } from '../support/refusals.ts';
import { historyLength } from '../support/scale.ts';
import { allEvents, endpoints, party, person } from '../support/service.ts';

// Hundreds of passwords are compared in one window.
vi.stubEnv('LOGIN_LIMIT', '1000000');

/** The number of operations by the two accounts. OPERATIONS overrides it. */
const OPERATIONS = historyLength(1_000);
const PER_HISTORY = 100;

const operation = fc.record({
  actor: fc.constantFrom(0, 1),
  kind: fc.constantFrom(
    ...(['create', 'create', 'view', 'view', 'update', 'update', 'delete', 'list', 'list'] as const),
    ...(['login', 'login', 'refresh', 'logout', 'everywhere', 'endSession', 'changePassword'] as const),
  ),
  /** Which of all events or sessions ever created is the target; sometimes none of them. */
  target: fc.nat({ max: 30 }),
  /** Which of the account's tokens is sent, counted from the newest. Sessions of some of them have ended. */
  token: fc.nat({ max: 4 }),
  name: fc.string({ minLength: 1, maxLength: 20 }).filter((name) => name.trim() !== ''),
});

type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

interface Account {
  email: string;
  password: string;
  tokens: string[];
  /** The ids of the sessions that live. */
  sessions: Set<string>;
  /** The expected names of the account's events by id. */
  names: Map<string, string>;
}

const sessionOf = (token: string) => String(decodeJwt(token)['sid']);
const failed = (message: string) => `{"status":"error","message":"${message}"}`;
const unknown: Record<string, string> = {
  view: notFound('Event not found'),
  update: failed('Event failed to save'),
  delete: failed('Event failed to delete'),
};

describe('two accounts, at random', () => {
  it('never see, change or delete each other’s events or sessions', { timeout: 3_600_000 }, async () => {
    const history = fc.array(operation, { minLength: PER_HISTORY, maxLength: PER_HISTORY });
    await fc.assert(fc.asyncProperty(history, play), { numRuns: Math.ceil(OPERATIONS / PER_HISTORY) });
  });
});

async function play(history: Operation[]): Promise<void> {
  const [one, two] = [await newAccount(), await newAccount()];
  const ids: string[] = [];
  for (const next of history) {
    const account = next.actor ? one : two;
    const id = ids[next.target] ?? '1';
    const everyToken = [...one.tokens, ...two.tokens];
    const ended = sessionOf(everyToken[next.target % everyToken.length] ?? '');
    if (next.kind === 'login') await logIn(account);
    else {
      const token = account.tokens.at(-1 - (next.token % account.tokens.length)) ?? '';
      const outcome = await act(next, account, token, { id, ended });
      if (!account.sessions.has(sessionOf(token))) {
        expect([outcome.status, outcome.text]).toEqual([401, UNAUTHORIZED]);
      } else {
        const made = expectDone(next, account, token, outcome, { id, ended });
        if (made) ids.push(made);
      }
    }
  }
  for (const account of [one, two]) {
    for (const token of account.tokens) {
      const { status } = await call(endpoints.list.handler, { method: 'GET', token });
      expect(status).toBe(account.sessions.has(sessionOf(token)) ? 200 : 401);
    }
    expect(await namesOf(await logIn(account))).toEqual(account.names);
  }
}

async function newAccount(): Promise<Account> {
  const { email, password, ...names } = person();
  const { body } = await call(endpoints.signup.handler, { body: { ...names, email, password } });
  const token = String(body.token);
  return { email, password, tokens: [token], sessions: new Set([sessionOf(token)]), names: new Map() };
}

async function logIn(account: Account): Promise<string> {
  const body = { username: account.email, password: account.password };
  const outcome = await call(endpoints.login.handler, { body });
  expect(outcome.status).toBe(200);
  const token = String(outcome.body.token);
  account.tokens.push(token);
  account.sessions.add(sessionOf(token));
  return token;
}

const namesOf = async (token: string) =>
  new Map((await allEvents(token)).map(({ id, name }) => [String(id), name]));

interface Targets {
  id: string;
  ended: string;
}

const newPassword = ({ target }: Operation) => `a fair new passphrase ${target}`;
/** Some changes of a password have a wrong one. */
const isWrong = ({ target }: Operation) => target % 3 === 0;

function act(
  next: Operation,
  { password }: Account,
  token: string,
  { id, ended }: Targets,
): Promise<Outcome> {
  const kind = next.kind === 'everywhere' || next.kind === 'login' ? 'logout' : next.kind;
  const { handler, method } = endpoints[kind];
  const bodies: Record<string, object> = {
    create: party({ name: next.name }),
    update: { name: next.name },
    everywhere: { everywhere: true },
    changePassword: {
      password: isWrong(next) ? 'a wrong password' : password,
      new_password: newPassword(next),
    },
  };
  const path = { id: kind === 'endSession' ? ended : id };
  return call(handler, { method, token, path, body: bodies[next.kind] });
}

/** Checks the response to a call with a living session, and brings the account up to date. Returns the new event. */
function expectDone(
  next: Operation,
  account: Account,
  token: string,
  outcome: Outcome,
  { id, ended }: Targets,
): string | undefined {
  const { kind } = next;
  const { names, sessions } = account;
  const { status, text, body } = outcome;
  if (kind in unknown && !names.has(id)) {
    expect([status, text]).toEqual([404, unknown[kind]]);
    return undefined;
  }
  if (kind === 'changePassword' && isWrong(next)) {
    expect([status, body.errors?.[0]?.code]).toEqual([422, 'wrong']);
    return undefined;
  }
  if (kind === 'changePassword' && newPassword(next) === account.password) {
    expect([status, body.errors?.[0]?.code]).toEqual([422, 'duplicate']);
    return undefined;
  }
  if (kind === 'endSession' && !sessions.has(ended)) {
    expect(status).toBe(404);
    return undefined;
  }
  expect(status).toBe(kind === 'create' ? 201 : 200);
  if (kind === 'view') expect(body.data).toMatchObject({ name: names.get(id) });
  if (kind === 'list') expect(body.data).toHaveLength(names.size);
  if (kind === 'update') names.set(id, next.name.trim());
  if (kind === 'delete') names.delete(id);
  if (kind === 'refresh') account.tokens.push(String(body.token));
  if (kind === 'logout') sessions.delete(sessionOf(token));
  if (kind === 'endSession') sessions.delete(ended);
  if (kind === 'everywhere') sessions.clear();
  if (kind === 'changePassword') {
    account.password = newPassword(next);
    account.sessions = new Set([sessionOf(token)]);
  }
  if (kind !== 'create') return undefined;
  const made = String(outcome.headers['location']).replace('/events/view/', '');
  names.set(made, next.name.trim());
  return made;
}
