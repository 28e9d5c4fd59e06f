import { describe, it, vi } from 'vitest';
import { type Choices, playShare } from '../../support/choices.ts';
import { interleave } from '../../support/interleave.ts';
import { takeInvocations } from '../../support/lambda.ts';
import { refillRetries } from '../../support/retries.ts';
import { start } from '../../support/stepping.ts';
import { emptyTable } from '../accounts/state.ts';
import { expectHonest, expectLegal, expectNothingLeft, expectSeen, momentOf } from './order-rules.ts';
import { type Name, newSubject, operations } from './orders.ts';

vi.hoisted(() => {
  process.env['MAIL_LIMIT'] = '1000';
});

/** Requests for events, pointers and invitations. */
const LINKS = /^(?:ACCOUNT#\S+ (?:EVENT|SHARED|$)|CLAIM#|EMAIL#\S+@\S+ )/;
/** The same, and those for accounts. */
const LINKS_AND_ACCOUNTS = new RegExp(`${LINKS.source}|^PERSON#`);

/** Runs operations at once, repeats the one that crashed, and checks what there is after every step. */
async function play(names: Name[], choices: Choices): Promise<boolean> {
  await emptyTable();
  await refillRetries();
  takeInvocations();
  const isPlayed = (some: RegExp) => names.some((name) => some.test(name));
  const guestIs = isPlayed(/^(?:accept|decline)/) ? 'invited' : 'member';
  const subject = await newSubject(isPlayed(/^first/) ? 'neither' : guestIs);
  const moments = [await momentOf(subject)];
  const holds = isPlayed(/erasure|address/) ? LINKS_AND_ACCOUNTS : LINKS;
  const after = async (number: number, isLate = false) =>
    void moments.push(await momentOf(subject, number, isLate));
  const called = [...names];
  const done = await interleave(
    names.map((name) => () => operations[name].call(subject)),
    choices,
    { holds, broken: 1, after },
  );
  if (!done) return false;
  const statuses = done.results.map(({ status }) => status);
  const repeated = names[done.crashed ?? -1];
  if (repeated) {
    const again = start(() => operations[repeated].call(subject), holds);
    for (; await again.next(); await after(names.length)) await again.step();
    called.push(repeated);
    statuses.push((await again.result).status);
  }
  expectLegal(subject, called, moments);
  for (const [number, name] of called.entries())
    if (number !== done.crashed) {
      const isUnsure = done.unsure.includes(number);
      expectHonest(subject, { name, number, status: statuses[number] ?? 0, isUnsure }, moments);
    }
  await expectSeen(subject, await momentOf(subject));
  await expectNothingLeft(subject);
  return true;
}

const HOUR = 3_600_000;

const all: Name[] = [
  ...(['removal', 'leaving', 'accept', 'decline', 'invite again', 'invite again and accept'] as const),
  ...(['change of role', 'create of a budget', 'deletion of the event'] as const),
  ...(['erasure of the guest', 'erasure of the owner'] as const),
];
const pairs = all.flatMap((one, index) => all.slice(index).map((other): [Name, Name] => [one, other]));
const withEach = (one: Name, ...others: Name[]) => others.map((other): [Name, Name] => [one, other]);
const others = [
  ...withEach('update of the event', 'removal', 'leaving', 'change of role', 'deletion of the event'),
  ...withEach(
    'accept at other address',
    ...(['accept', 'removal', 'invite again and accept', 'deletion of the event'] as const),
  ),
  ...withEach('own event of the same id', 'accept'),
  ...withEach(
    'change of address',
    ...(['accept', 'decline', 'invite again', 'invite at new address', 'invite again and accept'] as const),
    ...(['removal', 'deletion of the event', 'erasure of the guest', 'erasure of the owner'] as const),
  ),
  ...withEach(
    'signup at new address',
    ...(['invite at new address', 'change of address', 'deletion of the event'] as const),
  ),
  ...withEach('invite at new address', 'invite at new address', 'accept', 'removal', 'deletion of the event'),
  ...withEach('first invite', 'first invite', 'deletion of the event', 'erasure of the owner'),
  ...withEach(
    'create of a budget under a key',
    ...(['create of a budget under a key', 'removal', 'leaving', 'change of role', 'accept'] as const),
    ...(['deletion of the event', 'erasure of the guest', 'erasure of the owner'] as const),
  ),
];

describe('in every order of requests, with a crash after each, an event is shared with its members', () => {
  it.each<[Name, Name]>([...others, ...pairs])('%s and %s', { timeout: HOUR }, (...names) =>
    playShare(1, (choices) => play(names, choices)),
  );
});
