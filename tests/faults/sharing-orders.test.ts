import { describe, it, vi } from 'vitest';
import { type Choices, playShare } from '../support/choices.ts';
import { interleave } from '../support/interleave.ts';
import { takeInvocations } from '../support/lambda.ts';
import { emptyTable } from './account-state.ts';
import { expectAllowed, expectHonest, momentOf } from './sharing-order-rules.ts';
import { expectLinked, expectNothingLeft, expectSeen } from './sharing-order-state.ts';
import { type Name, operations, repeat } from './sharing-orders.ts';
import { newSubject } from './sharing-subject.ts';

vi.hoisted(() => {
  process.env['MAIL_LIMIT'] = '1000';
});

/** Requests for events, pointers and invitations. */
const LINKS = /^(?:ACCOUNT#\S+ (?:EVENT|SHARED|$)|EMAIL#\S+@\S+ )/;
/** The same, and those for accounts. */
const LINKS_AND_ACCOUNTS = new RegExp(`${LINKS.source}|^PERSON#`);

/** Runs operations at once, repeats the one that crashed, and checks the outcome. */
async function play(names: Name[], choices: Choices, crashes = true): Promise<boolean> {
  await emptyTable();
  takeInvocations();
  const subject = await newSubject(!names.some((name) => /^(?:accept|decline)/.test(name)));
  const moments = [await momentOf(subject)];
  const holds = names.some((name) => name.startsWith('erasure')) ? LINKS_AND_ACCOUNTS : LINKS;
  const done = await interleave(
    names.map((name) => (): Promise<{ status: number }> => operations[name](subject)),
    choices,
    { crashes, holds, after: async (number) => void moments.push(await momentOf(subject, number)) },
  );
  if (!done) return false;
  const { results, crashed } = done;
  for (const [number, { status }] of results.entries()) {
    const name = names[number];
    if (name && number !== crashed) expectHonest(name, number, status, subject, moments);
  }
  const repeated = crashed === undefined ? undefined : names[crashed];
  if (repeated) {
    await repeat(repeated, subject);
    moments.push({ ...(await momentOf(subject, crashed)), isRepeat: true });
  }
  expectAllowed(subject, names, moments);
  await expectSeen(subject);
  await expectLinked(subject, crashed !== undefined);
  await expectNothingLeft(subject, crashed !== undefined);
  return true;
}

const HOUR = 3_600_000;

const all: Name[] = [
  ...(['removal', 'leaving', 'accept', 'decline', 'invite again', 'invite again and accept'] as const),
  ...(['change of role', 'create of a budget', 'deletion of the event'] as const),
  ...(['erasure of the guest', 'erasure of the owner'] as const),
];
const pairs = all.flatMap((one, index) => all.slice(index).map((other): [Name, Name] => [one, other]));
const others: [Name, Name][] = [
  ...(['removal', 'leaving', 'change of role', 'deletion of the event'] as const).map(
    (name): [Name, Name] => ['update of the event', name],
  ),
  ...(['accept', 'removal', 'invite again and accept', 'deletion of the event'] as const).map(
    (name): [Name, Name] => ['accept at other address', name],
  ),
  ['own event of the same id', 'accept'],
];

describe('in every order of requests, with a crash after each, an event is shared with its members', () => {
  it.each<[Name, Name]>([...others, ...pairs])('%s and %s', { timeout: HOUR }, (...names) =>
    playShare(1, (choices) => play(names, choices)),
  );
});
