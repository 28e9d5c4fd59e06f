import bcrypt from 'bcryptjs';
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAccount, getAccount } from '../../../lib/accounts/repository.ts';
import { newSession } from '../../../lib/auth/session.ts';
import { MAX_ROUNDS } from '../../../lib/dynamodb/send.ts';
import { newAccount } from '../../support/account.ts';
import { call } from '../../support/call.ts';
import { type Choices, playAll, randomFrom } from '../../support/choices.ts';
import { interleave } from '../../support/interleave.ts';
import { endpoints } from '../../support/service.ts';

vi.hoisted(() => {
  process.env['LOGIN_LIMIT'] = '1000';
});

beforeEach(() => {
  // No pauses between rounds, as the order is chosen.
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const password = 'correct horse battery';
const password_hash = await bcrypt.hash(password, 4);

/** An account with so many sessions, a second apart, oldest first. */
async function accountWith(count: number) {
  const start = Date.now() - 3_600_000;
  const sessions = Array.from({ length: count }, (_, n) => {
    const { id, session } = newSession('test', '192.0.2.1');
    return [id, { ...session, s: start + n * 1_000 }] as const;
  });
  const account = newAccount({ password_hash, sessions: Object.fromEntries(sessions) });
  await createAccount(account);
  return { ...account, ids: sessions.map(([id]) => id) };
}

const sessionsOf = async (accountId: string) => Object.keys((await getAccount(accountId))?.sessions ?? {});

/** Logs in so often at once, in the order that is chosen, and checks that there never are more than 30 sessions. */
async function logInAtOnce(times: number, sessions: number, choices: Choices) {
  const { account_id, email, ids } = await accountWith(sessions);
  const logIn = () => call(endpoints.login.handler, { body: { username: email, password } });
  const after = async () => expect((await sessionsOf(account_id)).length).toBeLessThanOrEqual(30);
  const played = await interleave(
    Array.from({ length: times }, () => logIn),
    choices,
    { crashes: false, after },
  );
  const tokens: string[] = [];
  for (const { status, headers, body } of played?.results ?? []) {
    if (status === 200) tokens.push(String(body.token));
    else expect([status, headers['retry-after']]).toEqual([503, '5']);
  }
  return { isPlayed: played !== undefined, ids, tokens, left: await sessionsOf(account_id) };
}

const sessionIn = (token: string): string => String(decodeJwt(token)['sid']);

async function expectAlive(tokens: string[]): Promise<void> {
  for (const token of tokens)
    expect((await call(endpoints.viewAccount.handler, { method: 'GET', token })).status).toBe(200);
}

it.each([1, 28, 29, 30])(
  'two logins at once to an account with %d sessions both work, and replace no more than they must',
  async (count) => {
    const plays = await playAll(async (choices) => {
      const { isPlayed, ids, tokens, left } = await logInAtOnce(2, count, choices);
      if (!isPlayed) return false;
      expect(tokens).toHaveLength(2);
      await expectAlive(tokens);
      const kept = ids.slice(Math.max(0, count - 28));
      expect(left.sort()).toEqual([...kept, ...tokens.map(sessionIn)].sort());
      return true;
    });
    expect(plays).toBeGreaterThan(1);
  },
);

/** Chooses each call's next request, one call after the other. So in each round, one login is the first. */
function inTurns(): Choices {
  let [place, before] = [0, Number.POSITIVE_INFINITY];
  const oneOf = (count: number) => {
    // The place of a call that has ended is the next one's.
    if (count === before) place += 1;
    before = count;
    place %= count;
    return place;
  };
  return { oneOf, rarely: () => false, isExhaustive: false };
}

function atRandom(): Choices {
  const random = randomFrom(1);
  const oneOf = (count: number) => Math.floor(random() * count);
  return { oneOf, rarely: () => false, isExhaustive: false };
}

describe.each([1, 30])('of 40 logins at once to an account with %d sessions', (count) => {
  const livingIn = ({ tokens, left }: { tokens: string[]; left: string[] }) =>
    tokens.filter((token) => left.includes(sessionIn(token)));

  it('in turns, one succeeds in each round and works, and the others respond 503', async () => {
    const played = await logInAtOnce(40, count, inTurns());
    expect(played.tokens).toHaveLength(MAX_ROUNDS);
    expect(played.left).toHaveLength(Math.min(30, count + MAX_ROUNDS));
    expect(livingIn(played)).toHaveLength(MAX_ROUNDS);
    await expectAlive(livingIn(played));
  });

  it('in a random order, more than 30 succeed, and the last 30 work', async () => {
    const played = await logInAtOnce(40, count, atRandom());
    expect(played.tokens.length).toBeGreaterThan(30);
    expect([livingIn(played).length, played.left.length]).toEqual([30, 30]);
    await expectAlive(livingIn(played));
  });
});
