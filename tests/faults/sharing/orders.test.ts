import { describe, it, vi } from 'vitest';
import { type Choices, playShare } from '../../support/choices.ts';
import type { Name } from '../operations/event-orders.ts';
import { partsFor, play } from './orders.ts';

vi.hoisted(() => {
  process.env['MAIL_LIMIT'] = '1000';
});

const HOUR = 3_600_000;

const playing = (names: Name[]) => (choices: Choices) => play(partsFor(names), names, choices, 1);

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
    'create of a link',
    ...(['create of a link', 'end of a link', 'update of the event', 'create of a budget'] as const),
    ...(['deletion of the event', 'erasure of the owner'] as const),
  ),
  ...withEach('end of a link', 'end of a link', 'deletion of the event', 'erasure of the owner'),
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

const ofTrash = [
  ...withEach(
    'restore',
    ...(['restore', 'deletion for good', 'deletion of the event', 'accept', 'leaving'] as const),
    ...(['update of the event', 'create of a budget', 'invite at new address'] as const),
    ...(['erasure of the guest', 'erasure of the owner'] as const),
  ),
  ...withEach(
    'deletion for good',
    ...(['deletion for good', 'deletion of the event', 'invite at new address'] as const),
    ...(['erasure of the guest', 'erasure of the owner'] as const),
  ),
  ...withEach('restore under a key', 'restore under a key', 'deletion of the event', 'deletion for good'),
  ...withEach('deletion of the event under a key', 'deletion of the event under a key', 'restore'),
];

const everybody: Name[] = [
  ...(['update by the owner', 'create of a link', 'deletion of the event', 'invite at new address'] as const),
  ...(['offer', 'offer at new address', 'removal', 'decline', 'erasure of the guest'] as const),
  ...(['erasure of the owner', 'change of address', 'accept at other address'] as const),
  ...(['leaving of another member', 'update by another member', 'erasure of another member'] as const),
  ...(['accept by another invited', 'decline by another invited', 'erasure of another invited'] as const),
];
const handOvers = [
  ...withEach('accept of the offer', 'accept of the offer', 'own event of the same id', ...everybody),
  ...withEach(
    'accept of the offer by a member',
    ...(['accept of the offer by a member', 'leaving', 'removal of the member', 'change of role'] as const),
    ...(['update of the event', 'create of a budget', 'create of a budget under a key'] as const),
    ...everybody,
  ),
  ...withEach(
    'offer',
    ...(['offer', 'offer at new address', 'invite at new address', 'removal of the member'] as const),
    ...(['leaving', 'deletion of the event', 'erasure of the guest', 'erasure of the owner'] as const),
  ),
  ...withEach('offer at new address', 'invite at new address', 'signup at new address', 'change of address'),
];

describe('in every order of requests, with a crash after each, an event is shared with its members', () => {
  it.each<[Name, Name]>([...others, ...ofTrash, ...handOvers, ...pairs])(
    '%s and %s',
    { timeout: HOUR },
    (...names) => playShare(1, playing(names)),
  );

  it.each<[Name, Name, Name]>([
    ['deletion of the event', 'restore', 'deletion for good'],
    ['deletion of the event', 'restore', 'update of the event'],
    ['deletion of the event', 'restore', 'restore'],
    ['deletion of the event', 'deletion of the event', 'restore'],
    ['deletion of the event', 'restore under a key', 'restore under a key'],
    ['deletion of the event under a key', 'deletion of the event under a key', 'restore'],
    ['restore', 'deletion for good', 'erasure of the owner'],
    ['create of a link', 'deletion of the event', 'restore'],
    ['create of a link', 'create of a link', 'end of a link'],
    ['accept of the offer', 'accept of the offer', 'removal'],
    ['accept of the offer by a member', 'deletion of the event', 'restore'],
    ['accept of the offer', 'accept by another invited', 'deletion of the event'],
  ])('%s, %s and %s', { timeout: HOUR }, (...names) => playShare(2, playing(names)));
});
