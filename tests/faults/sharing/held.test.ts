import { describe, expect, it, vi } from 'vitest';
import { playAll, playHeld } from '../../support/choices.ts';
import type { Name } from '../operations/event-orders.ts';
import { play } from './orders.ts';

vi.hoisted(() => {
  process.env['MAIL_LIMIT'] = '1000';
});

describe('held before any of its requests while others are made,', () => {
  it.each<[held: Name, others: Name[], guest: Parameters<typeof play>[0]]>([
    ['removal', ['accept'], { guest: 'invited' }],
    ['accept', ['accept'], { guest: 'invited' }],
    ['accept', ['removal', 'invite again and accept'], { guest: 'invited' }],
    ['removal', ['removal', 'invite again and accept'], { guest: 'member' }],
    ['change of role', ['removal', 'invite again and accept'], { guest: 'member' }],
    ['invite again', ['invite again and accept'], { guest: 'neither' }],
    ['invite at new address', ['signup at new address'], { guest: 'member' }],
    ['deletion of the event', ['invite at new address', 'accept'], { guest: 'invited' }],
    ['deletion of the event', ['invite again and accept'], { guest: 'neither' }],
    ['deletion of the event', ['leaving'], { guest: 'member' }],
    ['create of a budget', ['removal'], { guest: 'member' }],
    ['create of a budget', ['deletion of the event'], { guest: 'member' }],
    ['accept', ['erasure of the owner'], { guest: 'invited' }],
    ['restore', ['erasure of the owner'], { guest: 'former' }],
    ['deletion for good', ['erasure of the owner'], { guest: 'former' }],
    ['first invite', ['erasure of the owner'], { guest: 'neither' }],
    ['erasure of the owner', ['accept'], { guest: 'invited' }],
  ])('%s does what it may: %j, %j', { timeout: 600_000 }, (held, others, guest) =>
    playHeld((choices) => play(guest, [held, ...others], choices)),
  );
});

it('a budget that was deleted does not come back, in any order of its requests and of a late one', {
  timeout: 600_000,
}, async () => {
  const playing = playAll((choices) =>
    play({ guest: 'member' }, ['create of a budget and its deletion'], choices, 1),
  );
  expect(await playing).toBeGreaterThan(4);
});
