import { describe, expect, it } from 'vitest';
import { withChecksum } from '../support/access-tokens.ts';
import { call } from '../support/call.ts';
import { clientOf, newClient } from '../support/client.ts';
import { bearers, type Endpoint } from '../support/endpoints.ts';
import { sameOwner } from '../support/owner.ts';
import { rejection, UNAUTHORIZED } from '../support/rejections.ts';
import { allEvents, newAccessToken, party } from '../support/service.ts';
import { rejected } from '../support/table.ts';

// Who a token's caller is, and which tokens are valid, is tested in tests/lib/http/authentication.test.ts.

const isEnough = (held: 'read' | 'write', { access }: Endpoint): boolean =>
  access === 'read' || access === held;

const cases = bearers.flatMap((endpoint) =>
  (['read', 'write'] as const).map((held) => ({
    ...{ endpoint, name: endpoint.name, held },
    takes: isEnough(held, endpoint) ? 'takes' : 'rejects',
  })),
);

describe('a calendar token in a header', () => {
  it.each(bearers)(
    '$name rejects it like an unknown one, also with the prefix of others',
    async (endpoint) => {
      const owner = await sameOwner();
      for (const token of [owner.calendar, withChecksum(`ebt_${owner.calendar.slice(4)}`)]) {
        const send = () => call(endpoint.handler, { token, ...owner.requestOf(endpoint) });
        const { status, headers, text } = await rejected(send);
        expect([status, headers['www-authenticate'], text]).toEqual([401, 'Bearer', UNAUTHORIZED]);
      }
    },
  );
});

describe('an access token', () => {
  it.each(cases)('$name $takes one that may $held', async ({ endpoint, held, takes }) => {
    const { handler, failure, access } = endpoint;
    const owner = await sameOwner();
    const send = () => call(handler, { token: owner[held], ...owner.requestOf(endpoint) });
    if (takes === 'takes') return expect([200, 201]).toContain((await send()).status);
    const sentence =
      access === 'write'
        ? 'This requires an access token with write access.'
        : "Access tokens can't do this. Log in and send your session token.";
    const { status, headers, text } = await rejected(send);
    expect([status, headers['www-authenticate'], text]).toEqual([
      403,
      'Bearer error="insufficient_scope"',
      rejection(failure, 'token', 'insufficient_scope', sentence),
    ]);
  });

  it('shares an Idempotency-Key with the sessions of its account', async () => {
    const ada = await newClient();
    const program = clientOf((await newAccessToken(ada.token)).token);
    const key = { 'idempotency-key': 'a-key' };
    const [first, second] = [await ada.create(party(), key), await program.create(party(), key)];
    expect([first.status, second.status, first.isReplay, second.isReplay]).toEqual([201, 201, false, true]);
    expect(await allEvents(ada.token)).toHaveLength(1);
  });
});
