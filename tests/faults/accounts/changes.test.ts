import { afterEach, describe, it, vi } from 'vitest';
import { type Choices, playShare } from '../../support/choices.ts';
import { interleave } from '../../support/interleave.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { expectAddresses } from '../stored.ts';
import { type Answer, type Name, newSubject, operations } from './changes.ts';
import { expectDoors, expectMailedTokensDead, expectNothingLeft } from './doors.ts';
import { expectConsistent, expectHonest } from './rules.ts';
import { emptyTable, stateOf, tableItems } from './state.ts';

vi.hoisted(() => {
  process.env['LOGIN_LIMIT'] = '1000';
});

afterEach(emptyTable);

/** Runs operations at once, checks the addresses after each step, repeats the one that crashed, and checks the result. */
async function play(names: Name[], choices: Choices, crashes = true): Promise<boolean> {
  await emptyTable();
  const subject = await newSubject(names.includes('erasure'));
  takeInvocations();
  const works = names.map((name) => (): Promise<Answer> => operations[name](subject));
  const after = async () => expectAddresses(await tableItems());
  const done = await interleave(works, choices, { crashes, after });
  if (!done) return false;
  const { results: answers } = done;
  const crashed = done.crashed === undefined ? undefined : names[done.crashed];
  const played = { names, answers, crashed };
  if (crashed !== undefined && done.crashed !== undefined) {
    expectConsistent(subject, await stateOf(subject), played);
    answers[done.crashed] = await operations[crashed](subject);
  }
  const state = await stateOf(subject);
  for (const [index, answer] of answers.entries()) {
    const name = names[index];
    if (name) expectHonest(name, answer, subject, state);
  }
  expectConsistent(subject, state, played);
  await expectDoors(subject, state, answers);
  await expectMailedTokensDead(subject, state);
  await expectNothingLeft(subject, await stateOf(subject));
  return true;
}

const HOUR = 3_600_000;

const changes: Name[] = [
  'reset',
  'change of password',
  'deletion',
  'login',
  'refresh',
  'request of new address',
  'login at new address',
  'signup at old address',
  'signup at new address',
  'change of address',
];
const readers = /login|refresh|request|signup/;
const pairs = changes
  .flatMap((one, index) => changes.slice(index).map((other): [Name, Name] => [one, other]))
  // They don't affect each other.
  .filter(([one, other]) => !readers.test(one) || !readers.test(other));

describe('in every order of requests, with a crash after each, nothing that ended works again', () => {
  it.each<[Name, Name]>([
    ...pairs,
    ['erasure', 'erasure'],
    ['erasure', 'login'],
    ['erasure', 'change of address'],
    ['erasure', 'signup at old address'],
  ])('%s and %s', { timeout: HOUR }, (...names) => playShare(1, (choices) => play(names, choices)));
});

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
    playShare(1, (choices) => play(names, choices, false)),
  );
});
