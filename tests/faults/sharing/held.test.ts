import { describe, expect, it, vi } from 'vitest';
import { playAll, playHeld } from '../../support/choices.ts';
import type { Name } from '../operations/event-orders.ts';
import { play } from './orders.ts';

vi.hoisted(() => {
  process.env['MAIL_LIMIT'] = '1000';
});

describe('held before any of its requests while others are made,', () => {
  it.each<[held: Name, others: Name[], guest: Parameters<typeof play>[0]]>([
    ['removal', ['accept'], 'invited'],
    ['accept', ['accept'], 'invited'],
    ['accept', ['removal', 'invite again and accept'], 'invited'],
    ['removal', ['removal', 'invite again and accept'], 'member'],
    ['change of role', ['removal', 'invite again and accept'], 'member'],
    ['invite again', ['invite again and accept'], 'neither'],
    ['invite at new address', ['signup at new address'], 'member'],
    ['deletion of the event', ['invite at new address', 'accept'], 'invited'],
    ['deletion of the event', ['invite again and accept'], 'neither'],
    ['deletion of the event', ['leaving'], 'member'],
    ['create of a budget', ['removal'], 'member'],
    ['create of a budget', ['deletion of the event'], 'member'],
    ['accept', ['erasure of the owner'], 'invited'],
    ['restore', ['erasure of the owner'], 'former'],
    ['deletion for good', ['erasure of the owner'], 'former'],
    ['first invite', ['erasure of the owner'], 'neither'],
    ['erasure of the owner', ['accept'], 'invited'],
  ])('%s does what it may: %j, guest %s', { timeout: 600_000 }, (held, others, guest) =>
    playHeld((choices) => play(guest, [held, ...others], choices)),
  );
});

it('a budget that was deleted does not come back, in any order of its requests and of a late one', {
  timeout: 600_000,
}, async () => {
  const playing = playAll((choices) => play('member', ['create of a budget and its deletion'], choices, 1));
  expect(await playing).toBeGreaterThan(4);
});
