import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createAccount } from '../../../lib/accounts/repository.ts';
import { newAccount } from '../../support/account.ts';
import { type Choices, playAll, playShare, playSome } from '../../support/choices.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { wholeTable } from '../../support/whole-table.ts';
import {
  type Answer,
  type Counts,
  codedOperations,
  type FactorState,
  type Name,
  newSubject,
  operations,
  type Subject,
  send,
  tokenOf,
  USUAL,
} from '../operations/account-orders.ts';
import { MAX_TOKENS } from '../operations/accounts.ts';
import { type Called, playOrder } from '../players/orders.ts';
import { livingIn } from '../stored.ts';
import {
  erase,
  expectLink,
  expectMailedTokensDead,
  expectNothingLeft,
  expectPasswords,
  expectSessions,
  expectTokens,
} from './doors.ts';
import { expectHonest, expectLegal, expectNoReturn, type State, stateOf } from './orders.ts';

vi.hoisted(() => {
  process.env['LOGIN_LIMIT'] = '1000000';
});

const table = wholeTable();
const subjectWith = table.remaking(newSubject);

/** Requests for accounts, their addresses and their events. */
const HELD = /^(?:PERSON#|ACCOUNT#|EMAIL#.*@)/;

interface Playing extends Partial<Counts> {
  factor?: FactorState;
  crashes?: boolean;
  /** Whether the call that crashed isn't repeated, and only tokens are tried afterwards. */
  isShort?: boolean;
}

/** Plays operations at once, and checks what each did and answered, and what works afterwards. */
async function play(
  names: Name[],
  choices: Choices,
  { crashes = true, isShort = false, factor, ...counts }: Playing = {},
): Promise<boolean> {
  const subject = await subjectWith(names.includes('erasure'), { ...USUAL, ...counts }, factor);
  takeInvocations();
  const played = await playOrder<Name, Answer, State>(names, choices, {
    ...{ call: (name) => send(name, subject), look: async () => stateOf(await table.items()) },
    ...{ holds: HELD, crashes, repeats: !isShort },
  });
  if (!played) return false;
  const { calls, steps, last } = played;
  expectNoReturn(steps);
  for (const { name, steps } of calls) for (const step of steps) expectLegal(name, step, subject);
  for (const called of calls) expectHonest(called, subject);
  const answers = calls.flatMap(({ answer }) => answer ?? []);
  await expectTokens(last, [...subject.tokens, ...calls.flatMap(createdBy)]);
  await expectSessions(last, subject, answers);
  await expectLinks(subject, steps[0]?.before ?? [], last, calls);
  await expectEvents(subject, last, calls);
  if (isShort) return true;
  const opened = await expectPasswords(last, subject);
  await expectMailedTokensDead(last, subject);
  await expectNothingLeft(subject, opened);
  return true;
}

const created = z.object({ data: z.object({ id: z.string(), token: z.string() }) });

/** The access token that a call has created, which its account has. */
function createdBy({ name, answer, steps }: Called<Name, Answer, State>) {
  if (name !== 'create of token' || answer?.status !== 201) return [];
  const { id, token } = created.parse(answer.body).data;
  expect(steps.some(({ before, after }) => !hasToken(before, id) && hasToken(after, id))).toBe(true);
  return [{ id, text: token }];
}

const createdLink = z.object({ data: z.object({ token: z.string() }) });

/** The link that the event had works unless another one was created, or all were ended, and so does the one that was. */
async function expectLinks(
  subject: Subject,
  first: State,
  last: State,
  calls: Called<Name, Answer, State>[],
) {
  const creates = calls.filter(({ name }) => name === 'create of a link');
  if (creates.length === 0) return expectLink(last, subject, subject.link, [first]);
  if (creates.length > 1) return;
  for (const { answer, seen } of creates)
    if (answer?.status === 201)
      await expectLink(last, subject, createdLink.parse(answer.body).data.token, seen);
}

const hasToken = (state: State, id: string): boolean => state.some(({ tokens }) => id in tokens);

/** What was written by a token that was accepted is there, and nothing else. An erasure leaves nothing. */
async function expectEvents(subject: Subject, last: State, calls: Called<Name, Answer, State>[]) {
  const { accountId } = subject;
  if (!livingIn(last).some(({ account_id }) => account_id === accountId)) return erase(subject);
  const isEvent = ({ PK, SK }: Record<string, unknown>) =>
    PK === `ACCOUNT#${accountId}` && String(SK).startsWith('EVENT#');
  const writes = calls.filter(({ name }) => name === 'write by token');
  const done = writes.filter(({ answer }) => answer?.status === 201).length;
  const crashed = writes.filter(({ answer }) => !answer).length;
  // The account had one.
  const added = (await table.items()).filter(isEvent).length - 1;
  expect([0, crashed]).toContain(added - done);
}

const HOUR = 3_600_000;
const START = Date.now();

const pairsOf = (some: Name[]) =>
  some.flatMap((one, index) => some.slice(index).map((other): [Name, Name] => [one, other]));
const without = (pairs: [Name, Name][], left: (one: Name, other: Name) => boolean) =>
  pairs.filter(([one, other]) => !left(one, other));

/** They end sessions and access tokens, or depend on them. */
const ending: Name[] = [
  ...(['create of token', 'write by token', 'read by token', 'end of token', 'logout', 'reset'] as const),
  ...(['change of password', 'change that ends tokens', 'logout everywhere', 'deletion'] as const),
];
const others = Object.keys(operations).filter((name): name is keyof typeof operations => name in operations);
const readers = /^(?:login|refresh|request|signup)/;

const pairs = [
  ...pairsOf(ending),
  // All other calls are rejected before they begin.
  ...(['create of token', 'write by token', 'read by token'] as const).map((one): [Name, Name] => [
    one,
    'erasure',
  ]),
];
const linkPairs = (
  ['reset', 'change of password', 'logout everywhere', 'logout', 'deletion', 'refresh'] as const
).map((other): [Name, Name] => ['create of a link', other]);
const otherPairs = [
  ...without(
    pairsOf(others),
    (one, other) =>
      (ending.includes(one) && ending.includes(other)) || (readers.test(one) && readers.test(other)),
  ),
  ...(['erasure', 'login', 'change of address', 'signup at old address'] as const).map(
    (one): [Name, Name] => [one, 'erasure'],
  ),
];

describe('in every order of requests, with a crash after each, what lives is accepted, and nothing that ended works again', () => {
  it.each([...linkPairs, ...pairs])('%s and %s', { timeout: HOUR }, async (...pair) => {
    expect(await playAll((choices) => play(pair, choices, { isShort: true }))).toBeGreaterThan(4);
    await playSome(1, (choices) => play(pair, choices));
  });

  it.each(otherPairs)('%s and %s', { timeout: HOUR }, (...pair) =>
    playShare(2, (choices) => play(pair, choices)),
  );

  it('one of two signups gets the address', { timeout: HOUR }, async () => {
    const pair: [Name, Name] = ['signup at new address', 'signup at new address'];
    expect(await playAll((choices) => play(pair, choices))).toBeGreaterThan(4);
  });

  it.each<[living: number, expired: number, Name, Name]>([
    [MAX_TOKENS - 2, 0, 'create of token', 'create of token'],
    [MAX_TOKENS - 1, 0, 'create of token', 'create of token'],
    [MAX_TOKENS - 1, 1, 'create of token', 'create of token'],
    [MAX_TOKENS - 1, 0, 'create of token', 'end of token'],
    [MAX_TOKENS, 0, 'create of token', 'end of token'],
    [MAX_TOKENS, 1, 'create of token', 'logout everywhere'],
  ])('with %d and %d expired: %s and %s', { timeout: HOUR }, async (living, expired, ...pair) => {
    const counts = { living, expired, isShort: true };
    expect(await playAll((choices) => play(pair, choices, counts))).toBeGreaterThan(4);
  });

  it('three at random, with 8 to 10', { timeout: HOUR }, async () => {
    const all: Name[] = [...new Set([...ending, ...others])];
    await playSome(300, (choices) => {
      const some = [1, 2, 3].map(() => all[choices.oneOf(all.length)] ?? 'create of token');
      const counts = { living: MAX_TOKENS - choices.oneOf(3), expired: choices.oneOf(2) };
      return play(some, choices, { ...counts, isShort: true });
    });
  });
});

/** They add and remove the second factor, or need a code of it. */
const coded: Name[] = [
  ...Object.keys(codedOperations).filter(
    (name): name is keyof typeof codedOperations => name in codedOperations,
  ),
  ...(['login', 'logout', 'logout everywhere', 'change of password', 'deletion'] as const),
];
const codedPairs: [Name, Name][] = [
  ['create of a link', 'confirm of factor'],
  ...without(pairsOf(coded), (one, other) => !(one in codedOperations) && !(other in codedOperations)),
];

describe.each(['added', 'pending'] as const)(
  'in every order of requests, with a second factor that is %s',
  (factor) => {
    // The codes are right all the time.
    beforeEach(() => {
      vi.useFakeTimers({ toFake: ['Date'], now: START });
    });
    afterEach(() => {
      vi.useRealTimers();
    });

    it.each(codedPairs)(
      '%s and %s: no code works twice, and no login without one',
      { timeout: HOUR },
      async (...pair) => {
        expect(await playAll((choices) => play(pair, choices, { factor, isShort: true }))).toBeGreaterThan(1);
      },
    );

    it('three at random', { timeout: HOUR }, async () => {
      await playSome(200, (choices) => {
        const some = [1, 2, 3].map(() => coded[choices.oneOf(coded.length)] ?? 'login');
        return play(some, choices, { factor, isShort: true });
      });
    });
  },
);

describe('in every order of requests, nothing that ended works again', () => {
  it.each<[Name, Name, Name]>([
    ['reset', 'login', 'change of address'],
    ['reset', 'login', 'deletion'],
    ['reset', 'change of password', 'change of address'],
    ['reset', 'change of password', 'deletion'],
    ['deletion', 'signup at old address', 'login'],
    ['deletion', 'signup at old address', 'change of address'],
    ['change of address', 'signup at old address', 'login'],
    ['change of address', 'signup at new address', 'login at new address'],
    ['erasure', 'signup at old address', 'login'],
    ['erasure', 'signup at old address', 'signup at old address'],
  ])('%s, %s and %s', { timeout: HOUR }, (...names) =>
    playShare(1, (choices) => play(names, choices, { crashes: false })),
  );
});

it('no token of an account that is being deleted is accepted, even if the table still has it', async () => {
  const account_id = crypto.randomUUID();
  const known = [tokenOf(account_id, 3_600), tokenOf(account_id, 3_600)];
  const tokens = Object.fromEntries(known.map(({ id, token }) => [id, token]));
  await createAccount(newAccount({ account_id, tokens, leaving: Date.now() }));
  await expectTokens([], known);
});
