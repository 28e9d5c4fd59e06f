import { crc32 } from 'node:zlib';
import { decodeJwt } from 'jose';
import { afterAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createAccount } from '../../../lib/accounts/repository.ts';
import { livingTokens } from '../../../lib/auth/access-token.ts';
import { newAccount } from '../../support/account.ts';
import { call } from '../../support/call.ts';
import { type Choices, playAll, playShare, playSome } from '../../support/choices.ts';
import { interleave } from '../../support/interleave.ts';
import { endpoints } from '../../support/service.ts';
import { storedAt } from '../stored.ts';
import type { Answer } from './changes.ts';
import {
  type Holder,
  type Known,
  MAX_TOKENS,
  type Name,
  names,
  newHolder,
  operations,
  tokensOf,
} from './tokens.ts';

const stored = storedAt();

vi.hoisted(() => {
  process.env['LOGIN_LIMIT'] = '1000000';
});

/** Requests for accounts and their events. */
const HELD = /^(?:PERSON#|ACCOUNT#|EMAIL#.*@)/;

const HOUR = 3_600_000;

/** What the table has of an account. */
interface State {
  hash: string | undefined;
  sessions: string[];
  /** Those that live. */
  tokens: string[];
  isLeaving: boolean;
}

async function stateOf({ accountId }: Holder): Promise<State> {
  const account = await stored.person(accountId);
  const tokens = livingTokens(account?.tokens ?? {});
  return {
    hash: account?.password_hash,
    sessions: Object.keys(account?.sessions ?? {}).sort(),
    tokens: tokens.map(([id]) => id).sort(),
    isLeaving: account === undefined || account.leaving !== undefined,
  };
}

/** A request of an operation, and the account before and after it. */
interface Step {
  by: number;
  before: State;
  after: State;
}

const isChange = ({ before, after }: Step): boolean => JSON.stringify(before) !== JSON.stringify(after);

let plays = 0;
afterAll(() => console.info(`${plays} plays`));

/** Runs operations at once, and checks what each did and answered, and what works afterwards. */
async function play(
  played: Name[],
  choices: Choices,
  counts = { living: MAX_TOKENS - 2, expired: 1 },
): Promise<boolean> {
  const holder = await newHolder(played.includes('erasure'), counts);
  const steps: Step[] = [];
  let state = await stateOf(holder);
  const after = async (by: number) => {
    const before = state;
    state = await stateOf(holder);
    steps.push({ by, before, after: state });
  };
  const works = played.map((name) => (): Promise<Answer> => operations[name](holder));
  const done = await interleave(works, choices, { holds: HELD, after });
  if (!done) return false;
  plays += 1;
  expectNoReturn(steps, holder);
  const known: Known[] = [...holder.known];
  const writes = { done: 0, crashed: 0 };
  for (const [index, name] of played.entries()) {
    const own = steps.filter(({ by }) => by === index);
    const answer = done.results[index];
    if (index === done.crashed || !answer) {
      for (const step of own.filter(isChange)) effects[name](step, holder);
      if (name === 'write by token') writes.crashed += 1;
      continue;
    }
    expectHonest(name, answer, holder, own, steps);
    if (answer.status !== 201) continue;
    if (name === 'create of token') known.push(shownIn(answer));
    else writes.done += 1;
  }
  await expectDoors(state, known);
  await expectSessions(state, holder, done.results);
  await expectEvents(holder, state, writes);
  return true;
}

const idsIn = ({ tokens, sessions }: State) => [...tokens, ...sessions];

/**
 * No token or session returns after it ended. No token starts but with the session and the password of before, and no
 * session but with that password, or with a new one. There are never too many, and an account that is leaving has none.
 */
function expectNoReturn(steps: Step[], { sessionId }: Holder): void {
  const gone = new Set<string>();
  const hash = steps[0]?.before.hash;
  for (const { before, after } of steps) {
    const [was, is] = [idsIn(before), idsIn(after)];
    const started = is.filter((id) => !was.includes(id));
    expect(started.filter((id) => gone.has(id))).toEqual([]);
    // A reset starts a session with its new password.
    if (started.length > 0 && after.hash === before.hash) expect(after.hash).toBe(hash);
    if (started.some((id) => after.tokens.includes(id))) {
      expect(after.hash).toBe(hash);
      expect(after.sessions).toContain(sessionId);
    }
    if (after.hash !== before.hash) expect(after.sessions).toHaveLength(after.isLeaving ? 0 : 1);
    expect(after.tokens.length).toBeLessThanOrEqual(after.isLeaving ? 0 : MAX_TOKENS);
    for (const id of was) if (!is.includes(id)) gone.add(id);
  }
}

const shown = z.object({ data: z.object({ id: z.string(), token: z.string() }) });

function shownIn({ body }: Answer): Known {
  const { id, token } = shown.parse(body).data;
  return { id, text: token };
}

const keepsTokens = ({ before, after }: Step) => expect(after.tokens).toEqual(before.tokens);
/** Ends a session, and nothing else. */
const endsOnly = ({ before, after }: Step, id: string) =>
  expect(idsIn(after)).toEqual(idsIn(before).filter((each) => each !== id));
const endsTokens = ({ after }: Step) => expect(after.tokens).toEqual([]);

/** Checks what an operation does to the tokens when it changes the account. */
const effects: Record<Name, (step: Step, holder: Holder) => void> = {
  'create of token': ({ before, after }) => expect(after.tokens).toHaveLength(before.tokens.length + 1),
  'write by token': () => expect.unreachable(),
  'read by token': () => expect.unreachable(),
  'end of token': ({ before, after }, { own, sessionId }) => {
    expect(before.sessions).toContain(sessionId);
    expect(after.tokens).toEqual(before.tokens.filter((id) => id !== own.id));
  },
  login: (step) => {
    keepsTokens(step);
    expect(step.after.sessions).toHaveLength(step.before.sessions.length + 1);
  },
  'change of password': (step, { sessionId }) => {
    keepsTokens(step);
    expect(step.after.sessions).toEqual([sessionId]);
  },
  'change by the other session': (step, { other }) => {
    keepsTokens(step);
    expect(step.after.sessions).toEqual([other.id]);
  },
  'change that ends tokens': endsTokens,
  reset: endsTokens,
  logout: (step, { sessionId }) => endsOnly(step, sessionId),
  'end of the other session': (step, { other }) => endsOnly(step, other.id),
  'logout of the other session': (step, { other }) => endsOnly(step, other.id),
  'logout everywhere': ({ after }) => expect(idsIn(after)).toEqual([]),
  deletion: endsTokens,
  erasure: endsTokens,
};

/** A success did what it says, and a refusal changed nothing and has its reason. */
function expectHonest(name: Name, answer: Answer, holder: Holder, own: Step[], steps: Step[]): void {
  const { status } = answer;
  const changes = own.filter(isChange);
  const states = steps.flatMap(({ before, after }) => [before, after]);
  const isOut = states.some(({ sessions }) => !sessions.includes(holder.sessionId));
  const isOtherOut = states.some(({ sessions }) => !sessions.includes(holder.other.id));
  const isOther = states.some(({ hash }) => hash !== states[0]?.hash);
  const isFull = states.some(({ tokens }) => tokens.length === MAX_TOKENS);
  const hasEnded = states.some(({ tokens }) => !tokens.includes(holder.own.id));
  const isLeaving = states.some((state) => state.isLeaving);
  // Its first request asks for the token.
  const isAlive = own[0]?.before.tokens.includes(holder.own.id) ?? false;
  const ofSession = { 200: true, 401: isOut, 422: isOther };
  const reasons: Record<Name, Record<number, boolean>> = {
    'create of token': { 201: true, 401: isOut, 409: isFull, 422: isOther },
    'write by token': { 201: isAlive, 401: !isAlive },
    'read by token': { 200: isAlive, 401: !isAlive },
    'end of token': { 200: true, 401: isOut, 404: hasEnded },
    login: { 200: true, 401: isOther || isLeaving },
    'change of password': ofSession,
    'change by the other session': { 200: true, 401: isOtherOut, 422: isOther },
    'change that ends tokens': ofSession,
    reset: { 200: true, 422: isOther || isLeaving },
    logout: { 200: true, 401: isOut },
    'end of the other session': { 200: true, 401: isOut, 404: isOtherOut },
    'logout of the other session': { 200: true, 401: isOtherOut },
    'logout everywhere': { 200: true, 401: isOut },
    deletion: ofSession,
    erasure: { 200: true },
  };
  expect(reasons[name], `${name} answered ${status}`).toHaveProperty(String(status), true);
  for (const step of changes) effects[name](step, holder);
  if (name === 'erasure') return;
  expect(changes).toHaveLength(status >= 400 || name.endsWith('by token') ? 0 : 1);
  if (name === 'create of token' && status === 201)
    expect(changes[0]?.after.tokens).toContain(shownIn(answer).id);
}

/** A token of the account works if it lives, and no other, nor one with another token's secret. */
async function expectDoors({ tokens }: Pick<State, 'tokens'>, known: Known[]): Promise<void> {
  const [own, other] = known;
  const statusOf = async (token: string) =>
    (await call(endpoints.list.handler, { method: 'GET', token })).status;
  for (const { id, text } of known) expect(await statusOf(text)).toBe(tokens.includes(id) ? 200 : 401);
  if (own && other) expect(await statusOf(forged(own.text, other.text))).toBe(401);
}

/** A session token works if its session lives. */
async function expectSessions({ sessions }: State, holder: Holder, answers: Answer[]): Promise<void> {
  const issued = answers.flatMap(({ body }) => body.token ?? []);
  for (const token of [holder.token, holder.other.token, ...issued]) {
    const { status } = await call(endpoints.viewAccount.handler, { method: 'GET', token });
    expect(status).toBe(sessions.includes(String(decodeJwt(token)['sid'])) ? 200 : 401);
  }
}

/** The id of one token with the secret of another. */
function forged(one: string, other: string): string {
  const text = one.slice(0, 48) + other.slice(48, -8);
  return text + crc32(text).toString(16).padStart(8, '0');
}

/** What was written by a token that was accepted is there, and nothing else. An erasure leaves nothing. */
async function expectEvents(holder: Holder, { isLeaving }: State, writes: { done: number; crashed: number }) {
  const { accountId } = holder;
  if (isLeaving) {
    expect((await operations.erasure(holder)).status).toBe(200);
    expect([await stored.person(accountId), await stored.events(accountId)]).toEqual([undefined, {}]);
    return;
  }
  // The account had one.
  const count = Object.keys(await stored.events(accountId)).length - 1;
  expect([0, writes.crashed]).toContain(count - writes.done);
}

const others = names.filter((name) => name !== 'erasure');
const pairsOf = (some: Name[]) =>
  some.flatMap((one, index) => some.slice(index).map((other): [Name, Name] => [one, other]));
const isOfSession = (name: Name) => name === 'login' || name.includes('other session');
const pairs: [Name, Name][] = [
  ...pairsOf(others.filter((name) => !isOfSession(name))),
  // All other calls are refused before they begin.
  ['create of token', 'erasure'],
  ['write by token', 'erasure'],
  ['read by token', 'erasure'],
];

describe('in every order of requests, with a crash after each, living tokens and sessions are accepted and no others', () => {
  it.each(pairs)('%s and %s', { timeout: HOUR }, async (...pair) => {
    expect(await playAll((choices) => play(pair, choices))).toBeGreaterThan(4);
  });

  it.each(pairsOf(others).filter((pair) => pair.some(isOfSession)))(
    '%s and %s',
    { timeout: HOUR },
    (...pair) => playShare(5, (choices) => play(pair, choices)),
  );

  it.each<[living: number, expired: number, Name, Name]>([
    [MAX_TOKENS - 2, 0, 'create of token', 'create of token'],
    [MAX_TOKENS - 1, 0, 'create of token', 'create of token'],
    [MAX_TOKENS - 1, 1, 'create of token', 'create of token'],
    [MAX_TOKENS - 1, 0, 'create of token', 'end of token'],
    [MAX_TOKENS, 0, 'create of token', 'end of token'],
    [MAX_TOKENS, 1, 'create of token', 'logout everywhere'],
  ])('with %d and %d expired: %s and %s', { timeout: HOUR }, async (living, expired, ...pair) => {
    expect(await playAll((choices) => play(pair, choices, { living, expired }))).toBeGreaterThan(4);
  });

  it('three at random, with 8 to 10', { timeout: HOUR }, async () => {
    await playSome(300, (choices) => {
      const some = [1, 2, 3].map(() => others[choices.oneOf(others.length)] ?? 'create of token');
      return play(some, choices, { living: MAX_TOKENS - choices.oneOf(3), expired: choices.oneOf(2) });
    });
  });
});

it('no token of an account that is leaving is accepted, even if the table still has it', async () => {
  const { account_id, tokens, known } = tokensOf({ living: 2, expired: 0 });
  await createAccount(newAccount({ account_id, tokens, leaving: Date.now() }));
  await expectDoors({ tokens: [] }, known);
});
